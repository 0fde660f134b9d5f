import Checks
import ContentModel
import Findings
import Packaging
import TestSupport
import Testing

/// The cases of the real world that are about content, met in a zip; and zips of other things.
@Suite struct ZipContentCaseTests {
    /// The findings for a zip with `ContentInfo.plist`, `Contents/a.txt` and these files.
    private static func findings(adding names: String...) throws -> [Finding] {
        let lines = names.map { "archive.writestr('\($0)', 'x')" }
        return try ZipCaseTests.findings(
            (["archive.writestr('Contents/a.txt', 'a')"] + lines + ["archive.close()"]).joined(separator: "\n"))
    }

    /// The findings for a zip of these files only; a name that ends in a slash is a folder.
    private static func findings(ofOnly names: String...) throws -> [Finding] {
        let lines = names.map { "archive.writestr('\($0)', '' if '\($0)'.endswith('/') else 'x')" }
        return try ZipCaseTests.findings(
            (["archive.close()", "archive = zipfile.ZipFile(path, 'w')"] + lines + ["archive.close()"])
                .joined(separator: "\n"))
    }

    @Test func `A11: a pack within the pack is a warning in a zip too`() throws {
        expect(
            try Self.findings(adding: "Contents/ContentInfo.plist", "Contents/Contents/a.txt"),
            ["LAY-005 warning Contents/ContentInfo.plist"],
            "'Contents' holds a whole content folder; its payload would arrive at 'Contents/Contents'")
    }

    @Test func `A12: payload beside Contents is a warning in a zip too`() throws {
        expect(
            try Self.findings(adding: "map.json"), ["LAY-004 warning map.json"],
            "file 'map.json' lies beside 'Contents'; only what is in 'Contents' is payload")
    }

    @Test func `A16: a zip without ContentInfo.plist is an error that names the file`() throws {
        expect(
            try Self.findings(ofOnly: "Contents/a.txt"), ["PLI-001 error ContentInfo.plist"],
            "'ContentInfo.plist' is missing")
    }

    @Test func `A17: a zip of one pkg says what was expected, what was found, and what to give`() throws {
        let found = try Self.findings(ofOnly: "pack1.pkg")
        expect(
            found, ["PLI-001 error ContentInfo.plist"],
            "expected 'ContentInfo.plist' and 'Contents/', found one .pkg, 'pack1.pkg'")
        #expect(
            found.first?.remedy
                == Remedy("unzip it and give the .pkg, or pack the content folder that it was made from"))
    }

    @Test func `C02: names equal after normalisation, and one that is not UTF-8, are errors in a zip too`() throws {
        let found = try ZipCaseTests.findings(
            """
            archive.writestr('Contents/cafe\\u0301.txt', '1'); archive.writestr('Contents/caf\\u00e9.txt', '2')
            archive.writestr('Contents/caf@', '3'); archive.close()
            data = open(path, 'rb').read().replace(b'Contents/caf@', b'Contents/caf\\xe9')
            open(path, 'wb').write(data)
            """)
        let expected = [
            "NAM-001 error Contents/caf\\xE9", "NAM-002 error Contents/cafe\u{301}.txt",
            "NAM-002 error Contents/caf\u{E9}.txt",
        ]
        #expect(summaries(found).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test func `C05: a zip of exactly 65,535 entries gives no finding`() throws {
        let found = try ZipCaseTests.findings(
            """
            for number in range(65_535 - 1): archive.writestr('Contents/%d' % number, '')
            archive.close()
            """)
        expect(found, [])
    }

    @Test func `C14: what a Mac and Windows leave behind is a warning in a zip too`() throws {
        expect(
            try Self.findings(
                adding: "Contents/.DS_Store", "Contents/._a.txt", "Contents/Thumbs.db", "Contents/sub/.DS_store"),
            [
                "FIL-008 warning Contents/.DS_Store", "FIL-008 warning Contents/._a.txt",
                "FIL-008 warning Contents/Thumbs.db", "FIL-008 warning Contents/sub/.DS_store",
            ])
    }

    @Test func `C15: the AppleDouble twin is flagged in a zip, and never taken for the property list`() throws {
        expect(try Self.findings(adding: "._ContentInfo.plist"), ["FIL-008 warning ._ContentInfo.plist"])
        expect(
            try Self.findings(ofOnly: "._ContentInfo.plist", "Contents/a.txt"),
            ["FIL-008 warning ._ContentInfo.plist", "PLI-001 error ContentInfo.plist"])
    }

    @Test func `C17: a pipe and a socket in a zip are errors at their paths`() throws {
        let found = try ZipCaseTests.findings(
            """
            for name, mode in (('pipe', 0o010644), ('socket', 0o140644), ('a.txt', 0o100644)):
                entry = zipfile.ZipInfo('Contents/' + name)
                entry.create_system, entry.external_attr = 3, mode << 16
                archive.writestr(entry, '')
            archive.close()
            """)
        expect(
            found, ["FIL-006 error Contents/pipe", "FIL-006 error Contents/socket"],
            "'Contents/pipe' is a named pipe; a package can't hold it")
    }

    // MARK: Zips of other things

    @Test func `a zip that Finder made of the folder says to zip what is in it`() throws {
        // Finder also writes the folders, and a twin for each file that has attributes.
        let found = try ZipCaseTests.findings(
            """
            archive.close(); archive = zipfile.ZipFile(path, 'w')
            for name in ('CatPhotos/', 'CatPhotos/ContentInfo.plist', '__MACOSX/', '__MACOSX/CatPhotos/',
                    '__MACOSX/CatPhotos/._ContentInfo.plist', 'CatPhotos/Contents/', 'CatPhotos/.DS_Store',
                    '__MACOSX/CatPhotos/._.DS_Store', 'CatPhotos/Contents/a.txt', '__MACOSX/._CatPhotos'):
                archive.writestr(name, '' if name.endswith('/') else 'x')
            archive.close()
            """)
        expect(
            found, ["PLI-001 error ContentInfo.plist"],
            "'ContentInfo.plist' is not at the root of the zip, but in the folder 'CatPhotos' in it")
        #expect(found.first?.remedy == Remedy("zip what is in 'CatPhotos', not 'CatPhotos' itself"))
    }

    @Test func `an app is told to be an app`() throws {
        let ios = "input is no content package: an app (.ipa), 'Cats.app', not a package of In-App Purchase content"
        expect(
            try Self.findings(
                ofOnly: "iTunesMetadata.plist", "Payload/", "Payload/Cats.app/", "Payload/Cats.app/Info.plist"),
            ["PKG-001 error -"], ios)
        expect(try Self.findings(ofOnly: "Payload/Cats.app/Info.plist"), ["PKG-001 error -"], ios)
        let mac = "input is no content package: an app for macOS, 'Cats.app', not a package of In-App Purchase content"
        expect(try Self.findings(ofOnly: "Cats.app/Contents/Info.plist"), ["PKG-001 error -"], mac)
        expect(
            try Self.findings(
                ofOnly: "Cats.app/", "Cats.app/Contents/", "Cats.app/Contents/Info.plist", "__MACOSX/._Cats.app"),
            ["PKG-001 error -"], mac)
        // The name is a stranger's.
        expect(
            try Self.findings(ofOnly: "Payload/\\x1b[31m.app/Info.plist"), ["PKG-001 error -"],
            "input is no content package: an app (.ipa), '\\x1B[31m.app', not a package of In-App Purchase content")
    }

    @Test func `content is content whatever lies beside it, and a folder of no app is no app`() throws {
        expect(
            try Self.findings(adding: "Payload/Cats.app/Info.plist"), ["LAY-004 warning Payload"])
        for name in ["Payload/Cats.app", "Payload/Cats/Info.plist", "Cats.app/Info.plist", "Payload/.app/Info.plist"] {
            let found = try Self.findings(ofOnly: name)
            expect(found, ["PLI-001 error ContentInfo.plist"])
        }
    }
}
