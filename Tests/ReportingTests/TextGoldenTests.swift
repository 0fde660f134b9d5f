import Findings
import Testing

@testable import Reporting

/// What a person reads, whole.
@Suite struct TextGoldenTests {
    private func text(_ report: Report, columns: Int? = nil, verbosity: TextStyle.Verbosity = .normal) -> String {
        TextReporter(style: TextStyle(columns: columns, verbosity: verbosity)).render(report)
    }

    @Test func `nothing was looked at`() {
        #expect(text(CISamples.empty) == "")
    }

    @Test func `one of each severity`() {
        var report = CISamples.oneOfEach
        report.findings[0].sourceLine = SourceLine(bytes: Array("\t<string>CatPhotos</string>".utf8), columns: 9..<18)
        #expect(
            text(report) == """
                /home/me/repo/Packs/CatPhotos/ContentInfo.plist:8:10: error: product ID 'CatPhotos' does not exist [PID-010 product-not-found]
                    8 |     <string>CatPhotos</string>
                      |             ^^^^^^^^^
                    It can't be changed.
                    To mend it, change it:
                        iapkit edit Packs/CatPhotos --product-id com.example.CatPhotos
                /home/me/repo/Packs/CatPhotos: not valid, 1 error

                dist/Dogs.zip/ContentInfo.plist:1:1: warning: ContentInfo.plist is an old-style property list [PLI-006 old-style-property-list]
                    To mend it, write it as XML.
                dist/Dogs.zip: valid, 1 warning

                /elsewhere/Birds: note: '.nomedia' is hidden [FIL-009 hidden-file]
                /elsewhere/Birds: valid, 1 note

                Fish: valid

                4 inputs: 3 valid, 1 not valid; 1 error, 1 warning, 1 note

                """)
    }

    @Test func `on a terminal a headline breaks between words, and the place and the code stay whole`() {
        var report = CISamples.oneOfEach
        report.inputs.removeLast(3)
        report.findings.removeLast(2)
        #expect(
            text(report, columns: 60) == """
                /home/me/repo/Packs/CatPhotos/ContentInfo.plist:8:10: error:
                    product ID 'CatPhotos' does not exist
                    [PID-010 product-not-found]
                    It can't be changed.
                    To mend it, change it:
                        iapkit edit Packs/CatPhotos --product-id com.example.CatPhotos
                /home/me/repo/Packs/CatPhotos: not valid, 1 error

                """)
    }

    @Test func `hostile names`() {
        #expect(
            text(CISamples.hostile) == """
                a<U+000A><U+000D>%0A::error::<b>&"'<U+001B>[31m<U+202E><U+0000>/Contents/\\xFF\\x5C%41\\x0A::x \u{E9}: note: \
                'a<U+000A><U+000D>%0A::error::<b>&"'<U+001B>[31m<U+202E><U+0000>' and {0} and [a link](http://example.com) \
                [FIL-009 hidden-file]
                a<U+000A><U+000D>%0A::error::<b>&"'<U+001B>[31m<U+202E><U+0000>: valid, 1 note

                a,b:c.zip/Contents/]]> --> 100%<U+202E>: error: m [PID-010 product-not-found]
                a,b:c.zip: not valid, 1 error

                2 inputs: 1 valid, 1 not valid; 1 error, 1 note; 1 failure

                """)
    }

    @Test func `a finding about what is no input is told all the same`() {
        #expect(text(CISamples.noLocation) == ".: note: m [FIL-009 hidden-file]\n")
    }

    @Test func `two findings about one place show it once, and one advice is given once`() {
        func finding(_ description: FindingDescription, _ column: Int) -> Finding {
            var finding = Finding(
                code: description.code, severity: .warning, message: "m",
                location: Location(
                    input: "A", member: "ContentInfo.plist", position: TextPosition(line: 8, column: column)),
                notes: ["Why."], remedy: Remedy("mend it"))
            finding.sourceLine = SourceLine(bytes: Array("abc".utf8), columns: column - 1..<3)
            return finding
        }
        let report = Report(
            command: "validate", toolVersion: "9.9", inputs: [InputSummary(path: "A", kind: .folder)],
            findings: [finding(CISamples.hidden, 2), finding(CISamples.notFound, 2), finding(CISamples.oldStyle, 3)])
        #expect(
            text(report) == """
                A/ContentInfo.plist:8:2: warning: m [FIL-009 hidden-file]
                    8 | abc
                      |  ^^
                    Why.
                    To mend it, mend it.
                A/ContentInfo.plist:8:2: warning: m [PID-010 product-not-found]
                A/ContentInfo.plist:8:3: warning: m [PLI-006 old-style-property-list]
                    8 | abc
                      |   ^
                A: valid, 3 warnings

                """)
    }

    /// So many folders; the product of each third is missing, and each has a hidden file.
    private func many(_ count: Int) -> Report {
        let names = (0..<count).map { "p" + String($0 + 1_000_000).dropFirst() }
        return Report(
            command: "validate", toolVersion: "9.9", inputs: names.map { InputSummary(path: $0, kind: .folder) },
            findings: names.enumerated().flatMap { index, name in
                [
                    Finding(
                        code: CISamples.hidden.code, severity: .note, message: "hidden", location: Location(input: name)
                    )
                ]
                    + (index.isMultiple(of: 3)
                        ? [
                            Finding(
                                code: CISamples.notFound.code, severity: .error, message: "'\(name)' is missing",
                                location: Location(input: name))
                        ] : [])
            })
    }

    @Test func `of a thousand folders the first findings of a kind are told, and how many more there are`() {
        let lines = text(many(1000)).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.count < 60)
        #expect(lines.count { $0.hasSuffix("[FIL-009 hidden-file]") } == 11)
        #expect(lines.count { $0.hasSuffix("[PID-010 product-not-found]") } == 11)
        #expect(
            lines.suffix(6) == [
                "error: 324 more, in 324 inputs from p000030 to p000999 [PID-010 product-not-found]",
                "note: 990 more, in 990 inputs from p000010 to p000999 [FIL-009 hidden-file]",
                "--verbose tells each of them.", "", "1,000 inputs: 666 valid, 334 not valid; 334 errors, 1,000 notes",
                "",
            ])
        let all = text(many(1000), verbosity: .verbose)
        #expect(all.split(separator: "\n").count { $0.hasSuffix("]") } == 1334)
        #expect(!all.contains(" more, in "))
    }

    @Test func `a kind that was found twenty times is told twenty times, and every input is listed`() {
        let report = text(many(20))
        #expect(report.split(separator: "\n").count { $0.hasSuffix("[FIL-009 hidden-file]") } == 20)
        #expect(!report.contains("more"))
        #expect(report.contains("\np000019: valid, 1 note\n"))
    }

    @Test func `of many inputs those that are all right are counted, and with verbose listed`() {
        var report = many(300)
        report.findings = report.findings.filter { $0.severity == .error && $0.location.input < "p000006" }
        #expect(
            text(report) == """
                p000000: error: 'p000000' is missing [PID-010 product-not-found]
                p000000: not valid, 1 error

                p000003: error: 'p000003' is missing [PID-010 product-not-found]
                p000003: not valid, 1 error

                300 inputs: 298 valid, 2 not valid; 2 errors

                """)
        #expect(text(report, verbosity: .verbose).contains("\np000299: valid\n"))
        report.findings = []
        #expect(text(report) == "300 inputs: 300 valid; no findings\n")
        #expect(text(report, verbosity: .quiet) == "")
    }

    @Test func `quiet tells the kinds that make a run fail, and how many more of them there are`() {
        let lines = text(many(1000), verbosity: .quiet).split(separator: "\n")
        #expect(lines.count { $0.contains(": error: ") } == 10)
        #expect(
            lines.suffix(2).first
                == "error: 324 more, in 324 inputs from p000030 to p000999 [PID-010 product-not-found]")
        #expect(!lines.contains { $0.contains("note") })
    }

    @Test func `what was not packed and has no finding is listed among many all the same`() {
        var report = many(100)
        report.command = "pack"
        report.findings = []
        for index in report.inputs.indices where index != 50 {
            let output = OutputSummary(path: "d/\(index).zip", kind: .zip, bytes: 10, sha256: nil)
            report.inputs[index].outputs = [output]
        }
        report.failures = [RunFailure(subject: "d/50.zip", reason: "the file exists")]
        #expect(
            text(report) == """
                p000050: not packed

                100 inputs: 99 packed (990 bytes), 1 not packed; no findings; 1 failure

                """)
        #expect(text(report, verbosity: .verbose).contains("p000099: wrote d/99.zip, 10 bytes\n"))
        // A dry run is asked for the paths.
        for index in report.inputs.indices where index != 50 {
            report.inputs[index].outputs = [OutputSummary(path: "d/\(index).zip", kind: .zip, bytes: nil, sha256: nil)]
        }
        #expect(text(report).split(separator: "\n").count == 101)
    }

    @Test func `very many findings in one input are folded too`() {
        let report = Report(
            command: "validate", toolVersion: "9.9", inputs: [InputSummary(path: "A", kind: .folder)],
            findings: (0..<5000).map {
                Finding(
                    code: CISamples.hidden.code, severity: .note, message: "hidden",
                    location: Location(input: "A", member: "Contents/\($0)"))
            })
        let lines = text(report).split(separator: "\n")
        #expect(lines.count == 13)
        #expect(lines[10] == "A: valid, 5,000 notes")
        #expect(lines[11] == "note: 4,990 more, in A [FIL-009 hidden-file]")
    }
}
