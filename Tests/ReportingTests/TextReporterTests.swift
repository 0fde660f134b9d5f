import Findings
import Testing

@testable import Reporting

@Suite struct TextReporterTests {
    @Test func `a person reads the place, the reason, the way out and a summary`() {
        #expect(
            TextReporter().render(SampleReport.everything) == """
                CatPhotos/ContentInfo.plist:8:10: error: product ID 'CatPhotos' does not exist [PID-010 product-not-found]
                    It can't be changed.
                    To mend it, change it:
                        sed 's/a/b/' CatPhotos/ContentInfo.plist
                CatPhotos: not packed, 1 error ('CatPhotos', version 1.0)

                DogPhotos: warning: 'Contents' is missing [LAY-001 contents-missing]
                DogPhotos: not packed, 1 warning

                Birds: wrote dist/Birds.zip ('com.example.Birds', version 1.1), 12,345 bytes

                3 inputs: 1 packed (12,345 bytes), 2 not packed; 1 error, 1 warning

                """)
    }

    @Test func `quiet tells errors only`() {
        #expect(
            TextReporter(style: TextStyle(verbosity: .quiet)).render(SampleReport.everything) == """
                CatPhotos/ContentInfo.plist:8:10: error: product ID 'CatPhotos' does not exist [PID-010 product-not-found]
                    It can't be changed.
                    To mend it, change it:
                        sed 's/a/b/' CatPhotos/ContentInfo.plist

                """)
    }

    @Test func `E26: quiet about a valid input says nothing`() {
        let report = Report(
            command: "validate", toolVersion: "9.9", inputs: [InputSummary(path: "Birds", kind: .folder)])
        #expect(TextReporter(style: TextStyle(verbosity: .quiet)).render(report).isEmpty)
        #expect(TextReporter().render(report) == "Birds: valid\n")
    }

    @Test(
        arguments: zip(
            [1_234, 0, nil],
            [
                "\n  1,234 bytes (9.1 %) smaller than with --compression default\n",
                "\n  no smaller than with --compression default\n", "\n",
            ]))
    func `what the smallest compression saved is told`(saved: Int64?, line: String) {
        let output = OutputSummary(path: "Birds.zip", kind: .zip, bytes: 12_345, sha256: nil, savedBytes: saved)
        let report = Report(
            command: "pack", toolVersion: "9.9", inputs: [InputSummary(path: "Birds", kind: .folder, outputs: [output])]
        )
        #expect(TextReporter().render(report) == "Birds: wrote Birds.zip, 12,345 bytes" + line)
    }

    @Test func `a folder that is right and could not be packed is not called anything else`() {
        let report = Report(
            command: "pack", toolVersion: "9.9", inputs: [InputSummary(path: "Birds", kind: .folder)],
            failures: [RunFailure(subject: "Birds.zip", reason: "the file exists")])
        #expect(TextReporter().render(report) == "Birds: not packed\n")
    }

    @Test func `a candidate in another Unicode form is shown, though Swift takes it for equal`() {
        let report = Report(
            command: "match", toolVersion: "9.9", inputs: [InputSummary(path: "Cats", kind: .folder)],
            matches: [
                MatchRow(
                    path: "Cats", productIdentifier: "cafe\u{301}", status: .near, candidate: "caf\u{E9}", reason: "why"
                )
            ])
        #expect(TextReporter().render(report).contains("nearest: caf\u{E9}\n"))
    }

    @Test func `colours are added around words and change none`() {
        let plain = TextReporter().render(SampleReport.everything)
        let colored = TextReporter(style: TextStyle(usesColor: true)).render(SampleReport.everything)
        #expect(!plain.contains("\u{1B}"))
        #expect(colored.contains("\u{1B}[1;31merror\u{1B}[0m"))
        #expect(colored.replacing(/\x1B\[[0-9;]*m/, with: "") == plain)
    }

    @Test func `a hostile name can neither steer the terminal nor break the line`() {
        var report = SampleReport.everything
        report.inputs = [InputSummary(path: "a\n\u{1B}[31m\u{202E}b", kind: .folder)]
        report.findings = []
        #expect(TextReporter().render(report) == "a<U+000A><U+001B>[31m<U+202E>b: not packed\n")
    }

    @Test func `a table of matches gives the reason below the row`() {
        let report = Report(
            command: "match", toolVersion: "9.9",
            inputs: [InputSummary(path: "Cats", kind: .folder), InputSummary(path: "Dogs", kind: .folder)],
            matches: [
                MatchRow(path: "Cats", productIdentifier: "cats", status: .near, candidate: "com.cats", reason: "why"),
                MatchRow(path: "Dogs", productIdentifier: "com.dogs", status: .exact, candidate: nil, reason: nil),
            ], unclaimed: [ProductRow(productIdentifier: "com.fish", source: "list")])
        #expect(
            TextReporter().render(report) == """
                near   Cats  cats
                       nearest: com.cats
                       why
                exact  Dogs  com.dogs

                Products that no input claims:
                  com.fish

                2 inputs: 1 matched, 1 not; no findings

                """)
    }
}
