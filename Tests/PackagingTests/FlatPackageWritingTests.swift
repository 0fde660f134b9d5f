import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

@Suite(
    .enabled(if: FlatPackageReaders.areInstalled, "not all of bsdtar, 7zz, unar and clamscan are installed"))
struct FlatPackageWritingTests {
    /// A tree with one of everything.
    private static func everything() -> MemoryTree {
        var random = TestRandom(seed: 3)
        return .package { tree in
            tree.file("Contents/b.txt", .bytes(random.text(10_000)), mode: 0o600, time: 1_436_387_303)
            tree.file("Contents/A.png", .bytes(random.bytes(5000)), mode: 0o755)
            tree.folder("Contents/empty", mode: 0o700)
            tree.file("Contents/empty.bin", "")
            tree.file("Contents/é.txt", "é")
            tree.add(ContentEntry(path: ContentPath("Contents/link"), type: .symlink(target: Array("b.txt".utf8))))
            tree.file("Contents/empty/large.txt", .bytes(random.text(3 * 512 * 1024 + 5)))
            tree.file("Contents/zeros", .zeros(3_000_000))
        }
    }

    private static let payloadNames = [
        ".", "./ContentInfo.plist", "./Contents", "./Contents/A.png", "./Contents/b.txt", "./Contents/empty",
        "./Contents/empty/large.txt", "./Contents/empty.bin", "./Contents/link", "./Contents/zeros",
        "./Contents/é.txt",
    ]

    private static func write(
        _ tree: ContentTree = Self.everything().tree, to path: String, _ options: PackageOptions = PackageOptions()
    ) throws -> WrittenPackage {
        try PackageWriter.write(tree, named: "CatPhotos", as: .pkg, to: path, options: options)
    }

    @Test(arguments: FlatPackageProfile.allCases)
    func `no reader complains, and each finds the parts and their checksums right`(profile: FlatPackageProfile) throws {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            let written = try Self.write(to: path, PackageOptions(jobs: 2, flatPackageProfile: profile))
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            #expect(written.bytes == Int64(bytes.count))
            #expect(written.sha256 == Digest.hexadecimal(Digest.of(bytes, .sha256)))
            #expect(
                try FlatPackageReaders.list(path).sorted() == [
                    "CatPhotos.pkg", "CatPhotos.pkg/Bom", "CatPhotos.pkg/PackageInfo", "CatPhotos.pkg/Payload",
                    "Distribution",
                ])
            try FlatPackageReaders.expectNoComplaint(about: path)
        }
    }

    @Test func `D02: the payload is stored, the rest is packed, in the order of Apple's heap and without gaps`() throws
    {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try Self.write(to: path)
            let archive = try XarArchive(of: ReadableFile(path))
            #expect(archive.remarks.isEmpty && archive.trailingBytes == 0 && archive.signatures.isEmpty)
            #expect(archive.creationTime == "1980-01-01T00:00:00")
            let parts = archive.entries.compactMap { entry in entry.data.map { (entry, $0) } }
                .sorted { $0.1.offset < $1.1.offset }
            #expect(
                parts.map { String(decoding: $0.0.path, as: UTF8.self) } == [
                    "CatPhotos.pkg/Bom", "CatPhotos.pkg/Payload", "CatPhotos.pkg/PackageInfo", "Distribution",
                ])
            #expect(parts.map(\.1.encoding) == [.zlib, .stored, .zlib, .zlib])
            var end: UInt64 = 20
            for (_, data) in parts {
                #expect(data.offset == end)
                end += data.length
            }
            #expect(archive.heapStart + end == archive.file.size)
        }
    }

    @Test(.enabled(if: Program("cpio") != nil, "cpio is not installed"))
    func `D01, D04: GNU cpio and bsdtar see the payload's entries, all of them root's`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try Self.write(to: path)
            let payload = try FlatPackageReaders.member("CatPhotos.pkg/Payload", of: path)
            #expect(payload.prefix(10) == Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]))
            let archive = try FlatPackageReaders.archive(in: payload)
            #expect(archive.prefix(6) == Data("070707".utf8) && archive.count % 512 == 0)

            let listed = try #require(Program("cpio")).run(
                ["-itvn", "--quiet"], environment: ["LC_ALL": "C.UTF-8", "TZ": "UTC"], input: archive)
            #expect(listed.status == 0 && listed.error.isEmpty, "\(listed.errorText)")
            let rows = listed.outputText.split(separator: "\n")
                .map { $0.split(separator: " ", maxSplits: 8).map(String.init) }
            #expect(
                rows.map { $0[8].components(separatedBy: " -> ")[0] }.map { $0.replacing("\\303\\251", with: "é") }
                    == Self.payloadNames.map { $0.hasPrefix("./") ? String($0) : $0 })
            #expect(rows.allSatisfy { $0[2] == "0" && $0[3] == "0" })
            #expect(
                rows.map { $0[0] } == [
                    "drwxr-xr-x", "-rw-r--r--", "drwxr-xr-x", "-rw-r--r--", "-rw-r--r--", "drwxr-xr-x", "-rw-r--r--",
                    "-rw-r--r--", "lrwxr-xr-x", "-rw-r--r--", "-rw-r--r--",
                ])
            #expect(rows.map { $0[1] } == ["4", "1", "9", "1", "1", "3", "1", "1", "1", "1", "1"])

            try folder.write("payload", payload)
            let unpacked = folder.path("unpacked")
            try FileManager.default.createDirectory(atPath: unpacked, withIntermediateDirectories: true)
            let tar = try #require(Program("bsdtar")).run(
                ["-xf", folder.path("payload"), "-C", unpacked], environment: ["LC_ALL": "C.UTF-8"])
            #expect(tar.status == 0 && tar.error.isEmpty, "\(tar.errorText)")
            let tree = FolderReader.tree(atPath: unpacked)
            #expect(tree.entries.map(\.path) == Self.everything().tree.entries.map(\.path))
            for entry in Self.everything().tree.entries where entry.type == .file {
                let found = try #require(tree.entry(at: entry.path))
                let expected = try Self.everything().tree.source.bytes(of: entry, limit: 4_000_000)
                #expect(try tree.source.bytes(of: found, limit: 4_000_000) == expected)
            }
        }
    }

    @Test(arguments: FlatPackageProfile.allCases, [CompressionLevel.default, .store])
    func `threads and chance change no byte`(profile: FlatPackageProfile, level: CompressionLevel) throws {
        try withTemporaryFolder { folder in
            let digests = try [1, 2, 7].map { jobs in
                try Self.write(
                    to: folder.path("\(jobs).pkg"),
                    PackageOptions(compression: level, jobs: jobs, flatPackageProfile: profile)
                ).sha256
            }
            #expect(Set(digests).count == 1)
        }
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
    func `the profile of 2015 deflates as zlib's level 6 does`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try Self.write(to: path, PackageOptions(jobs: 2, flatPackageProfile: .xcode6))
            let payload = try FlatPackageReaders.member("CatPhotos.pkg/Payload", of: path)
            let archive = try FlatPackageReaders.archive(in: payload)
            let program = """
                import sys, zlib
                deflater = zlib.compressobj(6, zlib.DEFLATED, -15)
                data = sys.stdin.buffer.read()
                sys.stdout.buffer.write(deflater.compress(data) + deflater.flush())
                """
            let expected = try #require(Program("python3")).run(["-c", program], input: archive)
            #expect(payload.dropFirst(10).dropLast(8) == expected.output)
        }
    }

    @Test func `a payload in parts is at most 1 in 100 larger than in one run`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 8)
            let lines = random.lines(1_500_000)
            let tree = MemoryTree.package { $0.file("Contents/level.json", .bytes(lines)) }.tree
            let sizes = try FlatPackageProfile.allCases.map { profile in
                try Self.write(tree, to: folder.path("\(profile).pkg"), PackageOptions(flatPackageProfile: profile))
                    .bytes
            }
            #expect(sizes[0] * 100 <= sizes[1] * 101, "\(sizes)")
        }
    }

    @Test func `a Bom that is larger than foretold goes behind the payload, and the package is read all the same`()
        throws
    {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            let tree = Self.everything().tree
            let options = PackageOptions()
            let package = try PackagePlan(tree, times: options.times)
            let plan = try FlatPackagePlan(package, name: "CatPhotos", profile: .current)
            let packing = PackingPlan(package: package, level: .default, makesZip: false, flatPackage: plan)
            let complete = try OrderedPipeline.run(
                jobs: 1, slots: 4, source: PackingWorkSource(plan: packing, content: tree.source),
                sink: PackingSink([
                    .success(
                        try FlatPackageAssembler(
                            plan: plan, path: path, options: options, holding: 0, foretelling: 10))
                ]),
                makeWorker: { PackingWorker(plan: packing, content: tree.source) })
            let written = CompleteOutput.commit(try complete.map { try $0.get() }, synchronizes: false)
            #expect(try written.map { try $0.get().path } == [path])
            try FlatPackageReaders.expectNoComplaint(about: path)
            let input = try ContentInput.open(path)
            #expect(input.flatPackage?.faults == [])
            #expect(try input.content.get().entries.map(\.path) == tree.entries.map(\.path))
        }
    }

    @Test func `a package of thousands of files, whose Bom is packed otherwise, is read all the same`() throws {
        try withTemporaryFolder { folder in
            let tree = MemoryTree.package { tree in
                for number in 0..<4000 { tree.file("Contents/\(number).txt", "\(number)") }
            }.tree
            let path = folder.path("CatPhotos.pkg")
            _ = try Self.write(tree, to: path)
            let input = try ContentInput.open(path)
            #expect(input.flatPackage?.faults == [] && input.flatPackage?.payloadEntryCount == 4003)
            #expect(try input.content.get().entries.map(\.path) == tree.entries.map(\.path))
            try FlatPackageReaders.expectNoComplaint(about: path)
        }
    }

    @Test func `a small package is held in memory, and has no room to spare`() throws {
        try withTemporaryFolder { folder in
            let tree = MemoryTree.package { $0.file("Contents/a.txt", "tabby") }.tree
            let path = folder.path("CatPhotos.pkg")
            _ = try Self.write(tree, to: path)
            let archive = try XarArchive(of: ReadableFile(path))
            // The table has some thousand bytes, and its packed form the first bytes of zlib's level 9.
            #expect(archive.header.compressedLength < archive.header.uncompressedLength / 2)
            #expect(try archive.file.bytes(at: 28, count: 2) == [0x78, 0xDA])
            #expect(archive.remarks.isEmpty && archive.trailingBytes == 0)
            try FlatPackageReaders.expectNoComplaint(about: path)
        }
    }

    @Test(.enabled(if: Program("xmllint") != nil, "xmllint is not installed"))
    func `a name with everything that XML escapes is read back`() throws {
        try withTemporaryFolder { folder in
            let name = "Cats & \"Dogs\" <1> 100% 'é'"
            let path = folder.path("x.pkg")
            _ = try PackageWriter.write(Self.everything().tree, named: name, as: .pkg, to: path)
            for member in ["\(name).pkg/PackageInfo", "Distribution"] {
                let bytes = try FlatPackageReaders.member(member, of: path)
                let outcome = try #require(Program("xmllint")).run(["--noout", "-"], input: bytes)
                #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.errorText)")
            }
            let package = try #require(try ContentInput.open(path).flatPackage)
            #expect(package.component == "\(name).pkg" && package.identifier == name)
            #expect(package.faults.isEmpty)
        }
    }

    @Test func `a file that changes while it is read leaves nothing behind`() throws {
        try withTemporaryFolder { folder throws in
            let tree = MemoryTree.package { $0.file("Contents/log.txt", .bytes([1, 2, 3]), size: 4) }.tree
            #expect(throws: PackagingError.self) { try Self.write(tree, to: folder.path("CatPhotos.pkg")) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `an empty Contents makes a package that is read back`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("CatPhotos.pkg")
            _ = try Self.write(MemoryTree.package().tree, to: path)
            let input = try ContentInput.open(path)
            #expect(input.flatPackage?.faults == [])
            #expect(input.flatPackage?.payloadEntryCount == 3)
            try FlatPackageReaders.expectNoComplaint(about: path)
        }
    }
}
