import ArchiveFormats
public import Findings

/// The report as a SARIF 2.1.0 log (OASIS): one run, keys sorted, with no time and no name of the machine in it.
///
/// A package is an artifact, what lies in it a logical location: a line of a member is no line of the package. Nothing is
/// offered as a fix, since no finding says how far the text goes that is to be replaced.
public struct SARIFReporter: Reporter {
    /// Creates the reporter.
    public init() {}

    /// Renders the log, with a final line break.
    public func render(_ report: Report) -> String {
        do {
            return try JSONText.render(SARIFLog(runs: [SARIFRun(report)])) + "\n"
        } catch {
            // Strings, integers, Booleans and arrays of them: there is nothing that could fail to encode.
            preconditionFailure("a report did not encode: \(error)")
        }
    }
}

extension SARIFRun {
    fileprivate init(_ report: Report) {
        let places = PlaceFinder(report)
        var indices: [FindingCode: Int] = [:]
        for (index, rule) in report.rules.enumerated() { indices[rule.code] = index }
        tool = SARIFTool(
            driver: SARIFDriver(version: report.toolVersion, rules: report.rules.map(SARIFRule.init)))
        invocations = [
            SARIFInvocation(
                executionSuccessful: report.failures.isEmpty,
                toolExecutionNotifications: report.failures.map {
                    SARIFNotification(message: SARIFText.message(ReportWording.text(of: $0)))
                })
        ]
        results = report.findings.map {
            SARIFResult($0, at: places.place(of: $0.location), ruleIndex: indices[$0.code])
        }
    }
}

extension SARIFRule {
    fileprivate init(_ description: FindingDescription) {
        let evidence = WireEvidence(description.evidence)
        id = description.code.id
        name = description.code.slug
        shortDescription = SARIFMessage(text: description.summary + ".")
        fullDescription = SARIFMessage(text: description.why)
        defaultConfiguration = SARIFConfiguration(level: description.defaultSeverity.rawValue)
        let sections = [
            ("Why it matters", description.why), ("How to mend it", description.remedy),
            ("What it rests on", "\(evidence.source) (\(evidence.grade))"),
        ]
        help = SARIFMessage(
            text: sections.map { "\($0): \($1)" }.joined(separator: "\n"),
            markdown: sections.map { "**\($0)**\n\n\(SARIFText.markdown($1))\n" }.joined(separator: "\n"))
        properties = SARIFRuleProperties(evidence: evidence)
    }
}

extension SARIFResult {
    fileprivate init(_ finding: Finding, at place: ReportPlace, ruleIndex: Int?) {
        ruleId = finding.code.id
        self.ruleIndex = ruleIndex
        level = finding.severity.rawValue
        let details = ReportWording.details(of: finding)
        let headline = SafeText.escaped(finding.message) + "."
        message = SARIFText.message(details.isEmpty ? headline : "\(headline)\n\(details)")
        let uri = place.artifact.uri
        locations = [
            SARIFLocation(
                physicalLocation: SARIFPhysicalLocation(
                    artifactLocation: SARIFArtifactLocation(uri: uri), region: place.position.map(SARIFRegion.init)),
                logicalLocations: place.member.map { member in
                    let shown = SafeText.escaped(member)
                    return [
                        SARIFLogicalLocation(
                            name: shown, fullyQualifiedName: "\(place.artifact.text)!/\(shown)", kind: "resource")
                    ]
                })
        ]
        partialFingerprints = ["iapkit/v1": SARIFText.fingerprint(of: finding, in: uri, member: place.member)]
        properties = SARIFResultProperties(
            key: finding.location.key, suggestion: finding.suggestion, command: finding.remedy?.command,
            memberLine: place.memberPosition?.line, memberColumn: place.memberPosition?.column)
    }
}

/// The texts of a log.
enum SARIFText {
    /// A message. A viewer takes `{0}` for a placeholder and `[a](b)` for a link, so neither may stand in a name.
    static func message(_ text: String) -> SARIFMessage {
        var text = text.replacing("{", with: "{{").replacing("}", with: "}}")
        if text.contains("](") { text = text.replacing("[", with: "\\[").replacing("]", with: "\\]") }
        return SARIFMessage(text: text)
    }

    /// Plain text as Markdown: nothing in it is a mark.
    static func markdown(_ text: String) -> String {
        let marks: Set<Character> = ["\\", "`", "*", "_", "[", "]", "<", ">", "#", "|"]
        return String(text.flatMap { marks.contains($0) ? ["\\", $0] : [$0] })
    }

    /// What makes a finding the same one in the next run: what it is and where, neither its wording nor its line.
    static func fingerprint(of finding: Finding, in uri: String, member: String?) -> String {
        let parts = [finding.code.id, uri, member ?? "", finding.location.key ?? ""]
        let digest = Digest(.sha256)
        // Only the last part could hold a NUL, so no two lists of parts give the same bytes.
        Array(parts.joined(separator: "\0").utf8).withUnsafeBytes { digest.update($0) }
        return digest.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
