/// What a command needs from the world around it.
struct Session: Sendable {
    /// The environment's variables.
    let environment: [String: String]
    /// Where results go.
    let output: StandardStream
    /// Where everything else goes.
    let error: StandardStream
    /// The version of the tool.
    let version: String

    /// Tells the user something that is not the result: one line, prefixed.
    ///
    /// Where even standard error is closed there is nobody to tell.
    func tell(_ text: String) { try? error.write("iapkit: \(text)\n") }
}
