import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

@Suite struct ZipPackageTests {
    /// A tree with one of everything.
    private static func everything() -> MemoryTree {
        var random = TestRandom(seed: 1)
        return .package { tree in
            tree.file("Contents/a.txt", .bytes(random.text(10_000)), mode: 0o600)
            tree.file("Contents/a.png", .bytes(random.bytes(5000)), mode: 0o755)
            tree.folder("Contents/empty", mode: 0o700)
            tree.file("Contents/empty.bin", "")
            tree.file("Contents/é.txt", "é")
            tree.folder("Contents/日本")
            tree.add(ContentEntry(path: ContentPath("Contents/link"), type: .symlink(target: Array("a.txt".utf8))))
            tree.file("Contents/one.bin", "1")
            tree.file("Contents/large.txt", .bytes(random.text(3 * 512 * 1024 + 5)))
            tree.file("Contents/large.bin", .bytes(random.bytes(2 * 1024 * 1024)))
            tree.file("Contents/large.zeros", .zeros(3_000_000))
        }
    }

    @Test func `every reader sees every name, mode, method and content, and none complains`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("everything.zip")
            let written = try PackageWriter.write(Self.everything().tree, as: .zip, to: path)
            #expect(written.path == path)
            #expect(try written.bytes == Int64(Data(contentsOf: URL(fileURLWithPath: path)).count))
            #expect(written.sha256 == (try Self.sha256(of: path)))

            let entries = try ForeignReaders.entries(of: path)
            // Name, mode, method, flags, version needed.
            let expected: [(String, String, Int, Int, Int)] = [
                ("ContentInfo.plist", "100644", 0, 0, 10),
                ("Contents/", "40755", 0, 0, 20),
                ("Contents/a.png", "100644", 0, 0, 10),
                ("Contents/a.txt", "100644", 8, 0, 20),
                ("Contents/empty/", "40755", 0, 0, 20),
                ("Contents/empty.bin", "100644", 0, 0, 10),
                ("Contents/large.bin", "100644", 0, 0, 10),
                ("Contents/large.txt", "100644", 8, 0, 20),
                ("Contents/large.zeros", "100644", 8, 0, 20),
                ("Contents/link", "120777", 0, 0, 10),
                ("Contents/one.bin", "100644", 0, 0, 10),
                ("Contents/é.txt", "100644", 0, 2048, 10),
                ("Contents/日本/", "40755", 0, 2048, 20),
            ]
            #expect(entries.map(\.name) == expected.map(\.0))
            #expect(entries.map(\.mode) == expected.map(\.1))
            #expect(entries.map(\.method) == expected.map(\.2))
            #expect(entries.map(\.flags) == expected.map(\.3))
            #expect(entries.map(\.version) == expected.map(\.4))
            // The first has the record of the making.
            #expect(entries.map(\.extra) == [207] + expected.dropFirst().map { _ in 0 })
            #expect(entries.allSatisfy { $0.date == [1980, 1, 1, 0, 0, 0] })
            try ForeignReaders.expectNoComplaint(about: path, count: expected.count)
        }
    }

    @Test func `content comes out of unzip as it went in`() throws {
        try withTemporaryFolder { folder in
            let tree = Self.everything().tree
            let path = folder.path("out.zip")
            _ = try PackageWriter.write(tree, as: .zip, to: path, options: PackageOptions(jobs: 2))
            let unzip = try #require(Program("unzip"))
            let outcome = try unzip.run(["-q", path, "-d", folder.path("x")], environment: ["LC_ALL": "C.UTF-8"])
            #expect(outcome.status == 0, "\(outcome.errorText)")
            for entry in tree.entries {
                let file = folder.path("x/" + (entry.path.text ?? ""))
                switch entry.type {
                case .file:
                    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
                    let expected = try tree.source.bytes(of: entry, limit: 8 << 20)
                    #expect(Array(bytes) == expected, "\(file)")
                case .directory:
                    var isFolder = ObjCBool(false)
                    #expect(FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && isFolder.boolValue)
                case .symlink(let target):
                    let found = try FileManager.default.destinationOfSymbolicLink(atPath: file)
                    #expect(Array(found.utf8) == target)
                case .special:
                    Issue.record("no such entry was made")
                }
            }
        }
    }

    @Test(arguments: CompressionLevel.allCases)
    func `the bytes do not depend on the number of jobs`(level: CompressionLevel) throws {
        try withTemporaryFolder { folder in
            let tree = Self.everything().tree
            let digests = try [1, 2, 3, 8].map { jobs in
                try PackageWriter.write(
                    tree, as: .zip, to: folder.path("\(jobs).zip"),
                    options: PackageOptions(compression: level, jobs: jobs, synchronizes: false)
                ).sha256
            }
            #expect(Set(digests).count == 1)
            #expect(try digests[0] == Self.sha256(of: folder.path("8.zip")))
            let entries = try ForeignReaders.entries(of: folder.path("8.zip"))
            #expect(entries.contains { $0.method == 8 } == (level != .store))
        }
    }

    @Test func `a higher level never makes more of it`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 4)
            let tree = MemoryTree.package { tree in
                for number in 0..<30 { tree.file("Contents/\(number).json", .bytes(random.lines(9000))) }
                tree.file("Contents/large.json", .bytes(random.lines(900_000)))
                tree.file("Contents/noise", .bytes(random.bytes(300_000)))
            }.tree
            let sizes = try [CompressionLevel.smallest, .default, .fast, .store].map { level in
                try PackageWriter.write(
                    tree, as: .zip, to: folder.path("\(level).zip"),
                    options: PackageOptions(compression: level, synchronizes: false)
                ).bytes
            }
            #expect(sizes == sizes.sorted())
        }
    }

    @Test func `what is no file has no bytes, whatever size its entry gives`() throws {
        try withTemporaryFolder { folder in
            func bytes(_ size: Int64, _ kind: PackageKind) throws -> Data {
                let tree = MemoryTree.package { tree in
                    tree.file("Contents/a.txt", .bytes(Array("text".utf8)))
                    tree.add(ContentEntry(path: ContentPath("Contents/empty"), type: .directory, size: size))
                }.tree
                let path = folder.path("\(size).\(kind.rawValue)")
                _ = try PackageWriter.write(tree, named: "a", as: kind, to: path)
                return try Data(contentsOf: URL(fileURLWithPath: path))
            }
            for kind in [PackageKind.zip, .pkg] {
                let isEqual = try bytes(5000, kind) == bytes(0, kind)
                #expect(isEqual, "\(kind)")
            }
        }
    }

    @Test(arguments: [0, 1, 2, 1 << 17 - 1, 1 << 17, 1 << 19, 1 << 19 + 1, 3 << 19, 1 << 21])
    func `files around the limits of whole and parted compression come out right`(size: Int) throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: UInt64(size))
            let (text, noise) = (random.text(size), random.bytes(size))
            let tree = MemoryTree.package {
                $0.file("Contents/noise", .bytes(noise))
                $0.file("Contents/text", .bytes(text))
            }
            let path = folder.path("o.zip")
            _ = try PackageWriter.write(
                tree.tree, as: .zip, to: path, options: PackageOptions(jobs: 2, synchronizes: false))
            let entries = try ForeignReaders.entries(of: path)
            #expect(entries[2].method == 0)
            #expect(entries[2].sha256 == Self.sha256(of: noise))
            #expect(entries[3].sha256 == Self.sha256(of: text))
            #expect(entries.dropFirst().allSatisfy { $0.extra == 0 })
        }
    }

    @Test func `C07: times before 1980 are packed as 1980-01-01`() throws {
        for times in [PackageOptions.Times.kept, .fixed(0)] {
            #expect(try Self.dates(times: times, fileTime: 0) == [1980, 1, 1, 0, 0, 0])
        }
    }

    @Test func `C21: a given time is the same in every time zone, as it is taken as UTC`() throws {
        #expect(try Self.dates(times: .fixed(1_700_000_000), fileTime: 5) == [2023, 11, 14, 22, 13, 20])
    }

    @Test func `C09: a file's own time in a gap of daylight saving is kept as UTC`() throws {
        // 2024-03-31T02:30:00 does not exist in Berlin.
        #expect(try Self.dates(times: .kept, fileTime: 1_711_852_200) == [2024, 3, 31, 2, 30, 0])
    }

    @Test func `C26 and C35: modes follow one rule, files 0644 and folders 0755, whatever they had`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("o.zip")
            let tree = MemoryTree.package {
                $0.file("Contents/a.png", "x", mode: 0o755)
                $0.file("Contents/b.txt", "x", mode: 0o600)
                $0.file("Contents/c.txt", "x", mode: 0o4777)
                $0.folder("Contents/d", mode: 0o700)
            }
            _ = try PackageWriter.write(tree.tree, as: .zip, to: path)
            let modes = try ForeignReaders.entries(of: path).map(\.mode)
            #expect(modes == ["100644", "40755", "100644", "100644", "100644", "40755"])
        }
    }

    @Test(arguments: [65_534, 65_535, 65_536])
    func `C05: every reader sees all of very many entries, Zip64 or not`(count: Int) throws {
        try withTemporaryFolder { folder in
            let tree = MemoryTree.package { tree in
                for number in 0..<count - 2 { tree.file("Contents/\(100_000 + number)", .bytes([])) }
            }
            let path = folder.path("o.zip")
            _ = try PackageWriter.write(
                tree.tree, as: .zip, to: path, options: PackageOptions(jobs: 2, synchronizes: false))
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            let locator = Data([0x50, 0x4B, 0x06, 0x07])
            #expect((bytes.suffix(42).prefix(4) == locator) == (count >= 65_535))
            #expect(try ForeignReaders.count(of: path) == count)
            try ForeignReaders.expectNoComplaint(about: path, count: count)
        }
    }

    private static func dates(times: PackageOptions.Times, fileTime: Int64) throws -> [Int] {
        try withTemporaryFolder { folder in
            let tree = MemoryTree.package { $0.file("Contents/a.txt", "a", time: fileTime) }
            let path = folder.path("o.zip")
            _ = try PackageWriter.write(
                tree.tree, as: .zip, to: path, options: PackageOptions(times: times, synchronizes: false))
            return try ForeignReaders.entries(of: path)[2].date
        }
    }

    private static func sha256(of path: String) throws -> String {
        sha256(of: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    }

    private static func sha256(of bytes: [UInt8]) -> String {
        Digest.hexadecimal(Digest.of(bytes, .sha256))
    }
}
