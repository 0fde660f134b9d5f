public import Findings

/// The report as workflow commands, which GitHub Actions shows as annotations of the files: one line for each finding,
/// and for whatever could not be done.
///
/// A command's form and escapes are those of GitHub's own toolkit: `::error file=F,line=L,col=C,title=T::message`, with
/// `%`, CR and LF written as `%25`, `%0D` and `%0A`, and in properties `:` and `,` as `%3A` and `%2C`.
public struct GitHubReporter: Reporter {
    /// Creates the reporter.
    public init() {}

    /// Renders the commands; nothing at all where there is nothing to tell.
    public func render(_ report: Report) -> String {
        let places = PlaceFinder(report)
        return report.findings.map { Self.line($0, at: places.place(of: $0.location)) }.joined()
            + report.failures.map(Self.line).joined()
    }

    private static func line(_ finding: Finding, at place: ReportPlace) -> String {
        let command =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties = [("file", place.artifact.text)]
        if let position = place.position {
            properties += [("line", String(position.line)), ("col", String(position.column))]
        }
        properties.append(("title", finding.code.description))
        return line(command, properties, headline(finding, at: place) + "\n" + ReportWording.details(of: finding))
    }

    /// What is wrong, with the place in a package, which no property can hold.
    private static func headline(_ finding: Finding, at place: ReportPlace) -> String {
        let message = SafeText.escaped(finding.message)
        guard let member = place.member else { return message }
        let position = place.memberPosition.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(SafeText.escaped(member))\(position): \(message)"
    }

    private static func line(_ failure: RunFailure) -> String {
        line("error", [("title", "iapkit")], ReportWording.text(of: failure))
    }

    private static func line(_ command: String, _ properties: [(String, String)], _ message: String) -> String {
        let told = properties.map { "\($0)=\(escapedProperty($1))" }.joined(separator: ",")
        let lines = message.split(separator: "\n").joined(separator: "\n")
        return "::\(command) \(told)::\(escapedData(lines))\n"
    }

    /// A message as the toolkit escapes it.
    static func escapedData(_ text: String) -> String { escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"]) }

    /// A property's value as the toolkit escapes it.
    static func escapedProperty(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        // Scalars: to `Character`, CR and LF are one.
        text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
