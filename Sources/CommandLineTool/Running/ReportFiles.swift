import Packaging

/// The files that reports go to, kept apart from everything that the run reads or writes besides.
enum ReportFiles {
    /// Refuses a report that would be, or lie inside, one of the paths.
    /// - Parameter role: what the paths are to the run ("the input").
    static func keep(_ options: Options, apartFrom paths: [String], _ role: String) throws(UsageError) {
        var real = RealPaths()
        for file in options.reports.compactMap(\.file) {
            guard let path = paths.first(where: { real.isOutput(file, inside: $0) }) else { continue }
            throw UsageError(
                "the report '\(file)' would replace or change \(role) '\(path)'", hint: "give the report another file")
        }
    }
}
