import TestSupport

extension Program.Outcome {
    /// What was told on standard error, but for the remark that product IDs were compared with nothing.
    var messages: String {
        errorText.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("iapkit: no list of products was given, ") }.joined(separator: "\n")
    }
}
