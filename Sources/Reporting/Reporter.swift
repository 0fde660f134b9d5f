public import Findings

/// A way to tell a report: one file for each, and one line in ``ReportFormat``.
public protocol Reporter: Sendable {
    /// The whole text, with a final line break where there is any text at all.
    func render(_ report: Report) -> String
}

/// The report formats by the names that `--report` takes.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// For people.
    case text
    /// For programs: one document, keys sorted.
    case json
    /// For code scanning: a SARIF 2.1.0 log.
    case sarif
    /// For test reports: JUnit's XML.
    case junit
    /// For the log of GitHub Actions, which shows it beside the files.
    case github

    /// The reporter for this format.
    /// - Parameter style: How text looks; machine formats have one look only.
    public func reporter(style: TextStyle = TextStyle()) -> any Reporter {
        switch self {
        case .text: TextReporter(style: style)
        case .json: JSONReporter()
        case .sarif: SARIFReporter()
        case .junit: JUnitReporter()
        case .github: GitHubReporter()
        }
    }
}
