import Foundation

/// A terminal for one command line: what it writes there is what a person would see.
///
/// It is made by `script` of util-linux; that of macOS takes other options.
public enum PseudoTerminal {
    /// Whether there is one here.
    public static var isAvailable: Bool { script != nil }

    private static let script: Program? = {
        #if os(Linux)
            return Program("script")
        #else
            return nil
        #endif
    }()

    /// Runs a line of the shell.
    /// - Parameters:
    ///   - line: Its standard streams are the terminal, but those that it leads elsewhere.
    ///   - columns: The terminal's width; `nil` for one that does not know its own.
    ///   - environment: As for `Program.run`; `NO_COLOR`, `COLUMNS` and their like are not inherited.
    /// - Returns: What was written to the terminal, lines ended as a program writes them, and the exit status.
    public static func run(
        _ line: String, columns: Int?, in folder: String? = nil, environment: [String: String] = [:]
    ) throws -> (text: String, status: Int32) {
        guard let script else { throw Missing() }
        let cleared = [
            "NO_COLOR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": "", "COLUMNS": "", "LINES": "", "TERM": "xterm",
            "SHELL": "/bin/sh",
        ]
        let outcome = try script.run(
            ["-qec", "stty rows 24 cols \(columns ?? 0); \(line)", "/dev/null"], in: folder,
            environment: cleared.merging(environment) { $1 })
        // The terminal puts a carriage return before each line feed.
        return (outcome.outputText.replacing("\r\n", with: "\n"), outcome.status)
    }

    private struct Missing: Error {}
}
