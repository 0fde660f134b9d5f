import ArchiveFormats
import ContentModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Packaging

/// What is unfinished goes when a signal comes, whoever is still at work on it.
@Suite struct PartialFolderTests {
    @Test func `removal takes all that was made, follows no link, and lets nothing more be made`() throws {
        try withTemporaryFolder { folder throws in
            try folder.write("outside/mine", "mine")
            let registry = PartialOutputRegistry()
            let output = try AtomicOutputFolder(
                FolderTarget(path: folder.path("out")), synchronizes: false, registry: registry)
            let inner = try output.make { () throws(SystemError) in
                try output.folder.makeFolder("d".utf8)
                try output.folder.makeLink("l".utf8, to: Array(folder.path("outside").utf8))
                let inner = try output.folder.folder("d".utf8)
                try inner.makeFolder("e".utf8)
                _ = try inner.makeFile("f".utf8)
                return inner
            }
            registry.removeAll()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["outside"])
            #expect(FileManager.default.fileExists(atPath: folder.path("outside/mine")))
            #expect(throws: OutputFolderError.self) {
                try output.make { () throws(SystemError) in try inner.makeFolder("late".utf8) }
            }
            #expect(
                throws: PackagingError(.unwritable, subject: folder.path("out"), reason: "interrupted")
            ) { try output.finish() }
            #expect(throws: PackagingError.self) {
                try AtomicOutputFolder(FolderTarget(path: folder.path("two")), synchronizes: false, registry: registry)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["outside"])
        }
    }

    @Test func `removal in the midst of writing leaves nothing, however many write`() throws {
        try withTemporaryFolder { folder throws in
            let registry = PartialOutputRegistry()
            let output = try AtomicOutputFolder(
                FolderTarget(path: folder.path("out")), synchronizes: false, registry: registry)
            let made = Atomic<Int>(0)
            let root = output.folder
            let path = try #require(try Self.only(in: folder))
            let numbers = Atomic<Int>(0)
            WorkerThreads.run(4) {
                let worker = numbers.add(1, ordering: .relaxed).oldValue
                if worker == 0 {
                    while made.load(ordering: .relaxed) < 200 { usleep(100) }
                    return registry.removeAll()
                }
                var number = 0
                while Self.makeOne(in: root, at: path, Array("\(worker)-\(number)".utf8), registry) {
                    number += 1
                    made.add(1, ordering: .relaxed)
                }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            _ = output
        }
    }

    @Test func `what is being made while all is removed is removed too`() throws {
        try withTemporaryFolder { folder throws in
            let registry = PartialOutputRegistry()
            let target = folder.path("out")
            let hasBegun = Atomic(false)
            let numbers = Atomic<Int>(0)
            WorkerThreads.run(2) {
                if numbers.add(1, ordering: .relaxed).oldValue == 0 {
                    while !hasBegun.load(ordering: .relaxed) { usleep(100) }
                    return registry.removeAll()
                }
                _ = try? PartialName(target: target).make(.folder, registry: registry) { path in
                    hasBegun.store(true, ordering: .relaxed)
                    usleep(50_000)
                    return mkdir(path, 0o755)
                }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `unpacking that is interrupted says so, and leaves nothing`() throws {
        try withTemporaryFolder { folder throws in
            let registry = PartialOutputRegistry()
            let options = UnpackingOptions(synchronizes: false)
            let tree = ContentTree(
                entries: ["a", "b"].map { ContentEntry(path: ContentPath($0), type: .file, size: 1) },
                source: ActingSource(
                    source: MemorySource(contents: [ContentPath("a"): .bytes([1]), ContentPath("b"): .bytes([1])])
                ) { registry.removeAll() })
            var work = UnpackingWork(
                plan: try UnpackingPlan(tree, options: options), options: options,
                output: try AtomicOutputFolder(
                    FolderTarget(path: folder.path("out")), synchronizes: false, registry: registry))
            #expect(
                throws: PackagingError(.unwritable, subject: folder.path("out"), reason: "interrupted")
            ) { _ = try work.run(tree.source) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `where the disk can't be waited for at once, each file and folder is`() throws {
        try withTemporaryFolder { folder throws in
            let tree = MemoryTree.package { $0.file("Contents/d/a", "a") }.tree
            let options = UnpackingOptions(synchronizes: false)
            let output = try AtomicOutputFolder(
                FolderTarget(path: folder.path("out")), synchronizes: false, registry: PartialOutputRegistry())
            var work = UnpackingWork(plan: try UnpackingPlan(tree, options: options), options: options, output: output)
            #expect(try work.run(tree.source).isEmpty)
            try work.synchronizeEach()
            let partial = try #require(try Self.only(in: folder))
            try FileManager.default.removeItem(atPath: partial + "/Contents/d/a")
            #expect(
                throws: PackagingError(
                    .unwritable, subject: folder.path("out") + "/Contents/d/a", reason: "No such file or directory")
            ) { try work.synchronizeEach() }
        }
    }

    private static func makeOne(
        in root: OutputDescriptor, at path: String, _ name: [UInt8], _ registry: PartialOutputRegistry
    ) -> Bool {
        let made: Bool? = registry.make(in: path) {
            _ = try? root.makeFolder(name)
            return (try? root.folder(name).makeFile("f".utf8)) != nil
        }
        return made != nil
    }

    private static func only(in folder: TemporaryFolder) throws -> String? {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).first.map { folder.path($0) }
    }
}
