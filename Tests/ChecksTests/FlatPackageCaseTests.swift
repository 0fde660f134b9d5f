import ArchiveFormats
import Checks
import ContentModel
import Findings
import Packaging
import TestSupport
import Testing

/// The cases of the real world, met in a flat package.
@Suite struct FlatPackageCaseTests {
    /// The findings for a package whose payload is a content folder and more; all its parts agree.
    private static func findings(_ change: (inout HandMadePayload) -> Void) throws -> [Finding] {
        var payload = HandMadePayload.contentFolder()
        change(&payload)
        return try HandMadePackage(payload).findings()
    }

    @Test func `A11: a pack within the pack is a warning in a package too`() throws {
        let found = try Self.findings {
            $0.file("./Contents/ContentInfo.plist", HandMadePackage.contentInfo)
            $0.folder("./Contents/Contents")
            $0.file("./Contents/Contents/a.txt", "a")
        }
        expect(
            found, ["LAY-005 warning Contents/ContentInfo.plist"],
            "'Contents' holds a whole content folder; its payload would arrive at 'Contents/Contents'")
    }

    @Test func `A12: payload beside Contents is a warning in a package too`() throws {
        expect(
            try Self.findings { $0.file("./map.json", "{}") }, ["LAY-004 warning map.json"],
            "file 'map.json' lies beside 'Contents'; only what is in 'Contents' is payload")
    }

    @Test func `A16: a package without ContentInfo.plist is an error that names the file`() throws {
        expect(
            try Self.findings { $0.entries.remove(at: 1) }, ["PLI-001 error ContentInfo.plist"],
            "'ContentInfo.plist' is missing")
    }

    @Test func `C02: names equal after normalisation, and one that is not UTF-8, are errors in a package too`() throws {
        let found = try Self.findings {
            $0.file("./Contents/cafe\u{301}.txt", "1")
            $0.entries.append(.init(path: Array("./Contents/caf".utf8) + [0xE9], mode: 0o100644, content: []))
            $0.file("./Contents/caf\u{E9}.txt", "2")
        }
        let expected = [
            "NAM-001 error Contents/caf\\xE9", "NAM-002 error Contents/cafe\u{301}.txt",
            "NAM-002 error Contents/caf\u{E9}.txt",
        ]
        // Bytes, since `String` takes the two names for one.
        #expect(summaries(found).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test func `C12: a link whose long target ends outside is an error in a package too`() throws {
        let found = try Self.findings {
            $0.link("./Contents/link", to: String(repeating: "x", count: 1991) + "/../../..")
        }
        expect(found, ["FIL-004 error Contents/link"])
        let absolute = try Self.findings { $0.link("./Contents/link", to: "/etc/passwd") }
        expect(absolute, ["FIL-003 error Contents/link"])
        expect(try Self.findings { $0.link("./Contents/link", to: "a.txt") }, [])
    }

    @Test func `C14: what a Mac and Windows leave behind is a warning in a package too`() throws {
        let found = try Self.findings {
            $0.file("./Contents/.DS_Store", "")
            $0.file("./Contents/._a.txt", "")
            $0.file("./Contents/Thumbs.db", "")
            $0.folder("./Contents/sub")
            $0.file("./Contents/sub/.DS_store", "")
        }
        expect(
            found,
            [
                "FIL-008 warning Contents/.DS_Store", "FIL-008 warning Contents/._a.txt",
                "FIL-008 warning Contents/Thumbs.db", "FIL-008 warning Contents/sub/.DS_store",
            ])
    }

    @Test func `C15: the AppleDouble twin is flagged in a package, and never taken for the property list`() throws {
        expect(
            try Self.findings { $0.file("./._ContentInfo.plist", "junk") }, ["FIL-008 warning ._ContentInfo.plist"])
        let without = try Self.findings {
            $0.entries.remove(at: 1)
            $0.file("./._ContentInfo.plist", "junk")
        }
        expect(without, ["FIL-008 warning ._ContentInfo.plist", "PLI-001 error ContentInfo.plist"])
    }

    @Test func `C17: a pipe and a socket in a package are errors at their paths`() throws {
        let found = try Self.findings {
            $0.add("./Contents/pipe", 0o010644)
            $0.add("./Contents/socket", 0o140644)
        }
        expect(
            found, ["FIL-006 error Contents/pipe", "FIL-006 error Contents/socket"],
            "'Contents/pipe' is a named pipe; a package can't hold it")
    }

    @Test func `C24: a backslash in a package is an error at the entry, and Contents is missing`() throws {
        let found = try Self.findings {
            $0.entries.removeLast(2)
            $0.file("./Contents\\a.txt", "a")
        }
        expect(found, ["LAY-001 error Contents", "NAM-005 error Contents\\x5Ca.txt"])
    }

    @Test func `C29: a payload with one path twice, or as a file and a folder, is damaged`() throws {
        func check(_ detail: String, _ change: (inout HandMadePayload) -> Void) throws {
            var payload = HandMadePayload.contentFolder()
            var package = try HandMadePackage(payload)
            change(&payload)
            package["Payload"] = .stored("Payload", HandMadePackage.gzip(payload.cpio))
            expect(
                try package.findings(), ["PKG-003 error -"],
                "package is damaged: the entry 'Contents/a.txt\(detail)")
        }
        try check("' is in the payload twice") { $0.file("./Contents/a.txt", "b") }
        try check("' is in the payload twice") { $0.folder("./Contents/a.txt") }
        try check("/b' is in a folder that is a file as well") { $0.file("./Contents/a.txt/b", "b") }
    }

    @Test(arguments: [("./../a", "a path with '..' in it"), ("/a", "an absolute path"), (".//a", "an absolute path")])
    func `a path that leads out of the package is refused`(path: String, what: String) throws {
        var payload = HandMadePayload.contentFolder()
        var package = try HandMadePackage(payload)
        payload.file(path, "")
        package["Payload"] = .stored("Payload", HandMadePackage.gzip(payload.cpio))
        let findings = try package.findings()
        expect(findings, ["PKG-003 error -"])
        #expect(findings.first?.message.hasSuffix("' is \(what)") == true)
    }

    @Test func `C35: an image that may be executed is an image in a package too`() throws {
        expect(try Self.findings { $0.add("./Contents/b.png", 0o100755, "\u{89}PNG") }, [])
        expect(
            try Self.findings { $0.add("./Contents/run", 0o100644, "#!/bin/sh\n") },
            ["FIL-002 warning Contents/run"])
    }

    @Test func `a package of the folder above the content folder says what to pack`() throws {
        var payload = HandMadePayload()
        payload.folder(".")
        payload.folder("./Cats")
        payload.file("./Cats/ContentInfo.plist", HandMadePackage.contentInfo)
        payload.folder("./Cats/Contents")
        payload.file("./Cats/Contents/a.txt", "a")
        let found = try HandMadePackage(payload).findings()
        expect(
            found, ["PLI-001 error ContentInfo.plist"],
            "'ContentInfo.plist' is not at the root of the payload, but in the folder 'Cats' in it")
        #expect(found.first?.remedy == Remedy("pack 'Cats', not the folder that it is in"))
    }

    @Test func `D07: three names for each member are one name`() throws {
        var package = try HandMadePackage()
        package.parts = package.parts.map { part in
            var part = part
            part.nameCount = 3
            return part
        }
        package.distribution?.nameCount = 3
        expect(try package.findings(), [])
    }

    @Test(arguments: ["pack1.pkg", "pack1.mpkg", "PACK1.PKG"])
    func `D09: a folder that is named as a package is told to be a folder`(name: String) throws {
        try withTemporaryFolder { folder in
            try folder.write("\(name)/Contents/Archive.pax.gz", "x")
            try folder.write("\(name)/Contents/Info.plist", ContentInfoText.xml())
            let findings = Examination.run([try ContentInput.open(folder.path(name))])[0].findings
            expect(
                findings, ["PKG-001 error -"],
                "input is no content package: no flat package, but a folder that is named as one")
        }
    }

    @Test func `D09: a content folder that is named as a package is a content folder`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1.pkg")
            expect(Examination.run([try ContentInput.open(path)])[0].findings, [])
        }
    }
}
