import Foundation
import TestSupport
import Testing

@testable import Packaging

@Suite struct RealPathsTests {
    @Test func `what exists has its real path, and what does not has none`() throws {
        try withTemporaryFolder { folder throws in
            _ = try folder.write("pack/a.txt", "a")
            let manager = FileManager.default
            try manager.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "pack/a.txt")
            try manager.createSymbolicLink(atPath: folder.path("alias"), withDestinationPath: "pack")
            try manager.createSymbolicLink(atPath: folder.path("nowhere"), withDestinationPath: "missing")
            let file = ["pack/a.txt", "link", "alias/a.txt", "pack/../link", "pack//a.txt", "alias/../pack/./a.txt"]
            let inner = ["pack", "pack/", "alias", "pack/.", "alias/../pack"]
            let nothing = ["missing", "nowhere", "pack/b", "missing/a", "pack/a.txt/b"]
            var paths = RealPaths()
            let root = try #require(Self.real(folder.path, &paths))
            // Twice: the second time the folders are known.
            for _ in 0..<2 {
                for path in file { #expect(Self.real(folder.path(path), &paths) == root + "/pack/a.txt", "\(path)") }
                for path in inner { #expect(Self.real(folder.path(path), &paths) == root + "/pack", "\(path)") }
                for path in nothing { #expect(Self.real(folder.path(path), &paths) == nil, "\(path)") }
                #expect(Self.real("/", &paths) == "/")
                #expect(Self.real("", &paths) == nil)
            }
        }
    }

    private static func real(_ path: String, _ paths: inout RealPaths) -> String? {
        paths.path(path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `two Unicode forms of one name are two folders`() throws {
        try withTemporaryFolder { folder throws in
            for name in ["\u{E9}", "e\u{301}"] { _ = try folder.write("\(name)/a.txt", "a") }
            var paths = RealPaths()
            let found = ["\u{E9}", "e\u{301}"].map { paths.path(folder.path("\($0)/a.txt")) }
            let isOneOnThisDisk = try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1
            #expect((found[0] == found[1]) == isOneOnThisDisk)
        }
    }
}
