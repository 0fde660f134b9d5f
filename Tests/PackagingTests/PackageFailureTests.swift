import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// Whatever goes wrong: an error that says what, no file left behind, the old output as it was.
@Suite struct PackageFailureTests {
    /// Packs, and expects this error and an untouched folder.
    private func expectFailure(
        _ code: PackagingError.Code, subject: String, reason: String, remedy: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation, _ tree: ContentTree
    ) throws {
        try withTemporaryFolder { folder throws in
            let path = try folder.write("o.zip", "the old output")
            for jobs in [1, 4] {
                #expect(
                    throws: PackagingError(code, subject: subject, reason: reason, remedy: remedy),
                    sourceLocation: sourceLocation
                ) {
                    try PackageWriter.write(
                        tree, as: .zip, to: path, options: PackageOptions(jobs: jobs, replacesExisting: true))
                }
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left == ["o.zip"], sourceLocation: sourceLocation)
            #expect(
                try String(contentsOfFile: path, encoding: .utf8) == "the old output", sourceLocation: sourceLocation)
        }
    }

    private static let stopWriting = "stop what writes to it and run again"

    @Test(arguments: [10, 1 << 20, 3 << 20])
    func `E15: a file that can't be read leaves the old output as it was`(size: Int) throws {
        let tree = MemoryTree.package {
            $0.file("Contents/a", "a")
            $0.file("Contents/b", .failing([UInt8](repeating: 0, count: size)), size: Int64(size) + 1)
            $0.file("Contents/c", .failing([]), size: 5)
        }
        try expectFailure(.unreadable, subject: "Contents/b", reason: "Input/output error", tree.tree)
    }

    @Test func `what could not be looked into makes an error, never a package that lacks it`() throws {
        let whole = MemoryTree.package { $0.folder("Contents/locked") }.tree
        let path = ContentPath("Contents/locked")
        let tree = ContentTree(
            entries: whole.entries, failures: [ReadFailure(path: path, reason: "Permission denied")],
            source: whole.source)
        try expectFailure(.unreadable, subject: "Contents/locked", reason: "Permission denied", tree)
    }

    @Test(arguments: [1, 5000, 1 << 20, 2 << 20, 2 << 20 + 1])
    func `C18: a file that shrinks while it is read makes an error`(size: Int) throws {
        let tree = MemoryTree.package {
            $0.file("Contents/log.txt", .zeros(Int64(size) - 1), size: Int64(size))
        }
        try expectFailure(
            .changedWhileRead, subject: "Contents/log.txt",
            reason: "the file changed while it was read: it is shorter than it was", remedy: Self.stopWriting, tree.tree
        )
    }

    @Test(arguments: [0, 1, 5000, 1 << 20, 2 << 20, 2 << 20 + 1])
    func `C18: a file that grows while it is read makes an error`(size: Int) throws {
        let tree = MemoryTree.package {
            $0.file("Contents/log.txt", .zeros(Int64(size) + 1), size: Int64(size))
        }
        try expectFailure(
            .changedWhileRead, subject: "Contents/log.txt",
            reason: "the file changed while it was read: it is longer than it was", remedy: Self.stopWriting, tree.tree)
    }

    @Test func `C18: a file that is read twice, as it does not shrink, and changes between makes an error`() throws {
        // The zeros at the end shrink, by less than the blocks that hold all the rest add.
        var random = TestRandom(seed: 2)
        let (first, second) = (random.bytes(7 << 20) + [UInt8](repeating: 0, count: 500), random.bytes(7 << 20 + 500))
        // The flag is taken by the first reading, so each run needs its own; one run here.
        let tree = MemoryTree.package { $0.file("Contents/log.bin", .changing(first, second, Flag())) }
        try withTemporaryFolder { folder throws in
            #expect(
                throws: PackagingError(
                    .changedWhileRead, subject: "Contents/log.bin",
                    reason: "the file changed while it was read: its bytes are not what they were",
                    remedy: Self.stopWriting)
            ) {
                try PackageWriter.write(tree.tree, as: .zip, to: folder.path("o.zip"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func `what a zip can't hold is refused before anything is written`() throws {
        func check(_ reason: String, subject: String, remedy: String, _ entry: ContentEntry...) throws {
            try expectFailure(
                .unsupported, subject: subject, reason: reason, remedy: remedy,
                MemoryTree.package { tree in for entry in entry { tree.add(entry) } }.tree)
        }
        let rename = "leave it out or rename it"
        try check(
            "a package can't hold a named pipe", subject: "Contents/p", remedy: rename,
            ContentEntry(path: ContentPath("Contents/p"), type: .special(.fifo)))
        try check(
            "the name is not UTF-8", subject: "Contents/\\xE9", remedy: rename,
            ContentEntry(path: ContentPath(bytes: Array("Contents/".utf8) + [0xE9]), type: .directory))
        try check(
            "the content has this path twice", subject: "Contents/d", remedy: rename,
            ContentEntry(path: ContentPath("Contents/d"), type: .directory),
            ContentEntry(path: ContentPath("Contents/d"), type: .file))
        let long = "Contents/" + String(repeating: "n", count: 65_535 - 9)
        try check(
            "the path has 65536 bytes; a zip holds 65535 at most", subject: long, remedy: "shorten it",
            ContentEntry(path: ContentPath(long), type: .directory))
    }

    @Test func `a path of exactly 65,535 bytes is packed`() throws {
        try withTemporaryFolder { folder throws in
            let name = "Contents/" + String(repeating: "n", count: 65_535 - 9)
            let path = folder.path("o.zip")
            _ = try PackageWriter.write(MemoryTree.package { $0.file(name, "x") }.tree, as: .zip, to: path)
            #expect(try ForeignReaders.entries(of: path).last?.name == name)
        }
    }

    @Test(
        .enabled(if: SmallDisk.isAvailable, "a small file system can't be mounted here"), arguments: [100_000, 5 << 20])
    func `a full disk leaves the old output as it was`(size: Int) throws {
        try withTemporaryFolder { folder throws in
            let disk = try folder.makeFolder("disk")
            var random = TestRandom(seed: 3)
            let tree = MemoryTree.package { $0.file("Contents/a", .bytes(random.bytes(size))) }
            try SmallDisk.with(size: "64k", on: disk) {
                let path = try folder.write("disk/o.zip", "the old output")
                #expect(throws: PackagingError(.unwritable, subject: path, reason: "No space left on device")) {
                    try PackageWriter.write(
                        tree.tree, as: .zip, to: path, options: PackageOptions(jobs: 2, replacesExisting: true))
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["o.zip"])
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "the old output")
            }
        }
    }
}
