import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// From a folder on the disk to a zip.
@Suite struct FolderPackingTests {
    private static let files = [
        "a.txt": "a", "d/b.txt": String(repeating: "b", count: 3 << 20), "é.txt": "e", "z/y/x.txt": "x",
    ]

    private func pack(_ folder: String, to path: String, jobs: Int = 2) throws -> WrittenPackage {
        let tree = try ContentInput.open(folder).content.get()
        return try PackageWriter.write(tree, as: .zip, to: path, options: PackageOptions(jobs: jobs))
    }

    @Test func `C19: the order in which files were made does not matter, nor do their times and modes`() throws {
        try withTemporaryFolder { folder throws in
            var digests: Set<String> = []
            for (number, names) in [Self.files.keys.sorted(), Self.files.keys.sorted().reversed()].enumerated() {
                let pack = try folder.makeContentFolder("\(number)/pack", contents: [:])
                for name in names { try folder.write("\(number)/pack/Contents/\(name)", Self.files[name] ?? "") }
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600 + number * 0o111, .modificationDate: Date(timeIntervalSince1970: 1e9)],
                    ofItemAtPath: pack + "/Contents/a.txt")
                let package = try self.pack(pack, to: folder.path("\(number).zip"), jobs: number + 1)
                digests.insert(try #require(package.sha256))
            }
            #expect(digests.count == 1)
            let names = try ForeignReaders.entries(of: folder.path("0.zip")).map(\.name)
            #expect(
                names == [
                    "ContentInfo.plist", "Contents/", "Contents/a.txt", "Contents/d/", "Contents/d/b.txt",
                    "Contents/z/",
                    "Contents/z/y/", "Contents/z/y/x.txt", "Contents/é.txt",
                ])
        }
    }

    @Test(arguments: ["a.txt", "d/b.txt"])
    func `C18: a file that changed after the folder was listed makes an error that says so`(name: String) throws {
        try withTemporaryFolder { folder throws in
            let pack = try folder.makeContentFolder("pack", contents: Self.files)
            let input = try ContentInput.open(pack)
            #expect(input.kind == .folder)
            let tree = try input.content.get()
            try folder.write("pack/Contents/\(name)", "other")
            let error = #expect(throws: PackagingError.self) {
                try PackageWriter.write(tree, as: .zip, to: folder.path("o.zip"))
            }
            #expect(error?.code == .changedWhileRead)
            #expect(error?.subject == "Contents/\(name)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pack"])
        }
    }
}
