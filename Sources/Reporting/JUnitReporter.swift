public import Findings
import XMLReading

/// The report as the XML that JUnit's Ant task wrote, as test reports of CI services read it: a suite for each input, a
/// case for each check that it was to pass, whether it did or not.
///
/// A case fails where the run counts one of its findings as failed (`Report.failedSeverity`); lesser findings are its
/// output. A check that had nothing to judge by is skipped. What could not be done is an error in a suite of its own. No
/// time and no host is given: the same content has the same report.
public struct JUnitReporter: Reporter {
    /// Creates the reporter.
    public init() {}

    /// Renders the document, with a final line break.
    public func render(_ report: Report) -> String {
        let name = "iapkit \(report.command)"
        let places = PlaceFinder(report)
        let checks = Dictionary(report.inputs.map { (Array($0.path.utf8), $0.checks) }, uniquingKeysWith: +)
        func suite(_ path: String, _ checks: [CheckRecord], _ findings: [Finding]) -> Suite {
            // The same name on every machine, so that a service knows a case again.
            let name = places.place(of: Location(input: path)).artifact.text
            return Suite(name, checks, findings, failing: report.failedSeverity)
        }
        var suites: [Suite] = []
        var known: Set<[UInt8]> = []
        for (input, findings) in zip(report.inputs, report.findingsByInput) {
            // The same input given twice, as to `compare`, is one suite with the checks of both.
            let path = Array(input.path.utf8)
            guard known.insert(path).inserted else { continue }
            suites.append(suite(input.path, checks[path] ?? [], findings))
        }
        let stray = Dictionary(grouping: report.findings) { Array($0.location.input.utf8) }
            .filter { !known.contains($0.key) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        suites += stray.compactMap { _, findings in
            findings.first.map { suite($0.location.input, [], findings) }
        }
        if !report.failures.isEmpty {
            suites.append(Suite(name: name, cases: report.failures.map { Case($0, in: name) }))
        }
        let total = { (count: (Suite) -> Int) in suites.reduce(0) { $0 + count($1) } }
        let counts =
            "tests=\"\(total { $0.cases.count })\" failures=\"\(total(\.failures))\" errors=\"\(total(\.errors))\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="\(attribute(name))" \(counts)>
            \(suites.map(\.xml).joined())</testsuites>

            """
    }
}

/// A text for an attribute. What can't be seen is shown as its code point, and what XML can't hold with it.
private func attribute(_ text: String) -> String { XMLEscaping.attribute(SafeText.escaped(text)) }

/// Lines of text for between two tags.
private func text(_ lines: String) -> String { XMLEscaping.text(lines) }

private struct Suite {
    let name: String
    let cases: [Case]

    init(name: String, cases: [Case]) {
        self.name = name
        self.cases = cases
    }

    init(_ name: String, _ checks: [CheckRecord], _ findings: [Finding], failing severity: Severity) {
        let findings = Dictionary(grouping: findings, by: \.code)
        let skipped = Dictionary(checks.map { ($0.code, $0.skipped) }, uniquingKeysWith: { first, _ in first })
        let codes = Set(skipped.keys).union(findings.keys).sorted()
        self.init(
            name: name,
            cases: codes.map { code in
                Case(code, of: name, findings[code] ?? [], failing: severity, skipped: skipped[code] ?? nil)
            })
    }

    var failures: Int { cases.count { $0.outcome == .failed } }
    var errors: Int { cases.count { $0.outcome == .error } }
    private var skipped: Int { cases.count { $0.outcome == .skipped } }

    var xml: String {
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
        return "  <testsuite name=\"\(attribute(name))\" \(counts)>\n\(cases.map(\.xml).joined())  </testsuite>\n"
    }
}

private struct Case {
    enum Outcome {
        case passed, failed, skipped, error
    }

    let outcome: Outcome
    let xml: String

    init(
        _ code: FindingCode, of input: String, _ findings: [Finding], failing severity: Severity, skipped: String?
    ) {
        let failed = findings.filter { $0.severity >= severity }
        let others = findings.filter { $0.severity < severity }
        var parts: [String] = []
        if let first = failed.first {
            outcome = .failed
            let worst = failed.map(\.severity).max() ?? first.severity
            let more = failed.count > 1 ? " (and \(failed.count - 1) more)" : ""
            parts.append(
                "<failure message=\"\(attribute(first.message + more))\" type=\"\(worst.rawValue)\">"
                    + "\(text(Self.lines(failed)))</failure>")
        } else if findings.isEmpty, let skipped {
            outcome = .skipped
            parts.append("<skipped message=\"\(attribute(skipped))\"/>")
        } else {
            outcome = .passed
        }
        if !others.isEmpty { parts.append("<system-out>\(text(Self.lines(others)))</system-out>") }
        xml = Self.xml(named: code.description, in: input, parts)
    }

    init(_ failure: RunFailure, in command: String) {
        outcome = .error
        let message = failure.remedy.map { "\(failure.reason); \($0)" } ?? failure.reason
        let line = ReportWording.text(of: failure) + "\n"
        xml = Self.xml(
            named: failure.subject, in: command,
            ["<error message=\"\(attribute(message))\" type=\"failure\">\(text(line))</error>"])
    }

    private static func xml(named name: String, in group: String, _ parts: [String]) -> String {
        let start = "    <testcase classname=\"\(attribute(group))\" name=\"\(attribute(name))\""
        if parts.isEmpty { return start + "/>\n" }
        return start + ">\n" + parts.map { "      \($0)\n" }.joined() + "    </testcase>\n"
    }

    private static func lines(_ findings: [Finding]) -> String {
        let text = FindingText(style: TextStyle(), showsSource: false)
        return CommandDefusing.defused(findings.map { text.render($0, notes: $0.notes, remedy: $0.remedy) }.joined())
    }
}
