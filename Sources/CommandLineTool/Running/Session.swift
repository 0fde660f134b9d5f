import Findings
import Reporting

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
    /// How far the work is, for the user to see.
    let progress = ProgressDisplay()

    /// Tells the user something that is not the result: one line, prefixed.
    ///
    /// What can't be seen in it is shown as its code point, since it may hold any name. Where even standard error is
    /// closed there is nobody to tell.
    func tell(_ text: String) {
        progress.interrupt { try? error.write(CommandDefusing.defused("iapkit: \(SafeText.escaped(text))\n")) }
    }
}
