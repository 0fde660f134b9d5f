#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The environment of this process.
public enum ProcessEnvironment {
    /// The variables that the tool looks at, where they are set.
    public static var variables: [String: String] {
        table.reduce(into: [:]) { variables, row in
            if let value = getenv(row.name) { variables[row.name] = String(cString: value) }
        }
    }

    /// What each of them does, for the man page. No other variable is read.
    static let table: [(name: String, meaning: String)] = [
        ("NO_COLOR", "Where it is not empty, text has no colour. The option --color wins."),
        ("CLICOLOR_FORCE", "Where it is not empty, and NO_COLOR is, text has colour also off a terminal."),
        ("FORCE_COLOR", "The same as CLICOLOR_FORCE."),
        ("TERM", "Where it is empty or dumb, a terminal has no colour and no progress bar."),
        ("COLUMNS", "How wide text is on a terminal. Without it, the terminal is asked."),
        (
            "SOURCE_DATE_EPOCH",
            "The time of every entry of a package, in seconds since 1970. Without it, it is 1980-01-01."
        ),
        (ShardRequest.indexVariable, "The part that --shard auto takes, counted from 1."),
        (ShardRequest.countVariable, "How many parts --shard auto takes the inputs for."),
        (
            "PWD",
            "The name that the current folder goes by, where it is one: SARIF tells paths from there."
        ),
    ]
}
