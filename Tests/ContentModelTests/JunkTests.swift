import ContentModel
import TestSupport
import Testing

struct JunkTests {
    @Test func `C14: junk is left out at any depth, whatever its letter case`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            for name in [
                "Contents/.DS_Store", "Contents/sub/.ds_store", "Contents/._a.txt", "Contents/Thumbs.db",
                "Contents/sub/DESKTOP.INI", "Contents/Icon\r", ".DS_Store", "Contents/sub/b.txt",
            ] { try folder.write("pack1/" + name, "x") }
            let tree = FolderReader.tree(atPath: path)
            #expect(
                tree.leftOut.map(\.path.displayText) == [
                    ".DS_Store", "Contents/.DS_Store", "Contents/._a.txt", "Contents/Icon\\x0D", "Contents/Thumbs.db",
                    "Contents/sub/.ds_store", "Contents/sub/DESKTOP.INI",
                ])
            #expect(
                tree.leftOut.map(\.reason) == [
                    .junk("Finder's settings of a folder"), .junk("Finder's settings of a folder"),
                    .junk("the Mac's attributes of another file (AppleDouble)"), .junk("Finder's icon of a folder"),
                    .junk("Windows' thumbnails of a folder"), .junk("Finder's settings of a folder"),
                    .junk("Windows' settings of a folder"),
                ])
            #expect(
                tree.entries.map(\.path.displayText)
                    == ["ContentInfo.plist", "Contents", "Contents/a.txt", "Contents/sub", "Contents/sub/b.txt"])
            #expect(tree.failures == [])
        }
    }

    @Test func `C15: the AppleDouble twin of ContentInfo.plist is junk`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            try folder.write("pack1/._ContentInfo.plist", [0, 5, 22, 7])
            let tree = FolderReader.tree(atPath: path)
            #expect(
                tree.leftOut == [
                    LeftOutEntry(
                        path: ContentPath("._ContentInfo.plist"),
                        reason: .junk("the Mac's attributes of another file (AppleDouble)"), isDirectory: false)
                ])
            #expect(tree.entry(at: ContentTree.contentInfoPath)?.type == .file)
        }
    }

    @Test func `E09: a folder of Git is junk as one, and excluded instead if the user says so`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            try folder.write("pack1/Contents/.git/config", "x")
            let git = ContentPath("Contents/.git")
            #expect(
                FolderReader.tree(atPath: path).leftOut
                    == [LeftOutEntry(path: git, reason: .junk("Git's data"), isDirectory: true)])
            #expect(
                FolderReader.tree(atPath: path, excluding: [ContentGlob(".git")]).leftOut
                    == [LeftOutEntry(path: git, reason: .excluded(".git"), isDirectory: true)])
        }
    }

    @Test func `what people write is no junk`() throws {
        try withTemporaryFolder { folder in
            let names = [
                ".git-rev", ".gitattributes", ".gitignore", ".gitkeep", ".localized", "CVS", "Thumbs.db.txt", "_",
            ]
            let path = try folder.makeContentFolder("pack1", contents: [:])
            for name in names { try folder.write("pack1/Contents/" + name, "x") }
            try folder.makeFolder("pack1/Contents/more/cvs")
            let tree = FolderReader.tree(atPath: path)
            #expect(tree.leftOut == [])
            #expect(
                tree.entries.dropFirst(2).map(\.path.displayText)
                    == (names + ["more", "more/cvs"]).map { "Contents/" + $0 })
        }
    }

    @Test func `a folder CVS is junk`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            try folder.write("pack1/Contents/CVS/Entries", "D")
            #expect(
                FolderReader.tree(atPath: path).leftOut
                    == [LeftOutEntry(path: ContentPath("Contents/CVS"), reason: .junk("CVS's data"), isDirectory: true)]
            )
        }
    }
}
