import Findings
import TestSupport
import Testing

@testable import Reporting

/// A JSON report read again.
@Suite struct JSONReportReaderTests {
    private static let samples = [
        CISamples.empty, CISamples.oneOfEach, CISamples.hostile, CISamples.noLocation, SampleReport.everything,
        withLines,
    ]

    /// Source lines: of text, of bytes that are none, and cut at both ends.
    private static var withLines: Report {
        var report = CISamples.oneOfEach
        report.findings[0].sourceLine = SourceLine(bytes: Array("\t<string>日本\u{1B}</string>".utf8), columns: 9..<12)
        report.findings[1].sourceLine = SourceLine(
            bytes: [0x61, 0xE9, 0x62], columns: 1..<2, isCutAtStart: true, isCutAtEnd: true)
        return report
    }

    private static func reader(for report: Report) -> JSONReportReader {
        JSONReportReader(rules: report.rules + report.inputs.flatMap(\.checks).map { description(of: $0.code) })
    }

    private static func description(of code: FindingCode) -> FindingDescription {
        FindingDescription(
            code: code, defaultSeverity: .note, summary: "", why: "", remedy: "", evidence: .judgement(""))
    }

    @Test(arguments: samples)
    func `a report read again tells the same in every format`(report: Report) throws {
        var again = try Self.reader(for: report).read(Array(JSONReporter().render(report).utf8))
        again.rules = report.rules
        again.failedSeverity = report.failedSeverity
        again.workingFolders = report.workingFolders
        again.explanations = report.explanations
        again.changes = report.changes
        for format in ReportFormat.allCases {
            for verbosity in [TextStyle.Verbosity.quiet, .normal, .verbose] {
                let reporter = format.reporter(style: TextStyle(verbosity: verbosity))
                #expect(reporter.render(again) == reporter.render(report), "\(format)")
            }
        }
    }

    @Test func `a source line is kept to the byte, and what is none is refused`() throws {
        let report = Self.withLines
        let text = JSONReporter().render(report)
        #expect(text.contains(#""hex" : "61e962""#))
        #expect(try Self.reader(for: report).read(Array(text.utf8)).findings == report.findings)
        let good = #""hex" : "61e962""#
        for wrong in [#""hex" : "6x""#, #""hex" : "616""#, #""hex" : 7"#, #""basis" : "61""#] {
            let bytes = Array(text.replacing(good, with: wrong).utf8)
            #expect(throws: ReportReadError.self) { _ = try Self.reader(for: report).read(bytes) }
        }
        let far = Array(text.replacing(#""start" : 10"#, with: #""start" : 9223372036854775807"#).utf8)
        #expect(throws: ReportReadError.self) { _ = try Self.reader(for: report).read(far) }
    }

    @Test func `a byte-order mark and keys of later versions are passed over`() throws {
        let text =
            #"{"tool":{"name":"iapkit","version":"2"},"schemaVersion":"1.7","new":[{}],"command":"validate","#
            + #""inputs":[],"findings":[],"failures":null}"#
        let report = try JSONReportReader(rules: []).read([0xEF, 0xBB, 0xBF] + Array(text.utf8))
        #expect(report.command == "validate")
        #expect(report.toolVersion == "2")
        #expect(report.isComplete)
        #expect(report.inputs.isEmpty && report.findings.isEmpty && report.failures.isEmpty)
    }

    /// The keys that every report has, on a line of their own.
    private static let start = #"{"tool":{"name":"iapkit","version":"1"},"schemaVersion":"1.0","command":"validate","#

    private static let mistakes: [(String, String, Int?, Int?)] = [
        ("", "it is empty", nil, nil),
        ("[]", "there is an array where an object must be", 1, 1),
        ("{\n", "not well-formed JSON: it ends too early", 2, 1),
        ("{} {}", "more text follows the end of the report", 1, 4),
        ("{}", "it is no report of iapkit: 'tool' does not name it", 1, 1),
        (#"{"tool":{"name":"other"}}"#, "it is no report of iapkit: 'tool' does not name it", 1, 1),
        (
            #"{"tool":{"name":"iapkit"},"schemaVersion":"2.0"}"#,
            "the version of its format is '2.0', and this iapkit reads 1.0", 1, 1
        ),
        (start + "\n\"inputs\":[]}", "the key 'findings' is missing", 1, 1),
        (start + "\n\"inputs\":7,\"findings\":[]}", "'inputs': there is a number where an array must be", 2, 10),
        (start + "\n\"findings\":[],\"inputs\":[{\"kind\":\"zip\"}]}", "the key 'path' is missing", 2, 25),
        (
            start + "\n\"findings\":[],\"inputs\":[{\"path\":\"a\",\"kind\":\"rar\"}]}",
            "'kind': 'rar' is not known here", 2, 44
        ),
        (
            start + "\n\"findings\":[],\"inputs\":[{\"path\":\"a\",\"kind\":\"zip\",\"fileCount\":-1}]}",
            "'fileCount': there is a number where a whole number must be", 2, 62
        ),
        (
            start + "\n\"findings\":[],\"inputs\":[{\"path\":\"a\",\"kind\":\"zip\",\"contentBytes\":1e300}]}",
            "'contentBytes': there is a number where a whole number must be", 2, 65
        ),
        (
            start + "\n\"findings\":[],\"inputs\":[{\"path\":\"a\",\"kind\":\"zip\",\"checkList\":0}]}",
            "there is no list of checks 0", 2, 25
        ),
        (
            start + "\n\"findings\":[],\"inputs\":[],\"checkLists\":[{\"ran\":[\"XYZ-001\"]}]}",
            "this iapkit has no check 'XYZ-001'", 2, 49
        ),
        (
            start + "\n\"findings\":[],\"inputs\":[],\"shard\":{\"index\":3,\"count\":2,\"inputCount\":0}}",
            "'shard': there is no shard 3 of 2", 2, 35
        ),
        (
            start
                + "\n\"findings\":[],\"inputs\":[],\"shard\":{\"index\":1,\"count\":2,\"inputCount\":1,\"positions\":[0]}}",
            "its shard has 1 position for 0 inputs", 1, 1
        ),
    ]

    @Test(arguments: mistakes)
    func `what is no report is told with its place`(text: String, reason: String, line: Int?, column: Int?) {
        #expect(throws: ReportReadError(reason: reason, line: line, column: column)) {
            try JSONReportReader(rules: []).read(Array(text.utf8))
        }
    }

    @Test(arguments: [#"{"index":1,"count":0,"inputCount":0}"#, #"{"index":0,"count":0,"inputCount":0}"#])
    func `a shard of none is refused`(shard: String) {
        let text = Self.start + "\"inputs\":[],\"findings\":[],\"shard\":\(shard)}"
        #expect(throws: ReportReadError.self) { try JSONReportReader(rules: []).read(Array(text.utf8)) }
    }

    @Test func `sizes that somebody made up are told, and trap nowhere`() throws {
        let most = Int64.max
        let output = OutputSummary(path: "o", kind: .zip, bytes: most, sha256: nil, savedBytes: most)
        let inputs = ["a", "b"].map {
            InputSummary(path: $0, kind: .folder, contentBytes: most, outputs: [output, output])
        }
        let report = Report(command: "pack", toolVersion: "1", inputs: inputs)
        let again = try JSONReportReader(rules: []).read(Array(JSONReporter().render(report).utf8))
        #expect(again.inputs.map(\.contentBytes) == [most, most])
        #expect(again.inputs.flatMap(\.outputs) == [output, output, output, output])
        for format in ReportFormat.allCases {
            let reporter = format.reporter(style: TextStyle(verbosity: .verbose))
            #expect(reporter.render(again) == reporter.render(report))
        }
    }

    @Test func `bytes that are not UTF-8 are told with their place`() {
        #expect(throws: ReportReadError(reason: "a byte is not UTF-8", line: 2, column: 1)) {
            try JSONReportReader(rules: []).read([0x7B, 0x0A, 0xFF])
        }
    }

    @Test func `a report cut off anywhere is refused`() {
        let bytes = Array(JSONReporter().render(SampleReport.everything).utf8.dropLast())
        let reader = Self.reader(for: SampleReport.everything)
        for count in bytes.indices {
            #expect(throws: ReportReadError.self) { try reader.read(Array(bytes[..<count])) }
        }
    }

    @Test func `damage is refused or read, and nothing worse`() {
        let bytes = Array(JSONReporter().render(SampleReport.everything).utf8)
        let reader = Self.reader(for: SampleReport.everything)
        var random = TestRandom(seed: 5)
        var refusals = 0
        for _ in 0..<3000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(ReportReadError) { _ = try reader.read(damaged) } catch { refusals += 1 }
        }
        #expect(refusals > 1000)
    }
}
