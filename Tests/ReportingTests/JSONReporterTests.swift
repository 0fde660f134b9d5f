import Findings
import Testing

@testable import Reporting

@Suite struct JSONReporterTests {
    @Test func `a report without inputs is a whole document`() {
        let text = JSONReporter().render(Report(command: "validate", toolVersion: "9.9"))
        #expect(
            text == """
                {
                  "command" : "validate",
                  "findings" : [

                  ],
                  "inputs" : [

                  ],
                  "schemaVersion" : "1.0",
                  "summary" : {
                    "errors" : 0,
                    "notes" : 0,
                    "warnings" : 0
                  },
                  "tool" : {
                    "name" : "iapkit",
                    "version" : "9.9"
                  }
                }

                """)
    }

    @Test func `every key of a finding is written, and none that has no value`() {
        let text = JSONReporter().render(SampleReport.everything)
        #expect(
            text.contains(
                """
                    {
                      "code" : "PID-010",
                      "column" : 10,
                      "command" : "sed 's/a/b/' CatPhotos/ContentInfo.plist",
                      "input" : "CatPhotos",
                      "key" : "IAPProductIdentifier",
                      "line" : 8,
                      "member" : "ContentInfo.plist",
                      "message" : "product ID 'CatPhotos' does not exist",
                      "notes" : [
                        "It can't be changed."
                      ],
                      "remedy" : "change it",
                      "severity" : "error",
                      "slug" : "product-not-found",
                      "suggestion" : "com.example.CatPhotos"
                    },
                """))
        #expect(
            text.contains(
                """
                    {
                      "code" : "LAY-001",
                      "input" : "DogPhotos",
                      "message" : "'Contents' is missing",
                      "severity" : "warning",
                      "slug" : "contents-missing"
                    }
                """))
    }

    @Test func `an input has the verdict of its worst finding, or ok`() {
        let text = JSONReporter().render(SampleReport.everything)
        let verdicts = text.split(separator: "\n").filter { $0.contains("\"verdict\"") }
        #expect(verdicts.map { $0.split(separator: "\"").last } == ["error", "warning", "ok"])
    }

    @Test func `two inputs whose names differ in their Unicode form only have verdicts of their own`() {
        var report = SampleReport.everything
        report.inputs = ["caf\u{E9}", "cafe\u{301}"].map { InputSummary(path: $0, kind: .folder) }
        report.findings = [
            Finding(
                code: FindingCode("LAY-001", "contents-missing"), severity: .error, message: "m",
                location: Location(input: "cafe\u{301}"))
        ]
        let verdicts = JSONReporter().render(report).split(separator: "\n").filter { $0.contains("\"verdict\"") }
        #expect(verdicts.map { $0.split(separator: "\"").last } == ["ok", "error"])
    }

    @Test func `hostile text is escaped as JSON asks`() {
        var report = SampleReport.everything
        report.inputs[0].path = "a\"\n\u{1B}[31m\u{2028}<"
        let text = JSONReporter().render(report)
        #expect(text.contains(#""path" : "a\"\n\u001b[31m"#))
    }
}

enum SampleReport {
    static let everything = Report(
        command: "pack", toolVersion: "9.9",
        inputs: [
            InputSummary(path: "CatPhotos", kind: .folder, productIdentifier: "CatPhotos", contentVersion: "1.0"),
            InputSummary(path: "DogPhotos", kind: .folder),
            InputSummary(
                path: "Birds", kind: .folder, productIdentifier: "com.example.Birds", contentVersion: "1.1",
                outputs: [OutputSummary(path: "dist/Birds.zip", kind: .zip, bytes: 12345, sha256: "abc")]),
        ],
        findings: [
            Finding(
                code: FindingCode("PID-010", "product-not-found"), severity: .error,
                message: "product ID 'CatPhotos' does not exist",
                location: Location(
                    input: "CatPhotos", member: "ContentInfo.plist", key: "IAPProductIdentifier",
                    position: TextPosition(line: 8, column: 10)),
                notes: ["It can't be changed."],
                remedy: Remedy("change it", command: "sed 's/a/b/' CatPhotos/ContentInfo.plist"),
                suggestion: "com.example.CatPhotos"),
            Finding(
                code: FindingCode("LAY-001", "contents-missing"), severity: .warning, message: "'Contents' is missing",
                location: Location(input: "DogPhotos")),
        ])
}
