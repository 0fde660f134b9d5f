import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// The cases of the real world that writing a flat package meets.
@Suite struct FlatPackageCaseTests {
    /// Packs a tree and reads the cpio headers of what was written, the folder itself first.
    private static func headers(
        _ tree: ContentTree, _ options: PackageOptions = PackageOptions(synchronizes: false)
    ) throws -> [CpioHeader] {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try PackageWriter.write(tree, as: .pkg, to: path, options: options)
            let archive = try XarArchive(of: ReadableFile(path))
            let payload = try #require(archive.entries.first { $0.path == Array("CatPhotos.pkg/Payload".utf8) })
            let reader = try CpioReader(payload: try XarMemberStream(payload, in: archive))
            var headers: [CpioHeader] = []
            while let header = try reader.next() { headers.append(header) }
            return headers
        }
    }

    private static func times(_ times: PackageOptions.Times, fileTime: Int64) throws -> [UInt64] {
        let tree = MemoryTree.package { $0.file("Contents/a.txt", "a", time: fileTime) }.tree
        return try headers(tree, PackageOptions(times: times, synchronizes: false)).map(\.modificationTime)
    }

    @Test func `C07: a package holds times from 1970 on, and those before become 1970`() throws {
        #expect(try Self.times(.fixed(0), fileTime: 7) == [0, 0, 0, 0])
        #expect(try Self.times(.kept, fileTime: 1)[3] == 1)
        #expect(try Self.times(.kept, fileTime: -5)[3] == 0)
        #expect(try Self.times(.fixed(-5), fileTime: 7) == [0, 0, 0, 0])
        #expect(try Self.times(.fixed(99_999_999_999), fileTime: 7) == [UInt64](repeating: 4_294_967_295, count: 4))
    }

    @Test func `C09: a file's own time in a gap of daylight saving is kept in a package as it is`() throws {
        #expect(try Self.times(.kept, fileTime: 1_711_852_200)[3] == 1_711_852_200)
    }

    @Test func `C21: a given time is that of every entry of a package`() throws {
        #expect(try Self.times(.fixed(1_700_000_000), fileTime: 5) == [UInt64](repeating: 1_700_000_000, count: 4))
    }

    @Test func `C19: a package does not depend on the order, times and modes of the files`() throws {
        func write(_ names: [String], _ time: Int64, _ mode: UInt16) throws -> String? {
            try withTemporaryFolder { folder in
                let tree = MemoryTree.package { tree in
                    for name in names { tree.file("Contents/\(name)", name, mode: mode, time: time) }
                }
                let path = folder.path("CatPhotos.pkg")
                return try PackageWriter.write(tree.tree, as: .pkg, to: path).sha256
            }
        }
        #expect(try write(["a", "B", "c", "é"], 1, 0o600) == write(["é", "c", "a", "B"], 1_700_000_000, 0o755))
    }

    @Test func `C26, C35 and D04: modes follow one rule in a package, and all is root's and wheel's`() throws {
        let tree = MemoryTree.package {
            $0.file("Contents/a.png", "x", mode: 0o755)
            $0.file("Contents/b.txt", "x", mode: 0o4600)
            $0.folder("Contents/d", mode: 0o700)
            $0.add(ContentEntry(path: ContentPath("Contents/l"), type: .symlink(target: Array("b.txt".utf8))))
        }.tree
        let headers = try Self.headers(tree)
        #expect(
            headers.map(\.mode) == [0o40755, 0o100644, 0o40755, 0o100644, 0o100644, 0o40755, 0o120755])
        #expect(headers.allSatisfy { $0.uid == 0 && $0.gid == 0 && $0.dev == 0 && $0.rdev == 0 })
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try PackageWriter.write(tree, as: .pkg, to: path)
            let archive = try XarArchive(of: ReadableFile(path))
            let bom = try #require(archive.entries.first { $0.path == Array("CatPhotos.pkg/Bom".utf8) })
            let entries = try BomArchive(XarMemberStream(bom, in: archive).allBytes(limit: 1 << 20)).entries
            #expect(entries.count == headers.count && entries.allSatisfy { $0.uid == 0 && $0.gid == 0 })
            #expect(Set(entries.map { UInt32($0.mode) }) == Set(headers.map(\.mode)))
            for entry in archive.entries where entry.user != nil {
                #expect(entry.user == "root" && entry.group == "wheel")
            }
        }
    }

    @Test(arguments: FlatPackageProfile.allCases)
    func `D03: the counts are those of a walk, with empty folders and links`(profile: FlatPackageProfile) throws {
        let tree = MemoryTree.package {
            $0.folder("Contents/empty")
            $0.folder("Contents/empty/deeper")
            $0.file("Contents/512", .zeros(512))
            $0.file("Contents/513", .zeros(513))
            $0.file("Contents/none", "")
            $0.add(ContentEntry(path: ContentPath("Contents/l"), type: .symlink(target: Array("none".utf8))))
        }.tree
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try PackageWriter.write(
                tree, as: .pkg, to: path, options: PackageOptions(flatPackageProfile: profile))
            let archive = try XarArchive(of: ReadableFile(path))
            let info = try #require(archive.entries.first { $0.path == Array("CatPhotos.pkg/PackageInfo".utf8) })
            let document = try PackageInfoDocument(XarMemberStream(info, in: archive).allBytes(limit: 1 << 20))
            #expect(document.numberOfFiles == tree.entries.count + 1)
            // In units of 512: the list, Contents, empty, deeper, 512, 513 twice, none not at all, the link.
            #expect(document.installKBytes == (1 + 1 + 1 + 1 + 1 + 2 + 0 + 1) / 2)
            let input = try ContentInput.open(path)
            #expect(input.flatPackage?.faults == [])
            let read = try input.content.get()
            #expect(read.entries.map(\.path) == tree.entries.map(\.path))
            for entry in tree.entries where entry.type == .file {
                let found = try #require(read.entry(at: entry.path))
                #expect(try read.source.bytes(of: found, limit: 1000) == tree.source.bytes(of: entry, limit: 1000))
            }
        }
    }

    @Test(arguments: [700, 140_000])
    func `D05: the Bom of very many files lists every path`(count: Int) throws {
        let tree = MemoryTree.package { tree in
            for number in 0..<count { tree.file("Contents/\(1_000_000 + number)", .bytes([])) }
        }.tree
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try PackageWriter.write(
                tree, as: .pkg, to: path, options: PackageOptions(compression: .fast, jobs: 2, synchronizes: false))
            // What is missing on either side would be a fault.
            let input = try ContentInput.open(path)
            #expect(input.flatPackage?.faults == [])
            #expect(input.flatPackage?.payloadEntryCount == count + 3)
            let archive = try XarArchive(of: ReadableFile(path))
            let bom = try #require(archive.entries.first { $0.path == Array("CatPhotos.pkg/Bom".utf8) })
            let entries = try BomArchive(XarMemberStream(bom, in: archive).allBytes(limit: 64 << 20)).entries
            #expect(entries.count == count + 3)
            #expect(
                Set(entries.map(\.path))
                    == Set([Array(".".utf8)] + tree.entries.map { Array("./".utf8) + $0.path.bytes }))
        }
    }

    // MARK: C18

    private static let stopWriting = "stop what writes to it and run again"

    /// Packs, and expects this error and no file left, with one job and with several, in both profiles.
    private static func expectChange(
        _ reason: String, sourceLocation: SourceLocation = #_sourceLocation, _ tree: () -> ContentTree
    ) throws {
        for (jobs, profile) in [(1, FlatPackageProfile.current), (4, .current), (1, .xcode6), (4, .xcode6)] {
            try withTemporaryFolder { folder throws in
                #expect(
                    throws: PackagingError(
                        .changedWhileRead, subject: "Contents/log.txt",
                        reason: "the file changed while it was read: \(reason)", remedy: stopWriting),
                    sourceLocation: sourceLocation
                ) {
                    try PackageWriter.write(
                        tree(), as: .pkg, to: folder.path("o.pkg"),
                        options: PackageOptions(jobs: jobs, flatPackageProfile: profile))
                }
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.path) == [],
                    sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: [1, 5000, 1 << 20, 1 << 20 + 1, 3 << 20])
    func `C18: a file that shrinks while it is packed as pkg makes an error`(size: Int) throws {
        try Self.expectChange("it is shorter than it was") {
            MemoryTree.package { $0.file("Contents/log.txt", .zeros(Int64(size) - 1), size: Int64(size)) }.tree
        }
    }

    @Test(arguments: [0, 1, 5000, 1 << 20, 1 << 20 + 1, 3 << 20])
    func `C18: a file that grows while it is packed as pkg makes an error`(size: Int) throws {
        try Self.expectChange("it is longer than it was") {
            MemoryTree.package { $0.file("Contents/log.txt", .zeros(Int64(size) + 1), size: Int64(size)) }.tree
        }
    }
}
