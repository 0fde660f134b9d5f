import Findings
import Packaging

extension CheckContext {
    /// The particulars of the input's fault, if it is of this class.
    func inputFaults(_ kind: InputFault.Kind) -> [String] {
        guard case .failure(let fault) = content, fault.kind == kind else { return [] }
        return [fault.detail]
    }
}

/// Ways out that several checks of packages share.
enum PackageRemedy {
    /// For a package whose parts do not agree.
    static let packAgain = Remedy("pack the content folder again")
    /// For a package that is not as it was made.
    static let copyAgain = Remedy("copy or download the package again, or pack the content folder again")
}
