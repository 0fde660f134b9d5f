import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// How much a flat package may make its reader do, and that what the writer writes is within that.
@Suite struct FlatPackageLimitTests {
    /// A package of these files, written and opened again.
    private static func open(_ add: (inout MemoryTree) -> Void) throws -> ContentInput {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try PackageWriter.write(
                MemoryTree.package(add).tree, named: "CatPhotos", as: .pkg, to: path,
                options: PackageOptions(synchronizes: false))
            return try ContentInput.open(path)
        }
    }

    @Test func `400 folders, each in the one before, are read as they were written`() throws {
        let input = try Self.open { tree in
            var path = "Contents"
            for level in 0..<400 {
                path += "/folder number \(level)"
                tree.folder(path)
            }
        }
        #expect(input.flatPackage?.faults == [])
    }

    @Test func `a path of more than 32 KiB is refused, and is not repeated in full`() throws {
        let name = "Contents/" + String(repeating: "a", count: 40_000)
        let input = try Self.open { $0.file(name, "") }
        let fault = InputFault(.damaged, detail: "the entry '\(name.prefix(1024))...' is a path of 40009 bytes")
        #expect(throws: fault) { try input.content.get() }
    }

    @Test func `a path through more than 4,095 folders is refused, in a zip as well`() throws {
        let name = "Contents/" + String(repeating: "a/", count: 4095) + "b"
        try withTemporaryFolder { folder in
            let input = try ContentInput.open(folder.write("in.zip", RawZip.package { $0.add(name) }))
            let fault = InputFault(
                .damaged, detail: "the entry '\(name.prefix(1024))...' is a path through 4096 folders")
            #expect(throws: fault) { try input.content.get() }
        }
    }

    @Test func `names that take more memory together than any package's are refused`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try PackageWriter.write(
                MemoryTree.package { $0.file("Contents/a", "a") }.tree, named: "CatPhotos", as: .pkg, to: path,
                options: PackageOptions())
            let file = try ReadableFile(path)
            let names = "ContentInfo.plistContentsContents/a".utf8.count
            #expect(
                try FlatPackageOpening.open(file, path: path, excluding: [], nameRoom: names).package.faults == [])
            let fault = InputFault(.damaged, detail: "the names in its payload take absurdly many bytes")
            #expect(throws: fault) {
                try FlatPackageOpening.open(file, path: path, excluding: [], nameRoom: names - 1)
            }
        }
    }
}
