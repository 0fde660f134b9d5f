import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs

/// Writes the product IDs that were likely meant into the folders of a match, where that is certain and the user agrees.
struct MatchFixing {
    /// A folder and the product ID that it should have.
    private struct Offer {
        let examined: ExaminedInput
        let candidate: String
    }

    let editing: FolderEditing
    /// Who is asked for each folder; `nil` where all are agreed to.
    let terminal: Terminal?

    /// - Parameter remark: is told what the user should know: lines without the tool's prefix.
    /// - Returns: what was changed, or would be, and what could not be.
    func run(
        _ inputs: [ExaminedInput], remark: (String) -> Void
    ) -> (rows: [EditRow], failures: [RunFailure]) {
        var rows: [EditRow] = []
        var failures: [RunFailure] = []
        for offer in offers(inputs, remark) {
            let path = offer.examined.input.path
            if let terminal {
                let old = offer.examined.context.contentInfo?.productIdentifier.text ?? ""
                let reason = MatchRow(offer.examined).reason.map { " (\($0))" } ?? ""
                guard
                    terminal.confirms(
                        "\(path): change \(SafeText.quoted(old)) to \(SafeText.quoted(offer.candidate))\(reason)?")
                else { continue }
            }
            let outcome = editing.edit(offer.examined, productIdentifier: offer.candidate)
            rows += outcome.rows
            for finding in outcome.findings {
                let line = finding.location.position.map { ", line \($0.line)" } ?? ""
                remark("\(path): not changed: \(finding.message)\(line)")
            }
            if let failure = outcome.failure { failures.append(failure) }
        }
        return (rows, failures)
    }

    /// The folders with one candidate that nothing speaks against: a finding offers it too.
    private func offers(_ inputs: [ExaminedInput], _ remark: (String) -> Void) -> [Offer] {
        inputs.compactMap { examined -> Offer? in
            let row = MatchRow(examined)
            guard row.status == .near, let candidate = row.candidate else { return nil }
            if let reason = obstacle(examined, candidate) {
                remark("\(row.path): \(reason)")
                return nil
            }
            return Offer(examined: examined, candidate: candidate)
        }
    }

    /// Why a folder is not changed: clauses; `nil` where it may be.
    private func obstacle(_ examined: ExaminedInput, _ candidate: String) -> String? {
        let context = examined.context
        if examined.input.kind != .folder {
            return "a package is not changed; edit its content folder, and pack it again"
        }
        let owners = context.inputsWithNearestProduct
        if let owner = owners.paths.first {
            return "not changed, since '\(owner)' has \(SafeText.quoted(candidate)) already"
        }
        // One product can't have the content of two folders, and which one it is for nobody can tell.
        let rivals = context.inputsNearSameProduct
        if !rivals.isEmpty {
            return "not changed, since \(SafeText.quoted(candidate)) is the nearest for \(rivals.count + 1) folders; "
                + "use iapkit edit for the one that it is"
        }
        if terminal == nil, context.products?.saysWhatIsMissing == false {
            return
                "not changed, since the lists given do not say what is missing; if it is \(SafeText.quoted(candidate)): "
                + (command(examined, candidate) ?? "use iapkit edit")
        }
        if terminal == nil, case .near(let miss)? = context.match, !miss.reason.isTelling {
            return "not changed, since \(SafeText.quoted(candidate)) has the same end only; if it is the one: "
                + (command(examined, candidate) ?? "use iapkit edit")
        }
        let isOffered = examined.findings.contains { $0.suggestion?.utf8.elementsEqual(candidate.utf8) == true }
        return isOffered ? nil : "not changed; iapkit validate says what stands in the way"
    }

    private func command(_ examined: ExaminedInput, _ candidate: String) -> String? {
        let path = examined.input.path
        guard let folder = ShellText.quoted(path.hasPrefix("-") ? "./\(path)" : path),
            let identifier = ShellText.quoted(candidate)
        else { return nil }
        return "iapkit edit \(folder) --product-id \(identifier)"
    }
}
