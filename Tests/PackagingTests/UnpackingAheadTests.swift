import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// What is unpacked while a package is opened is what plain unpacking makes, or it is not used.
@Suite struct UnpackingAheadTests {
    private static let tree: ContentTree = {
        var random = TestRandom(seed: 21)
        let tree = MemoryTree.package { tree in
            for number in 0..<60 {
                tree.file(
                    "Contents/d\(number % 4)/e/f\(number)", .bytes(random.text(number * 3000)), time: 1_600_000_000)
            }
            // A Bom wants an entry for each folder.
            for number in 0..<4 {
                tree.folder("Contents/d\(number)", mode: 0o700, time: 1_500_000_001)
                tree.folder("Contents/d\(number)/e", time: 1_500_000_010)
            }
            tree.folder("Contents/empty", time: 1_500_000_002)
            tree.file("Contents/none", "", time: 1_500_000_003)
            tree.file("Contents/large", .bytes(random.bytes(1_300_000)), time: 1_500_000_004)
            tree.add(
                ContentEntry(
                    path: ContentPath("Contents/l"), type: .symlink(target: Array("large".utf8)), mode: 0o777,
                    modificationTime: 1_500_000_005))
        }.tree
        return ContentTree(entries: tree.entries, modificationTime: 1_500_000_006, source: tree.source)
    }()

    private static func package(_ tree: ContentTree, in folder: TemporaryFolder) throws -> String {
        try PackageWriter.write(
            tree, as: .pkg, to: folder.path("in.pkg"), options: PackageOptions(times: .kept)
        ).path
    }

    private static func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Opens a package and unpacks it, both with what is unpacked ahead and without.
    private func outcomes(
        of package: String, to paths: (plain: String, ahead: String), _ options: UnpackingOptions = UnpackingOptions()
    ) throws -> (plain: Result<UnpackedFolder, UnpackingError>, ahead: Result<UnpackedFolder, UnpackingError>) {
        let plain = try ContentInput.open(package).content.get()
        let ahead = UnpackingAhead(to: paths.ahead, options: options)
        let tree = try ContentInput.open(package, unpacking: ahead).content.get()
        #expect(tree.entries == plain.entries)
        func outcome(_ path: String, _ tree: ContentTree, _ ahead: UnpackingAhead?) -> Result<
            UnpackedFolder, UnpackingError
        > {
            Result { () throws(UnpackingError) in
                try PackageUnpacker.unpack(tree, to: path, options: options, ahead: ahead)
            }
        }
        return (outcome(paths.plain, plain, nil), outcome(paths.ahead, tree, ahead))
    }

    @Test(arguments: [true, false]) func `the folder is the same, times and all`(synchronizes: Bool) throws {
        try withTemporaryFolder { folder throws in
            let package = try Self.package(Self.tree, in: folder)
            let paths = (plain: folder.path("plain"), ahead: folder.path("ahead"))
            let outcomes = try outcomes(of: package, to: paths, UnpackingOptions(synchronizes: synchronizes))
            let bytes = Self.tree.totalFileSize
            #expect(outcomes.plain == .success(UnpackedFolder(path: paths.plain, files: 63, bytes: bytes)))
            #expect(outcomes.ahead == .success(UnpackedFolder(path: paths.ahead, files: 63, bytes: bytes)))
            let (plain, ahead) = (FolderReader.tree(atPath: paths.plain), FolderReader.tree(atPath: paths.ahead))
            #expect(plain.entries == ahead.entries)
            #expect(plain.modificationTime == 1_500_000_006)
            #expect(ahead.modificationTime == 1_500_000_006)
            let diff = try #require(Program("diff"))
            #expect(try diff.run(["-r", "--no-dereference", paths.plain, paths.ahead]).status == 0)
            #expect(try Self.names(folder) == ["ahead", "in.pkg", "plain"])
        }
    }

    @Test func `files are there before the package was judged, and gone where nobody takes them`() throws {
        try withTemporaryFolder { folder throws in
            let package = try Self.package(Self.tree, in: folder)
            let ahead = UnpackingAhead(to: folder.path("out"), options: UnpackingOptions())
            let tree = try ContentInput.open(package, unpacking: ahead).content.get()
            let partial = try #require(try Self.names(folder).first { $0.hasPrefix(".out.partial") })
            let made = FolderReader.tree(atPath: folder.path(partial)).entries
            #expect(
                made.filter { $0.type == .file }.map(\.path) == tree.entries.filter { $0.type == .file }.map(\.path))
            // A link is made only when all else is there.
            #expect(!made.contains { $0.path == ContentPath("Contents/l") })
            ahead.discard()
            #expect(try Self.names(folder) == ["in.pkg"])
            #expect(
                try PackageUnpacker.unpack(tree, to: folder.path("out"), ahead: ahead).bytes == tree.totalFileSize)
        }
    }

    @Test func `what was made of one package, or for one path, is not used for another`() throws {
        try withTemporaryFolder { folder throws in
            let package = try Self.package(Self.tree, in: folder)
            let copy = folder.path("copy.pkg")
            try FileManager.default.copyItem(atPath: package, toPath: copy)
            for (other, path) in [(copy, "out"), (package, "out2")] {
                let ahead = UnpackingAhead(to: folder.path("out"), options: UnpackingOptions())
                _ = try ContentInput.open(package, unpacking: ahead)
                let tree = try ContentInput.open(other).content.get()
                _ = try PackageUnpacker.unpack(tree, to: folder.path(path), ahead: ahead)
                #expect(!(try Self.names(folder)).contains { $0.contains("partial") })
            }
            #expect(try Self.names(folder) == ["copy.pkg", "in.pkg", "out", "out2"])
        }
    }

    // MARK: What can't be

    @Test(arguments: [
        UnpackingOptions(byteLimit: 1_000_000), UnpackingOptions(byteLimit: 1), UnpackingOptions(entryLimit: 30),
    ])
    func `limits are told as ever, and nothing is left`(options: UnpackingOptions) throws {
        try withTemporaryFolder { folder throws in
            let package = try Self.package(Self.tree, in: folder)
            let outcomes = try outcomes(of: package, to: (folder.path("out"), folder.path("out")), options)
            guard case .failure(.failed(let error)) = outcomes.plain else {
                Issue.record("\(outcomes.plain)")
                return
            }
            #expect([.tooLarge, .tooManyEntries].contains(error.code))
            #expect(outcomes.ahead == outcomes.plain)
            #expect(try Self.names(folder) == ["in.pkg"])
        }
    }

    @Test func `no more is written than the limit allows, whatever the package holds`() throws {
        try withTemporaryFolder { folder throws in
            let tree = MemoryTree.package { tree in
                tree.file("Contents/a", .zeros(400_000))
                tree.file("Contents/b", .zeros(700_000))
            }.tree
            let package = try Self.package(tree, in: folder)
            let ahead = UnpackingAhead(to: folder.path("out"), options: UnpackingOptions(byteLimit: 1_000_000))
            _ = try ContentInput.open(package, unpacking: ahead)
            // The second file made it too much, and then the first had to go, too.
            #expect(try Self.names(folder) == ["in.pkg"])
        }
    }

    @Test func `a name that can't be made, and a path that is taken, are told as ever`() throws {
        try withTemporaryFolder { folder throws in
            let long = String(repeating: "n", count: 300)
            let tree = MemoryTree.package { tree in
                tree.file("Contents/a", "a")
                tree.file("Contents/\(long)", "b")
                tree.file("Contents/z", "z")
            }.tree
            let package = try Self.package(tree, in: folder)
            let outcomes = try outcomes(of: package, to: (folder.path("out"), folder.path("out")))
            #expect(
                outcomes.plain
                    == .failure(
                        .failed(
                            PackagingError(
                                .unwritable, subject: "\(folder.path("out"))/Contents/\(long)",
                                reason: "File name too long"))))
            #expect(outcomes.ahead == outcomes.plain)
            let taken = folder.path("taken")
            try folder.write("taken/mine", "mine")
            let refused = try self.outcomes(of: package, to: (taken, taken))
            #expect(refused.ahead == refused.plain)
            #expect(try Self.names(folder) == ["in.pkg", "taken"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: taken) == ["mine"])
        }
    }

    @Test func `a payload that turns out damaged leaves nothing`() throws {
        try withTemporaryFolder { folder throws in
            let path = try Self.package(Self.tree, in: folder)
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            bytes[bytes.count - 300_000] ^= 0x40
            let damaged = try folder.write("damaged.pkg", bytes)
            let ahead = UnpackingAhead(to: folder.path("out"), options: UnpackingOptions())
            guard case .failure(let fault) = try ContentInput.open(damaged, unpacking: ahead).content else {
                Issue.record("it was taken for sound")
                return
            }
            #expect(fault.kind == .damaged)
            ahead.discard()
            #expect(try Self.names(folder) == ["damaged.pkg", "in.pkg"])
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "a small file system can't be mounted here"))
    func `a full disk is told as ever`() throws {
        try withTemporaryFolder { folder throws in
            let package = try Self.package(Self.tree, in: folder)
            let disk = try folder.makeFolder("disk")
            try SmallDisk.with(size: "256k", on: disk) { () throws in
                let outcomes = try outcomes(of: package, to: (disk + "/out", disk + "/out"))
                guard case .failure(.failed(let error)) = outcomes.plain else {
                    Issue.record("\(outcomes.plain)")
                    return
                }
                #expect(error.reason == "No space left on device")
                #expect(outcomes.ahead == outcomes.plain)
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
            }
        }
    }
}
