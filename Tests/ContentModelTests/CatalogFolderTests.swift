import ContentModel
import Foundation
import TestSupport
import Testing

@Suite struct CatalogFolderTests {
    private static func names(_ path: String) -> [String] {
        CatalogFolder(atPath: path).contentFolders.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `the content folders directly inside are named, sorted by bytes`() throws {
        try withTemporaryFolder { folder in
            for name in ["b", "B", "ä", "a b"] { try folder.makeContentFolder(name) }
            // One whose property list was forgotten counts, so that it is not passed over.
            try folder.write("no plist/Contents/a.txt", "a")
            try folder.write("only plist/ContentInfo.plist", "")
            try folder.write("other/a.txt", "a")
            try folder.write("file", "a")
            try folder.makeContentFolder("deep/er/pack")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("link"), withDestinationPath: folder.path("b"))
            try folder.write("misnamed/contentinfo.plist", "")
            try folder.makeFolder(".hidden")
            let catalog = CatalogFolder(atPath: folder.path)
            #expect(Self.names(folder.path) == ["B", "a b", "b", "link", "misnamed", "no plist", "only plist", "ä"])
            #expect(catalog.otherFolders.map { String(decoding: $0, as: UTF8.self) } == ["deep", "other"])
        }
    }

    @Test func `a content folder is no catalogue, nor is what can't be listed`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("pack", contents: ["inner/ContentInfo.plist": ""])
            #expect(Self.names(folder.path("pack")) == [])
            #expect(Self.names(folder.path("missing")) == [])
            #expect(Self.names(folder.path("pack/ContentInfo.plist")) == [])
        }
    }
}
