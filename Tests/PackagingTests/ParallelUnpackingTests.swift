import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// Several threads unpack what one does.
@Suite struct ParallelUnpackingTests {
    private static let jobs = [1, 2, 8]

    /// Files small and large, that deflate well and that do not.
    private static let tree: ContentTree = {
        var random = TestRandom(seed: 5)
        return MemoryTree.package { tree in
            for number in 0..<700 {
                tree.file("Contents/d\(number % 7)/f\(number)", .bytes(random.text(number * 3)))
            }
            // Above what is unpacked at one go, and above what is a batch by itself.
            tree.file("Contents/large", .bytes(random.text(5 << 20)))
            tree.file("Contents/zeros", .zeros((2 << 20) + 1))
            tree.file("Contents/dense", .bytes(random.bytes(300_000)))
        }.tree
    }()

    @Test func `what is made does not depend on the number of threads`() throws {
        try withTemporaryFolder { folder throws in
            let tree = Self.tree
            let path = try PackageWriter.write(tree, as: .zip, to: folder.path("in.zip")).path
            let zip = try ContentInput.open(path).content.get()
            for jobs in Self.jobs {
                let path = folder.path("out\(jobs)")
                let unpacked = try PackageUnpacker.unpack(zip, to: path, options: UnpackingOptions(jobs: jobs))
                #expect(unpacked == UnpackedFolder(path: path, files: 704, bytes: tree.totalFileSize))
                let made = FolderReader.tree(atPath: path)
                for entry in tree.entries where entry.type == .file {
                    let copy = try #require(made.entry(at: entry.path))
                    let isEqual =
                        try made.source.bytes(of: copy, limit: 8 << 20) == tree.source.bytes(of: entry, limit: 8 << 20)
                    #expect(isEqual, "\(entry.path.displayText)")
                }
            }
        }
    }

    @Test func `all damage is told in the order of the paths, and nothing is left behind`() throws {
        try withTemporaryFolder { folder throws in
            let bytes = RawZip.package { zip in
                for number in 0..<700 {
                    let isWrong = number % 50 == 7
                    zip.add("Contents/f\(number)", Array(repeating: 66, count: number)) {
                        if isWrong { $0.checksum ^= 1 }
                    }
                    if isWrong { zip.changeLast { $0.checksum ^= 1 } }
                }
            }
            let zip = try ContentInput.open(folder.write("in.zip", bytes)).content.get()
            var errors: [UnpackingError] = []
            for jobs in Self.jobs {
                do {
                    _ = try PackageUnpacker.unpack(zip, to: folder.path("out"), options: UnpackingOptions(jobs: jobs))
                } catch let error as UnpackingError {
                    errors.append(error)
                }
            }
            #expect(errors.count == 3)
            #expect(Set(errors).count == 1)
            guard case .damaged(let files)? = errors.first else {
                Issue.record("\(errors)")
                return
            }
            let wrong = (0..<14).map { ContentPath("Contents/f\($0 * 50 + 7)") }.sorted()
            #expect(
                files == wrong.map { ContentReadError(path: $0, reason: "its bytes do not match its checksum") })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["in.zip"])
        }
    }

    @Test(arguments: jobs) func `the limit on bytes holds for all threads together`(jobs: Int) throws {
        try withTemporaryFolder { folder throws in
            let content: [UInt8] = Array(repeating: 65, count: 1000)
            let contents = (0..<2000).map { ContentPath("Contents/f\($0)") }
            // A source that gives more than the entries declare.
            let tree = ContentTree(
                entries: contents.map { ContentEntry(path: $0, type: .file, size: 1) },
                source: MemorySource(contents: Dictionary(uniqueKeysWithValues: contents.map { ($0, .bytes(content)) }))
            )
            #expect(
                throws: UnpackingError.failed(
                    PackagingError(
                        .tooLarge, subject: "the package",
                        reason: "its files have more bytes than it declares, and at most 1000000 are unpacked",
                        remedy: "allow more if you trust it"))
            ) {
                try PackageUnpacker.unpack(
                    tree, to: folder.path("out"), options: UnpackingOptions(byteLimit: 1_000_000, jobs: jobs))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }
}
