import Packaging

/// The times of a package's entries, from the options and the environment.
enum PackageTimes {
    /// `--keep-times`, else `SOURCE_DATE_EPOCH` (reproducible-builds.org), else the fixed time.
    static func resolve(_ options: Options, environment: [String: String]) throws(UsageError) -> PackageOptions.Times {
        if options.keepsTimes { return .kept }
        guard let value = environment["SOURCE_DATE_EPOCH"], !value.isEmpty else {
            return .fixed(PackageOptions.fixedTime)
        }
        guard value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = Int64(value)
        else {
            throw UsageError(
                "SOURCE_DATE_EPOCH is '\(value)', which is not a number of seconds since 1970",
                hint: "set it to such a number, or unset it")
        }
        return .fixed(seconds)
    }
}
