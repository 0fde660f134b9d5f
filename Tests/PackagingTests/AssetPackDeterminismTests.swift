import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// The bytes of a pack depend on the content and the options, and on nothing else.
@Suite struct AssetPackDeterminismTests {
    private static func content(_ folder: TemporaryFolder) throws -> String {
        var random = TestRandom(seed: 2)
        let path = try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "sub/b.txt": "b", "none": ""])
        try folder.write("Cats/Contents/large.txt", random.text(9 << 20))
        try folder.write("Cats/Contents/large.bin", random.bytes(4 << 20))
        return path
    }

    private static func options(_ level: CompressionLevel = .default, jobs: Int = 1) -> PackageOptions {
        PackageOptions(compression: level, jobs: jobs, synchronizes: false)
    }

    @Test func `any number of threads makes the same bytes, alone or beside other packages`() throws {
        try withTemporaryFolder { folder in
            let content = try Self.content(folder)
            let digests = try [1, 2, 7].map { jobs in
                try AssetPackSample.pack(content, to: folder.path("\(jobs).aar"), options: Self.options(jobs: jobs))
                    .sha256
            }
            let results = try PackageWriter.write(
                PackageJob(
                    FolderReader.tree(atPath: content), named: "Cats", asPack: AssetPackSample.plan(),
                    to: [
                        PackageOutput(.zip, path: folder.path("c.zip")),
                        PackageOutput(.aar, path: folder.path("c.aar")),
                        PackageOutput(.pkg, path: folder.path("c.pkg")),
                    ]), options: Self.options(jobs: 2))
            let together = try results.map { try $0.get() }
            #expect(together.map(\.path) == ["c.zip", "c.aar", "c.pkg"].map { folder.path($0) })
            #expect(Set(digests + [together[1].sha256]).count == 1 && digests[0] != nil)
            #expect(
                FileManager.default.contentsEqual(atPath: folder.path("7.aar"), andPath: folder.path("c.aar")))
        }
    }

    @Test func `levels of compression but the one that stores are one to LZFSE`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats", contents: ["a": String(repeating: "cat ", count: 9000)])
            let packs = try CompressionLevel.allCases.map { level in
                try AssetPackSample.pack(content, to: folder.path("\(level).aar"), options: Self.options(level))
            }
            #expect(Set(packs.map(\.sha256)).count == 2)
            #expect(try AssetPackSample.bytes(folder.path("store.aar")).starts(with: "AA01".utf8))
            #expect(try AssetPackSample.bytes(folder.path("fast.aar")).starts(with: "pbze".utf8))
        }
    }

    @Test func `modes and times of files make no difference, unless times are to be kept`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "sub/b.txt": "b"])
            func pack(_ name: String, _ times: PackageOptions.Times) throws -> String? {
                try AssetPackSample.pack(
                    content, to: folder.path(name),
                    options: PackageOptions(compression: .store, times: times, synchronizes: false)
                ).sha256
            }
            func set(_ time: Double, mode: Int, _ name: String) throws {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode, .modificationDate: Date(timeIntervalSince1970: time)],
                    ofItemAtPath: content + name)
            }
            func setAll(_ time: Double, mode: Int) throws {
                for name in ["/Contents/a.txt", "/Contents/sub/b.txt", "/ContentInfo.plist"] {
                    try set(time, mode: mode, name)
                }
                for name in ["/Contents/sub", "/Contents", ""] { try set(time, mode: mode | 0o300, name) }
            }
            try setAll(1e9, mode: 0o644)
            let (fixed, kept) = (try pack("1.aar", .fixed(5)), try pack("2.aar", .kept))
            try setAll(1.1e9, mode: 0o600)
            #expect(try pack("3.aar", .fixed(5)) == fixed)
            #expect(try pack("4.aar", .kept) != kept)
            try setAll(1e9, mode: 0o755)
            #expect(try pack("5.aar", .kept) == kept)
            #expect(try pack("6.aar", .fixed(6)) != fixed)
            let entries = try #require(AppleArchiveReader()).entries(of: folder.path("2.aar"))
            // The manifest and the folders above the content have the time of the folder.
            for entry in entries {
                for key in ["MTM", "CTM"] { #expect(entry[key] as? [Int] == [1_000_000_000, 0]) }
            }
        }
    }

    @Test(.enabled(if: Program("sh") != nil))
    func `the zone, the locale and the umask make no difference to the tool's packs`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "B.txt": "b", "\u{E9}": "e"])
            var packs: Set<[UInt8]> = []
            for (umask, zone, locale) in [("022", "UTC", "C"), ("077", "Asia/Tokyo", "tr_TR.UTF-8"), ("000", "", "")] {
                let outcome = try #require(Program("sh")).run(
                    [
                        "-c", "umask \(umask); exec \"$0\" pack Cats --format aar -o \(umask).aar",
                        BuiltTool.program.path,
                    ],
                    in: folder.path, environment: ["TZ": zone, "LC_ALL": locale, "SOURCE_DATE_EPOCH": ""])
                #expect(outcome.status == 0, "\(outcome.errorText)")
                packs.insert(try AssetPackSample.bytes(folder.path("\(umask).aar")))
            }
            #expect(packs.count == 1)
        }
    }

    @Test(.enabled(if: Program("bash") != nil, "bash is not installed"))
    func `the memory that a pack takes does not grow with the content`() throws {
        try withTemporaryFolder { folder in
            func makeContent(_ name: String, megabytes: Int) throws {
                try folder.makeContentFolder(name, contents: [:])
                try folder.write("\(name)/Contents/big", "")
                #expect(truncate(folder.path("\(name)/Contents/big"), megabytes << 20) == 0)
            }
            try makeContent("Small", megabytes: 12)
            try makeContent("Large", megabytes: 300)
            func packs(_ name: String, megabytes: Int) throws -> Bool {
                let outcome = try #require(Program("bash")).run(
                    [
                        "-c", "ulimit -v \(megabytes * 1024); exec \"$@\"", "bash", BuiltTool.program.path, "pack",
                        name,
                        "--format", "aar", "-o", "\(name).aar", "--force", "--jobs", "2", "-q", "--no-sync",
                    ], in: folder.path)
                return outcome.status == 0
            }
            // Found by halves, as what a program maps at its start depends on the build.
            var (low, high) = (16, 8192)
            while high - low > 16 {
                let middle = (low + high) / 2
                if try packs("Small", megabytes: middle) { high = middle } else { low = middle }
            }
            #expect(try packs("Large", megabytes: high + 48), "12 MiB took \(high) MiB of address space")
        }
    }
}
