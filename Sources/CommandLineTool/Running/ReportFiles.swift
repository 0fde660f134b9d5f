import Packaging

/// The files that reports go to, kept apart from everything that the run reads or writes besides.
enum ReportFiles {
    /// Refuses a report that would replace or change an input, a product source, or a package.
    static func keepApart(
        _ options: Options, inputs: [String], packages: [String] = []
    ) throws(UsageError) {
        for file in options.reports.compactMap(\.file) {
            if let input = inputs.first(where: { ContentInput.isOutput(file, inside: $0) }) {
                throw UsageError(
                    "the report '\(file)' would lie inside the input '\(input)'", hint: "give the report another file")
            }
            if let source = options.productSources.first(where: { isSame($0, file) }) {
                throw UsageError(
                    "the report '\(file)' would replace the product source '\(source)'",
                    hint: "give the report another file")
            }
            if let package = packages.first(where: { isSame($0, file) }) {
                throw UsageError(
                    "the report '\(file)' would replace the package '\(package)'", hint: "give the report another file")
            }
        }
    }

    /// Whether two paths name one file, also where it does not exist yet.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        guard let left = resolved(left), let right = resolved(right) else { return false }
        return left == right
    }

    private static func resolved(_ path: String) -> String? {
        if let real = RealPath.resolve(path) { return real }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let parent = parts.dropLast().joined(separator: "/")
        let folder = RealPath.resolve(parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent)
        return folder.map { "\($0 == "/" ? "" : $0)/\(parts.last ?? "")" }
    }
}
