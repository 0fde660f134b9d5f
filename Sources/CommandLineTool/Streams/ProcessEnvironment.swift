#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The environment of this process.
public enum ProcessEnvironment {
    /// The variables that the tool looks at, where they are set.
    public static var variables: [String: String] {
        let names = ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "TERM", "SOURCE_DATE_EPOCH", "PWD"]
        return names.reduce(into: [:]) { variables, name in
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
    }
}
