import Findings
import Testing

@testable import Reporting

@Suite struct ComparisonReportTests {
    private static func report(_ changes: [ChangeRow]?, findings: [Finding] = []) -> Report {
        Report(
            command: "compare", toolVersion: "9.9",
            inputs: [
                InputSummary(
                    path: "Old.zip", kind: .zip, productIdentifier: "com.a", contentVersion: "1.0", fileCount: 1,
                    contentBytes: 1234),
                InputSummary(path: "New", kind: .folder, productIdentifier: "com.a", contentVersion: "1.1"),
            ], findings: findings, changes: changes)
    }

    private static let changes = [
        ChangeRow(path: "Contents/a", change: .added), ChangeRow(path: "Contents/b", change: .metadata),
        ChangeRow(path: "Contents/c", change: .modified), ChangeRow(path: "Contents/\u{1B}d", change: .removed),
    ]

    @Test func `each change has a line, and a hostile name can't steer the terminal`() {
        #expect(
            TextReporter().render(Self.report(Self.changes)) == """
                added Contents/a
                metadata Contents/b
                modified Contents/c
                removed Contents/<U+001B>d
                Old.zip and New: 1 added, 1 removed, 1 modified, 1 metadata ('com.a', version 1.0 then 1.1)

                """)
    }

    @Test func `identical content is called so, and what was not compared is not`() {
        #expect(
            TextReporter().render(Self.report([]))
                == "Old.zip and New: the same content ('com.a', version 1.0 then 1.1)\n")
        #expect(
            TextReporter().render(Self.report(nil)) == "Old.zip and New: not compared ('com.a', version 1.0 then 1.1)\n"
        )
        #expect(
            TextReporter(style: TextStyle(verbosity: .verbose)).render(Self.report([]))
                == "Old.zip and New: the same content ('com.a', version 1.0 then 1.1, 1 file with 1,234 bytes then none)\n"
        )
    }

    @Test func `quiet tells no change`() {
        #expect(TextReporter(style: TextStyle(verbosity: .quiet)).render(Self.report(Self.changes)).isEmpty)
    }

    @Test func `colours are added around words and change none`() {
        let plain = TextReporter().render(Self.report(Self.changes))
        let colored = TextReporter(style: TextStyle(usesColor: true)).render(Self.report(Self.changes))
        #expect(colored.contains("\u{1B}[32madded\u{1B}[0m"))
        #expect(colored.replacing(/\x1B\[[0-9;]*m/, with: "") == plain)
    }

    @Test func `JSON has changes, none where nothing changed, and no key where nothing was compared`() {
        let text = JSONReporter().render(Self.report([ChangeRow(path: "Contents/a", change: .metadata)]))
        #expect(
            text.contains(
                """
                  "changes" : [
                    {
                      "change" : "metadata",
                      "path" : "Contents/a"
                    }
                  ],
                """))
        #expect(JSONReporter().render(Self.report([])).contains("\"changes\" : [\n\n  ],"))
        #expect(!JSONReporter().render(Self.report(nil)).contains("changes"))
    }

    @Test func `what was unpacked is told, and what was not`() {
        var report = Report(
            command: "unpack", toolVersion: "9.9",
            inputs: [InputSummary(path: "a.zip", kind: .zip, productIdentifier: "com.a", contentVersion: "1.0")])
        #expect(TextReporter().render(report) == "a.zip: not unpacked ('com.a', version 1.0)\n")
        report.inputs[0].unpacked = UnpackedSummary(path: "Out", files: 2, bytes: 12_345)
        #expect(
            TextReporter().render(report)
                == "a.zip: unpacked to Out ('com.a', version 1.0), 2 files with 12,345 bytes\n")
        #expect(
            JSONReporter().render(report).contains(
                """
                      "unpacked" : {
                        "bytes" : 12345,
                        "files" : 2,
                        "path" : "Out"
                      },
                """))
    }
}
