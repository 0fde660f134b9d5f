import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// Packages that are there already, and whether they are taken for what would be written.
@Suite struct UpToDateTests {
    private static func tree(_ change: (inout MemoryTree) -> Void = { _ in }) -> ContentTree {
        MemoryTree.package { tree in
            tree.file("Contents/a.txt", "some text")
            tree.folder("Contents/sub")
            tree.file("Contents/sub/b.bin", .bytes([1, 2, 3]))
            tree.add(ContentEntry(path: ContentPath("Contents/link"), type: .symlink(target: Array("a.txt".utf8))))
            change(&tree)
        }.tree
    }

    private static func options(
        _ profile: FlatPackageProfile = .current, jobs: Int = 1, updates: Bool = false
    ) -> PackageOptions {
        PackageOptions(
            jobs: jobs, synchronizes: false, replacesExisting: updates, keepsUpToDate: true,
            flatPackageProfile: profile)
    }

    private static func pack(
        _ tree: ContentTree = tree(), as kind: PackageKind, to path: String, _ options: PackageOptions = options()
    ) throws(PackagingError) -> WrittenPackage {
        try PackageWriter.write(tree, named: "Cats", as: kind, to: path, options: options)
    }

    /// Why what is there is not the package that would be written; `nil` where it is.
    private static func reason(
        _ tree: ContentTree = tree(), as kind: PackageKind, at path: String, _ options: PackageOptions = options()
    ) throws -> String? {
        do throws(PackagingError) {
            #expect(try pack(tree, as: kind, to: path, options).isUpToDate)
            return nil
        } catch {
            #expect(error.code == .outputExists && error.subject == path)
            #expect(error.remedy == "use --update or --force to replace it")
            return error.reason.replacing("the file exists, and it ", with: "")
        }
    }

    @Test(arguments: [PackageKind.zip, .pkg], FlatPackageProfile.allCases)
    func `what was made from the same content is left as it is, with any number of threads`(
        kind: PackageKind, profile: FlatPackageProfile
    ) throws {
        try withTemporaryFolder { folder in
            let path = folder.path("Cats.\(kind.rawValue)")
            let tree = OnePassTests.tree
            let written = try Self.pack(tree, as: kind, to: path, Self.options(profile, jobs: 2))
            #expect(!written.isUpToDate)
            let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
            for jobs in [1, 2, 8] {
                let again = try Self.pack(tree, as: kind, to: path, Self.options(profile, jobs: jobs))
                #expect(again.isUpToDate)
                #expect(again.bytes == written.bytes && again.sha256 == written.sha256)
            }
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
            var other = Self.options(profile)
            other.digestsOutput = false
            #expect(try Self.pack(tree, as: kind, to: path, other).sha256 == nil)
        }
    }

    @Test(arguments: [PackageKind.zip, .pkg])
    func `any other content is told of, and nothing is written`(kind: PackageKind) throws {
        let changes: [(inout MemoryTree) -> Void] = [
            { $0.file("Contents/c.txt", "") }, { $0.folder("Contents/empty") },
            { $0.add(ContentEntry(path: ContentPath("Contents/l"), type: .symlink(target: Array("a.txt".utf8)))) },
        ]
        let other = [
            MemoryTree.package { tree in
                tree.file("Contents/a.txt", "some test")
                tree.folder("Contents/sub")
                tree.file("Contents/sub/b.bin", .bytes([1, 2, 3]))
                tree.add(ContentEntry(path: ContentPath("Contents/link"), type: .symlink(target: Array("a.txt".utf8))))
            }.tree,
            MemoryTree.package { tree in
                tree.file("Contents/a.txt", "some text")
                tree.folder("Contents/sub")
                tree.file("Contents/sub/B.bin", .bytes([1, 2, 3]))
                tree.add(ContentEntry(path: ContentPath("Contents/link"), type: .symlink(target: Array("a.txt".utf8))))
            }.tree,
            MemoryTree.package { tree in
                tree.file("Contents/a.txt", "some text")
                tree.folder("Contents/sub")
                tree.file("Contents/sub/b.bin", .bytes([1, 2, 3]))
                tree.add(ContentEntry(path: ContentPath("Contents/link"), type: .symlink(target: Array("b.txt".utf8))))
            }.tree,
        ]
        try withTemporaryFolder { folder in
            let path = folder.path("Cats.\(kind.rawValue)")
            _ = try Self.pack(as: kind, to: path)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            for tree in changes.map({ Self.tree($0) }) + other {
                #expect(try Self.reason(tree, as: kind, at: path) == "was made from other content or times")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            #expect(try Self.reason(as: kind, at: path) == nil)
        }
    }

    @Test(arguments: [PackageKind.zip, .pkg])
    func `modes and times that no package holds change nothing, and times that one keeps do`(kind: PackageKind) throws {
        func tree(mode: UInt16, time: Int64) -> ContentTree {
            MemoryTree.package { $0.file("Contents/a.txt", "a", mode: mode, time: time) }.tree
        }
        try withTemporaryFolder { folder in
            let path = folder.path("Cats.\(kind.rawValue)")
            _ = try Self.pack(tree(mode: 0o644, time: 10), as: kind, to: path)
            #expect(try Self.reason(tree(mode: 0o600, time: 999_999_999), as: kind, at: path) == nil)
            var kept = Self.options()
            kept.times = .kept
            #expect(
                try Self.reason(tree(mode: 0o644, time: 999_999_999), as: kind, at: path, kept)
                    == "was made from other content or times")
            kept.replacesExisting = true
            _ = try Self.pack(tree(mode: 0o644, time: 1_000_000_000), as: kind, to: path, kept)
            kept.replacesExisting = false
            #expect(
                try Self.reason(tree(mode: 0o644, time: 1_000_000_002), as: kind, at: path, kept)
                    == "was made from other content or times")
            #expect(try Self.reason(tree(mode: 0o600, time: 1_000_000_000), as: kind, at: path, kept) == nil)
        }
    }

    @Test(arguments: [PackageKind.zip, .pkg])
    func `other options and other versions are told of`(kind: PackageKind) throws {
        try withTemporaryFolder { folder in
            let path = folder.path("Cats.\(kind.rawValue)")
            _ = try Self.pack(as: kind, to: path)
            var options = Self.options()
            options.compression = .fast
            let others = "was made with other options" + (kind == .pkg ? ", or from a folder of another name" : "")
            #expect(try Self.reason(as: kind, at: path, options) == others)
            options = Self.options()
            options.times = .fixed(1_000_000_000)
            #expect(
                try Self.reason(as: kind, at: path, options)
                    == (kind == .zip ? "was made from other content or times" : others))
            options = Self.options()
            options.generator = "iapkit-9"
            #expect(try Self.reason(as: kind, at: path, options) == "was made by iapkit")
            options.replacesExisting = true
            #expect(try !Self.pack(as: kind, to: path, options).isUpToDate)
            #expect(try Self.reason(as: kind, at: path, options) == nil)
            #expect(PackageWriter.maker(ofPackageAt: path, kind: kind) == "iapkit-9")
        }
    }

    @Test(arguments: [PackageKind.zip, .pkg])
    func `one byte changed anywhere, cut off or added is seen, and --update mends it`(kind: PackageKind) throws {
        try withTemporaryFolder { folder in
            let path = folder.path("Cats.\(kind.rawValue)")
            let written = try Self.pack(as: kind, to: path)
            let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            func expectRefusal(_ bytes: [UInt8], _ what: String) throws {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                #expect(try Self.reason(as: kind, at: path) != nil, "\(what)")
            }
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= index % 3 == 0 ? 0xFF : 1 << UInt8(index % 8)
                try expectRefusal(bytes, "byte \(index)")
            }
            for count in stride(from: 0, to: whole.count, by: 7) {
                try expectRefusal(Array(whole[..<count]), "\(count)")
            }
            try expectRefusal(whole + [0], "a byte more")
            try expectRefusal([0] + whole, "a byte before")
            let mended = try Self.pack(as: kind, to: path, Self.options(updates: true))
            #expect(!mended.isUpToDate && mended.sha256 == written.sha256)
            #expect(try Self.reason(as: kind, at: path) == nil)
        }
    }

    @Test(arguments: [PackageKind.zip, .pkg])
    func `a file of another tool, an empty one and one that can't be read are replaced by --update only`(
        kind: PackageKind
    ) throws {
        let others = [
            Array("no package".utf8), [], RawZip.package { $0.add("Contents/a.txt", Array("some text".utf8)) },
        ]
        try withTemporaryFolder { folder in
            let path = folder.path("Cats.\(kind.rawValue)")
            for bytes in others {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                let reason = try Self.reason(as: kind, at: path)
                #expect(
                    reason
                        == "has no record of its making that can be read: another tool or an older version made it, or it is damaged"
                )
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
                #expect(PackageWriter.maker(ofPackageAt: path, kind: kind) == nil)
            }
            #expect(try !Self.pack(as: kind, to: path, Self.options(updates: true)).isUpToDate)
        }
    }

    @Test func `a link counts as what it leads to, and is replaced itself`() throws {
        try withTemporaryFolder { folder in
            let (link, real) = (folder.path("Cats.zip"), folder.path("real.zip"))
            _ = try Self.pack(as: .zip, to: real)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.zip")
            #expect(try Self.reason(as: .zip, at: link) == nil)
            let other = Self.tree { $0.file("Contents/c.txt", "c") }
            #expect(try Self.reason(other, as: .zip, at: link) == "was made from other content or times")
            _ = try Self.pack(other, as: .zip, to: link, Self.options(updates: true))
            #expect(try Self.reason(as: .zip, at: real) == nil)
            #expect(try Self.reason(other, as: .zip, at: link) == nil)
            // One that leads nowhere is refused as ever.
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("nowhere.zip"), withDestinationPath: "nothing")
            #expect(throws: OutputTarget(path: folder.path("nowhere.zip"), replacesExisting: false).isTaken) {
                try Self.pack(as: .zip, to: folder.path("nowhere.zip"))
            }
        }
    }

    @Test func `of two packages of one folder, only what is out of date is written`() throws {
        try withTemporaryFolder { folder in
            let outputs = [
                PackageOutput(.zip, path: folder.path("Cats.zip")), PackageOutput(.pkg, path: folder.path("Cats.pkg")),
            ]
            _ = try Self.pack(as: .pkg, to: outputs[1].path)
            let job = PackageJob(Self.tree(), named: "Cats", to: outputs)
            let previewed = try #require(PackageWriter.preview([job], options: Self.options()).first).get()
            #expect(try previewed.map { try $0.get().isUpToDate } == [false, true])
            #expect(!FileManager.default.fileExists(atPath: outputs[0].path))
            let written = try PackageWriter.write(job, options: Self.options())
            #expect(try written.map { try $0.get().isUpToDate } == [false, true])
            #expect(try written.map { try $0.get().path } == outputs.map(\.path))
            let again = try PackageWriter.write(job, options: Self.options())
            #expect(try again.map { try $0.get().isUpToDate } == [true, true])
        }
    }

    @Test func `a file that changes while it is looked at fails as in packing, and what is there stays`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("Cats.zip")
            _ = try Self.pack(as: .zip, to: path)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let shrinking = Self.tree { $0.file("Contents/c.txt", .bytes([1, 2]), size: 3) }
            for updates in [false, true] {
                let error = #expect(throws: PackagingError.self) {
                    try Self.pack(shrinking, as: .zip, to: path, Self.options(updates: updates))
                }
                #expect(error?.code == .changedWhileRead && error?.subject == "Contents/c.txt")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test(arguments: [1, 2, 8])
    func `of many folders each has its own result, in order`(jobs: Int) throws {
        try withTemporaryFolder { folder in
            func job(_ number: Int, _ text: String) -> PackageJob {
                let tree = Self.tree { $0.file("Contents/n.txt", text) }
                return PackageJob(
                    tree, named: "\(number)", to: [PackageOutput(.zip, path: folder.path("\(number).zip"))])
            }
            let first = (0..<20).filter { $0 % 3 != 0 }.map { job($0, "\($0)") }
            for result in PackageWriter.write(first, options: Self.options(jobs: jobs)) { _ = try result.get() }
            let all = (0..<20).map { job($0, $0 % 3 == 1 ? "\($0)" : "other") }
            let results = PackageWriter.write(all, options: Self.options(jobs: jobs))
            for (number, result) in results.enumerated() {
                let package = try #require(try result.get().first)
                switch number % 3 {
                case 0: #expect(try !package.get().isUpToDate)
                case 1: #expect(try package.get().isUpToDate)
                default: #expect(throws: PackagingError.self) { try package.get() }
                }
            }
        }
    }
}
