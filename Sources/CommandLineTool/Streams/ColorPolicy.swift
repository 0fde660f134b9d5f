/// Whether text on a stream has colours.
enum ColorPolicy {
    /// Decides by the option first, then by the environment, then by the stream.
    ///
    /// `NO_COLOR` counts where it is not empty (no-color.org), and a terminal must have a name other than `dumb`.
    static func usesColor(_ choice: Options.ColorChoice, environment: [String: String], isTerminal: Bool) -> Bool {
        switch choice {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if isSet("NO_COLOR", in: environment) { return false }
        if isSet("CLICOLOR_FORCE", in: environment) || isSet("FORCE_COLOR", in: environment) { return true }
        return isTerminal && hasNamedTerminal(environment)
    }

    /// Whether the terminal has a name that promises more than lines of text.
    static func hasNamedTerminal(_ environment: [String: String]) -> Bool {
        isSet("TERM", in: environment) && environment["TERM"] != "dumb"
    }

    private static func isSet(_ name: String, in environment: [String: String]) -> Bool {
        !(environment[name] ?? "").isEmpty
    }
}
