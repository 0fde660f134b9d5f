import Findings
import Testing

@testable import Reporting

@Suite struct InspectionReportTests {
    private static let report: Report = {
        var input = InputSummary(
            path: "Cats.pkg", kind: .pkg, productIdentifier: "com.example.Cats", contentVersion: "1.0", fileCount: 1,
            contentBytes: 1_234_567)
        input.inspection = Inspection(
            bytes: 7_654_321,
            entries: [
                InspectedEntry(path: "Contents", type: .directory, bytes: 0, mode: 0o755),
                InspectedEntry(path: "Contents/a\u{1B}[31m.txt", type: .file, bytes: 1_234_567, mode: 0o4644),
                InspectedEntry(path: "Contents/l", type: .symlink, bytes: 0, mode: 0o777, target: "a"),
                InspectedEntry(path: "Contents/p", type: .other, bytes: 0, mode: 0),
            ],
            leftOut: [LeftOutRow(path: ".DS_Store", reason: "Finder's settings of a folder")],
            flatPackage: FlatPackageRow(
                component: "Cats.pkg", identifier: "Cats", version: "0", contentType: "in-app",
                generator: "InstallCmds-502 (14E46)", creationTime: "2015-07-08T20:29:21", checksum: "SHA-1",
                payloadEntries: 1, payloadBytes: 1_000_000,
                signatures: [
                    SignatureRow(style: "RSA", certificates: ["Developer ID Installer: A", ""]),
                    SignatureRow(style: "CMS", certificates: []),
                ], trailingBytes: 1_200))
        var report = Report(command: "inspect", toolVersion: "9.9", inputs: [input])
        report.compressor = "libdeflate 1.14"
        return report
    }()

    @Test func `a person reads facts, entries, and what does not belong`() {
        #expect(
            TextReporter().render(Self.report) == """
                Cats.pkg: flat package (pkg)
                  product ID   'com.example.Cats'
                  version      '1.0'
                  content      1 file, 1 folder, 1 link, 1 that no package can hold; 1,234,567 bytes
                  size         7,654,321 bytes
                  component    'Cats.pkg', identifier 'Cats', version '0', content type 'in-app'
                  made by      'InstallCmds-502 (14E46)'
                  made on      '2015-07-08T20:29:21'
                  payload      1 entry in 1,000,000 bytes
                  checksums    SHA-1
                  signed       RSA with the certificates of 'Developer ID Installer: A', no name; CMS with no certificate; not verified here
                  behind it    1,200 bytes
                  entries
                    drwxr-xr-x           Contents
                    -rw-r--r-- 1,234,567 Contents/a<U+001B>[31m.txt
                    lrwxrwxrwx           Contents/l -> a
                    ?---------           Contents/p
                  not part of the content
                    .DS_Store (Finder's settings of a folder)

                """)
    }

    @Test func `a program reads the same`() {
        let text = JSONReporter().render(Self.report)
        for part in [
            """
                  "package" : {
                    "checksum" : "SHA-1",
                    "component" : "Cats.pkg",
                    "contentType" : "in-app",
                    "creationTime" : "2015-07-08T20:29:21",
                    "generator" : "InstallCmds-502 (14E46)",
                    "identifier" : "Cats",
                    "payloadBytes" : 1000000,
                    "payloadEntries" : 1,
                    "signatures" : [
                      {
                        "certificates" : [
                          "Developer ID Installer: A",
                          ""
                        ],
                        "style" : "RSA"
                      },
                      {
                        "certificates" : [

                        ],
                        "style" : "CMS"
                      }
                    ],
                    "trailingBytes" : 1200,
                    "version" : "0"
                  },
            """,
            """
                    {
                      "bytes" : 1234567,
                      "mode" : "4644",
                      "path" : "Contents/a\\u001b[31m.txt",
                      "type" : "file"
                    },
            """,
            """
                      "mode" : "0777",
                      "path" : "Contents/l",
                      "target" : "a",
                      "type" : "symlink"
            """,
            """
                  "leftOut" : [
                    {
                      "path" : ".DS_Store",
                      "reason" : "Finder's settings of a folder"
                    }
                  ],
            """,
            """
                "compressor" : "libdeflate 1.14",
            """,
        ] {
            #expect(text.contains(part), "\(part) is not in \(text)")
        }
    }

    @Test func `quiet says nothing of an input that can be opened`() {
        #expect(TextReporter(style: TextStyle(verbosity: .quiet)).render(Self.report).isEmpty)
    }
}
