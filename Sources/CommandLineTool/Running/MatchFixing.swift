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
                guard
                    terminal.confirms(
                        "\(path): change \(SafeText.quoted(old)) to \(SafeText.quoted(offer.candidate))?")
                else { continue }
            }
            let outcome = editing.edit(offer.examined, productIdentifier: offer.candidate)
            rows += outcome.rows
            if let failure = outcome.failure { failures.append(failure) }
        }
        return (rows, failures)
    }

    /// The folders with one candidate that nothing speaks against: a finding offers it too.
    private func offers(_ inputs: [ExaminedInput], _ remark: (String) -> Void) -> [Offer] {
        let all = inputs.compactMap { examined -> Offer? in
            let row = MatchRow(examined)
            guard row.status == .near, let candidate = row.candidate else { return nil }
            if examined.input.kind != .folder {
                remark("\(row.path): a package is not changed; edit its content folder, and pack it again")
                return nil
            }
            if terminal == nil, case .near(let miss)? = examined.context.match, !miss.reason.isTelling {
                remark(
                    "\(row.path): not changed, since \(SafeText.quoted(candidate)) has the same end only; use iapkit edit if "
                        + "it is the one")
                return nil
            }
            let isOffered = examined.findings.contains { $0.suggestion?.utf8.elementsEqual(candidate.utf8) == true }
            return isOffered ? Offer(examined: examined, candidate: candidate) : nil
        }
        // One product can't have the content of two folders, and which one it is for nobody can tell.
        let rivals = Dictionary(grouping: all) { Array($0.candidate.utf8) }
        return all.filter { offer in
            guard let group = rivals[Array(offer.candidate.utf8)], group.count > 1 else { return true }
            remark(
                "\(offer.examined.input.path): not changed, since \(SafeText.quoted(offer.candidate)) is the nearest for "
                    + "\(group.count) folders; use iapkit edit for the one that it is")
            return false
        }
    }
}
