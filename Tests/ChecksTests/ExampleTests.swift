import Checks
import ContentModel
import Findings
import Packaging
import Testing

/// One example of a check, to be named in the report of a test.
struct NamedExample: Sendable, CustomTestStringConvertible {
    let code: FindingCode
    let example: CheckExample

    var testDescription: String { "\(code): \(example.title)" }

    static let all = CheckCatalog.all.flatMap { check in
        check.examples.map { NamedExample(code: check.code, example: $0) }
    }

    var findings: [Finding] {
        Examination.findings(
            for: example.sketch, products: example.products, sources: example.sources,
            others: example.others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
}

@Suite struct ExampleTests {
    @Test(arguments: NamedExample.all)
    func `an example gives exactly the findings that it lists`(named: NamedExample) {
        let found = named.findings.map {
            ExpectedFinding(
                $0.code.id, $0.severity, member: $0.location.member, line: $0.location.position?.line)
        }
        #expect(found == named.example.expected)
    }

    @Test(arguments: NamedExample.all)
    func `every finding is fit to be read`(named: NamedExample) {
        for finding in named.findings {
            let texts =
                [finding.message, finding.remedy?.advice, finding.remedy?.command, finding.suggestion]
                .compactMap(\.self) + finding.notes
            for text in texts {
                #expect(!text.isEmpty)
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
                #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl })
            }
            #expect(finding.message.last != ".")
            #expect(finding.remedy?.advice.last != ".")
            for note in finding.notes { #expect(note.last == ".") }
            // A way out is owed for whatever is reported.
            #expect(finding.remedy != nil)
            #expect(finding.location.input == named.example.sketch.name)
        }
    }

    @Test func `every check has an example that reports and one that does not`() {
        for check in CheckCatalog.all {
            let ids = check.examples.map { $0.expected.map(\.id) }
            #expect(ids.contains { $0.contains(check.code.id) }, "\(check.code)")
            #expect(ids.contains { !$0.contains(check.code.id) }, "\(check.code)")
        }
    }

    @Test func `a check reports with its own code only`() {
        for check in CheckCatalog.all {
            let policy = SeverityPolicy(only: [check.code])
            for example in check.examples {
                let findings = Examination.findings(
                    for: example.sketch, products: example.products, sources: example.sources, policy: policy)
                #expect(findings.allSatisfy { $0.code == check.code })
            }
        }
    }

    @Test func `examples have the severity that their check documents somewhere`() {
        for check in CheckCatalog.all {
            let severities = check.examples.flatMap(\.expected).filter { $0.id == check.code.id }.map(\.severity)
            #expect(severities.contains(check.description.defaultSeverity), "\(check.code)")
        }
    }
}
