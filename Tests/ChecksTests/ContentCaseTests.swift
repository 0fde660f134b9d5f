import Checks
import ContentModel
import Findings
import Foundation
import Packaging
import TestSupport
import Testing

@Suite struct ContentCaseTests {
    @Test func `A05: content a byte above 2 GiB is named with its size and the limit`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            try Self.makeSparseFile(folder.path("pack1/Contents/film.mov"), size: (1 << 31) + 1)
            let findings = Examination.findings(forFolder: pack)
            #expect(summaries(findings) == ["FIL-010 warning -"])
            let total = try #require(findings.first?.message)
            #expect(total.hasPrefix("content is 2,147,48"))
            #expect(total.contains("2 GB (2,147,483,648 bytes, or 2,000,000,000 if counted in thousands)"))
            #expect(
                findings.first?.notes == ["The largest file is 'Contents/film.mov' with 2,147,483,649 bytes."])
        }
    }

    @Test func `C06: a sparse file of 4 GiB and a byte is a matter of size`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            try Self.makeSparseFile(folder.path("pack1/Contents/film.mov"), size: (1 << 32) + 1)
            let findings = Examination.findings(forFolder: pack)
            #expect(summaries(findings) == ["FIL-010 warning -"])
            #expect(findings.first?.message.contains("4,294,967,") == true)
        }
    }

    @Test func `A11: a pack within the pack is named with the place where its payload would arrive`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder(
                "pack1", contents: ["ContentInfo.plist": ContentInfoText.xml(), "Contents/a.txt": "a"])
            let findings = Examination.findings(forFolder: pack)
            #expect(summaries(findings) == ["LAY-005 warning Contents/ContentInfo.plist"])
            #expect(
                findings.first?.message
                    == "'Contents' holds a whole content folder; its payload would arrive at 'Contents/Contents'")
        }
    }

    @Test func `A12: payload beside Contents is reported at its path and said to be left out`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            try folder.write("pack1/map.json", "{}")
            let findings = Examination.findings(forFolder: pack)
            #expect(summaries(findings) == ["LAY-004 warning map.json"])
            #expect(
                findings.first?.message
                    == "file 'map.json' lies beside 'Contents'; only what is in 'Contents' is payload")
            #expect(findings.first?.notes == ["It is left out of the package."])
        }
    }

    @Test func `A13: a valid pack gives no finding, and none promises a download`() {
        #expect(Examination.findings(for: .contentFolder()).isEmpty)
    }

    @Test func `A16: a folder without ContentInfo.plist is an error that names the file`() throws {
        try withTemporaryFolder { folder in
            try folder.write("pack1/Contents/a.txt", "a")
            let findings = Examination.findings(forFolder: folder.path("pack1"))
            #expect(summaries(findings) == ["PLI-001 error ContentInfo.plist"])
            #expect(findings.first?.message == "'ContentInfo.plist' is missing")
        }
    }

    @Test func `A17: a zip that holds one pkg says what was expected and what was found`() {
        let sketch = ContentSketch([ContentPath("pack1.pkg"): .text("xar!")]).with { $0.kind = .zip }
        let findings = Examination.findings(for: sketch, named: "pack1.zip")
        #expect(summaries(findings) == ["PLI-001 error ContentInfo.plist"])
        #expect(
            findings.first?.message == "expected 'ContentInfo.plist' and 'Contents/', found one .pkg, 'pack1.pkg'")
        #expect(
            findings.first?.remedy
                == Remedy("unzip it and give the .pkg, or pack the content folder that it was made from"))
    }

    @Test func `C02: names equal after normalisation are errors at both, and a name that is not UTF-8 is one`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            try folder.write("pack1/Contents/caf\u{E9}.txt", "1")
            try folder.write("pack1/Contents/cafe\u{301}.txt", "2")
            let path = Array("\(pack)/Contents/caf".utf8).map(CChar.init(bitPattern:)) + [CChar(bitPattern: 0xE9), 0]
            let file = try #require(fopen(path, "w"))
            fclose(file)
            let found = summaries(Examination.findings(forFolder: pack))
            // Bytes, since `String` takes the two names for one.
            let expected = [
                "NAM-001 error Contents/caf\\xE9", "NAM-002 error Contents/cafe\u{301}.txt",
                "NAM-002 error Contents/caf\u{E9}.txt",
            ]
            #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        }
    }

    @Test func `C14: what a Mac and Windows leave behind is a warning at each`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder(
                "pack1",
                contents: [".DS_Store": "", "sub/.DS_Store": "", "._a.txt": "", "Thumbs.db": "", "a.txt": "a"])
            #expect(
                summaries(Examination.findings(forFolder: pack)) == [
                    "FIL-008 warning Contents/.DS_Store", "FIL-008 warning Contents/._a.txt",
                    "FIL-008 warning Contents/Thumbs.db", "FIL-008 warning Contents/sub/.DS_Store",
                ])
        }
    }

    @Test func `C15: the AppleDouble twin is flagged and never taken for the property list`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            try folder.write("pack1/._ContentInfo.plist", [0, 5, 22, 7, 0, 2, 0, 0])
            #expect(summaries(Examination.findings(forFolder: pack)) == ["FIL-008 warning ._ContentInfo.plist"])

            try FileManager.default.removeItem(atPath: folder.path("pack1/ContentInfo.plist"))
            let findings = Examination.findings(forFolder: pack)
            #expect(
                summaries(findings) == ["FIL-008 warning ._ContentInfo.plist", "PLI-001 error ContentInfo.plist"])
            #expect(
                findings.last?.notes
                    == ["'._ContentInfo.plist' is no substitute: it holds what a Mac keeps beside a file."])
        }
    }

    @Test func `C17: a pipe and a socket are errors at their paths, and nothing hangs`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            try #require(mkfifo(folder.path("pack1/Contents/pipe"), 0o644) == 0)
            #expect(summaries(Examination.findings(forFolder: pack)) == ["FIL-006 error Contents/pipe"])
            try FileManager.default.removeItem(atPath: folder.path("pack1/ContentInfo.plist"))
            try #require(mkfifo(folder.path("pack1/ContentInfo.plist"), 0o644) == 0)
            #expect(
                summaries(Examination.findings(forFolder: pack))
                    == ["PLI-015 error ContentInfo.plist", "FIL-006 error Contents/pipe"])
        }
        let sketch = ContentSketch.contentFolder(extra: ["Contents/sock": .special(.socket)])
        let findings = Examination.findings(for: sketch)
        #expect(findings.map(\.message) == ["'Contents/sock' is a socket; a package can't hold it"])
    }

    @Test func `C35: an image that may be executed is an image`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            let image = try folder.write("pack1/Contents/a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: image)
            #expect(Examination.findings(forFolder: pack).isEmpty)
        }
    }

    @Test func `E08: an exclusion never hides ContentInfo.plist, and is named where it empties Contents`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1")
            #expect(Examination.findings(forFolder: pack, excluding: [ContentGlob("*.plist")]).isEmpty)

            let findings = Examination.findings(forFolder: pack, excluding: [ContentGlob("Contents/**")])
            #expect(summaries(findings) == ["LAY-003 warning Contents"])
            #expect(findings.first?.notes == ["Left out by --exclude 'Contents/**'."])

            let without = Examination.findings(forFolder: pack, excluding: [ContentGlob("Contents")])
            #expect(summaries(without) == ["LAY-001 error Contents"])
            #expect(
                without.first?.message == "folder 'Contents' is missing, since the exclusion 'Contents' leaves it out")
        }
    }

    @Test func `E09: a folder of Git is a warning, and nothing once it is excluded`() throws {
        try withTemporaryFolder { folder in
            let pack = try folder.makeContentFolder("pack1", contents: ["a.txt": "a", ".git/config": "[core]"])
            #expect(summaries(Examination.findings(forFolder: pack)) == ["FIL-008 warning Contents/.git"])
            #expect(Examination.findings(forFolder: pack, excluding: [ContentGlob(".git")]).isEmpty)
        }
    }

    private static func makeSparseFile(_ path: String, size: UInt64) throws {
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: size)
        try handle.close()
    }
}
