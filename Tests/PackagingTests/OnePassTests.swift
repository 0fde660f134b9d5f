import ArchiveFormats
import ContentModel
import Foundation
import Packaging
import TestSupport
import Testing

@Suite struct OnePassTests {
    /// Small files, and large ones of every mixture of parts that shrink and parts that don't.
    static var tree: ContentTree {
        var random = TestRandom(seed: 11)
        return MemoryTree.package { tree in
            for number in 0..<300 { tree.file("Contents/small/\(number).txt", .bytes(random.text(number * 7))) }
            tree.file("Contents/a noise", .bytes(random.bytes(1_200_000)))
            tree.file("Contents/b noise, text", .bytes(random.bytes(1_200_000) + random.text(700_000)))
            tree.file("Contents/c text, noise", .bytes(random.text(700_000) + random.bytes(1_200_000)))
            tree.file("Contents/d both", .bytes(random.bytes(600_000) + random.text(600_000) + random.bytes(600_000)))
            tree.add(ContentEntry(path: ContentPath("Contents/link"), type: .symlink(target: Array("a noise".utf8))))
            tree.folder("Contents/small")
            tree.folder("Contents/empty")
        }.tree
    }

    private static func pack(
        _ outputs: [PackageOutput], jobs: Int = 2, profile: FlatPackageProfile = .current,
        level: CompressionLevel = .default
    ) throws -> [Result<WrittenPackage, PackagingError>] {
        try PackageWriter.write(
            PackageJob(tree, named: "CatPhotos", to: outputs),
            options: PackageOptions(
                compression: level, jobs: jobs, synchronizes: false, flatPackageProfile: profile))
    }

    @Test(arguments: FlatPackageProfile.allCases, [CompressionLevel.default, .store])
    func `zip and pkg made in one pass have the bytes of each made alone`(
        profile: FlatPackageProfile, level: CompressionLevel
    ) throws {
        try withTemporaryFolder { folder throws in
            func digests(_ outputs: [PackageOutput], jobs: Int) throws -> [String?] {
                try Self.pack(outputs, jobs: jobs, profile: profile, level: level).map { try $0.get().sha256 }
            }
            let zip = try digests([PackageOutput(.zip, path: folder.path("1.zip"))], jobs: 1)
            let pkg = try digests([PackageOutput(.pkg, path: folder.path("1.pkg"))], jobs: 3)
            let both = try digests(
                [PackageOutput(.zip, path: folder.path("2.zip")), PackageOutput(.pkg, path: folder.path("2.pkg"))],
                jobs: 2)
            #expect(both == zip + pkg)
            try FlatPackageReaders.expectNoComplaint(about: folder.path("2.pkg"))
            try ForeignReaders.expectNoComplaint(about: folder.path("2.zip"), count: 309)
        }
    }

    @Test func `a file is deflated from its first part that shrinks, and one that never does is stored`() throws {
        try withTemporaryFolder { folder throws in
            _ = try Self.pack([PackageOutput(.zip, path: folder.path("o.zip"))])
            let large = try ForeignReaders.entries(of: folder.path("o.zip")).filter { $0.size > 1_000_000 }
            #expect(large.map(\.method) == [0, 8, 8, 8])
            try ForeignReaders.expectNoComplaint(about: folder.path("o.zip"), count: 309)
        }
    }

    @Test func `a package that can't be written does not keep the other from being so`() throws {
        try withTemporaryFolder { folder throws in
            let taken = try folder.write("o.zip", "mine")
            let results = try Self.pack([
                PackageOutput(.zip, path: taken), PackageOutput(.pkg, path: folder.path("o.pkg")),
            ])
            #expect(throws: PackagingError.self) { try results[0].get() }
            let second = try results[1].get()
            #expect(second.path == folder.path("o.pkg"))
            #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["o.pkg", "o.zip"])
        }
    }

    @Test func `content that can't be read makes one error for all packages, and none of them`() throws {
        try withTemporaryFolder { folder throws in
            let tree = MemoryTree.package { $0.file("Contents/a", .failing([1, 2, 3]), size: 400_000) }.tree
            let outputs = [
                PackageOutput(.zip, path: folder.path("o.zip")), PackageOutput(.pkg, path: folder.path("o.pkg")),
            ]
            #expect(throws: PackagingError(.unreadable, subject: "Contents/a", reason: "Input/output error")) {
                try PackageWriter.write(PackageJob(tree, named: "a", to: outputs))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func `a folder's files are the same read in parts as read from their start`() throws {
        try withTemporaryFolder { folder throws in
            let pack = try folder.makeContentFolder("pack", contents: [:])
            var random = TestRandom(seed: 12)
            let content = random.text(900_000)
            try Data(content).write(to: URL(fileURLWithPath: pack + "/Contents/a"))
            let tree = FolderReader.tree(atPath: pack)
            let memory = MemoryTree.package { $0.file("Contents/a", .bytes(content)) }.tree
            func entry(_ tree: ContentTree, _ name: String) throws -> ForeignReaders.Entry? {
                _ = try PackageWriter.write(tree, as: .zip, to: folder.path(name))
                return try ForeignReaders.entries(of: folder.path(name)).last
            }
            let (one, other) = (try entry(tree, "1.zip"), try entry(memory, "2.zip"))
            #expect(one?.name == "Contents/a" && one?.size == 900_000)
            #expect(one == other)
        }
    }
}

@Suite struct SmallestLevelTests {
    @Test func `what the smallest level saves is what the default level makes more`() throws {
        try withTemporaryFolder { folder throws in
            var random = TestRandom(seed: 21)
            let tree = MemoryTree.package { tree in
                for number in 0..<40 { tree.file("Contents/\(number)", .bytes(random.text(3000))) }
                tree.file("Contents/large", .bytes(random.text(700_000)))
                tree.file("Contents/noise", .bytes(random.bytes(300_000)))
            }.tree
            func write(_ level: CompressionLevel) throws -> [WrittenPackage] {
                let outputs = [PackageKind.zip, .pkg].map { PackageOutput($0, path: folder.path("\(level).\($0)")) }
                return try PackageWriter.write(
                    PackageJob(tree, named: "a", to: outputs), options: PackageOptions(compression: level)
                ).map { try $0.get() }
            }
            let (smallest, usual) = (try write(.smallest), try write(.default))
            #expect(smallest.map { $0.bytes + $0.savedBytes } == usual.map(\.bytes))
            #expect(smallest.allSatisfy { $0.savedBytes > 0 } && usual.allSatisfy { $0.savedBytes == 0 })
        }
    }
}
