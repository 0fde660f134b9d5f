import Checks
import ContentModel
import Findings
import Packaging

/// Sets values in the `ContentInfo.plist` of content folders that were examined.
struct FolderEditing {
    /// What `ContentVersion` becomes.
    enum VersionChange {
        case set(String)
        /// The last number raised by one.
        case raise
    }

    /// What came of a folder.
    struct Outcome {
        /// The keys that were set, or would be; empty where the folder was left as it was for a fault.
        var rows: [EditRow] = []
        /// The faults of the content that stand in the way.
        var findings: [Finding] = []
        /// What else stands in the way.
        var failure: RunFailure?
    }

    let isDryRun: Bool

    /// Changes one folder; the others don't depend on it.
    func edit(
        _ examined: ExaminedInput, productIdentifier: String? = nil, version: VersionChange? = nil
    ) -> Outcome {
        let path = examined.input.path
        let keys = [
            productIdentifier.map { _ in ContentInfo.productIdentifierKey },
            version.map { _ in ContentInfo.contentVersionKey },
        ].compactMap(\.self)
        // A key that was likely meant to be this one must be mended, not joined by the right one.
        let slips = examined.findings.filter { $0.code.id == "KEY-001" && $0.suggestion.map(keys.contains) == true }
        guard slips.isEmpty else { return Outcome(findings: slips) }
        var newVersion: String?
        switch version {
        case nil: break
        case .set(let text): newVersion = text
        case .raise:
            newVersion = examined.context.contentInfo?.contentVersion.text.flatMap(ContentVersion.raised)
            guard newVersion != nil else {
                return refusal(
                    examined, keys: [ContentInfo.contentVersionKey],
                    otherwise: RunFailure(
                        subject: file(path), reason: "has no version that could be raised",
                        remedy: "give --content-version V"))
            }
        }
        guard let bytes = examined.context.contentInfoBytes else {
            return refusal(
                examined, keys: keys, otherwise: RunFailure(subject: file(path), reason: "can't be read"))
        }
        do throws(ContentInfoEditError) {
            let edit = try ContentInfoEdit(bytes, productIdentifier: productIdentifier, contentVersion: newVersion)
            return write(edit, inPlaceOf: bytes, in: path)
        } catch {
            let place = error.line.map { ":\($0)" + (error.column.map { ":\($0)" } ?? "") } ?? ""
            return refusal(
                examined, keys: [error.key],
                otherwise: RunFailure(subject: file(path) + place, reason: error.reason, remedy: error.remedy))
        }
    }

    private func write(_ edit: ContentInfoEdit, inPlaceOf bytes: [UInt8], in path: String) -> Outcome {
        do throws(PackagingError) {
            let isChange = edit.changes.contains { $0.isChange }
            if isChange, isDryRun { try SmallOutputFile.checkReplacing(file(path), holding: bytes) }
            if isChange, !isDryRun { try SmallOutputFile.replace(file(path), holding: bytes, with: edit.bytes) }
        } catch {
            return Outcome(failure: RunFailure(error))
        }
        return Outcome(
            rows: edit.changes.map {
                EditRow(path: path, key: $0.key, old: $0.old, new: $0.new, isWritten: $0.isChange && !isDryRun)
            })
    }

    /// The findings that say why not, where there are any: a fault of the content is no failure of the tool.
    private func refusal(_ examined: ExaminedInput, keys: [String], otherwise failure: RunFailure) -> Outcome {
        let findings = examined.findings.filter { finding in
            finding.severity == .error
                && (finding.code.id.hasPrefix("PLI-") || finding.location.key.map(keys.contains) == true)
        }
        return findings.isEmpty ? Outcome(failure: failure) : Outcome(findings: findings)
    }

    private func file(_ folder: String) -> String {
        folder == "/" ? "/ContentInfo.plist" : "\(folder)/ContentInfo.plist"
    }
}
