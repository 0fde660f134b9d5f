import Packaging

extension CheckContext {
    /// The particulars of the input's fault, if it is of this class.
    func inputFaults(_ kind: InputFault.Kind) -> [String] {
        guard case .failure(let fault) = content, fault.kind == kind else { return [] }
        return [fault.detail]
    }
}
