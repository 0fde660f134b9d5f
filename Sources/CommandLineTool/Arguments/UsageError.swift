/// A command line that can't be carried out; nothing was done.
struct UsageError: Error, Sendable, Hashable {
    /// What is wrong: a clause without a final period.
    let message: String
    /// What was likely meant, or what to do.
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
