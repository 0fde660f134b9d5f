import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct BomReadingTests {
    /// A folder, a file, a link and a file in the folder, in the order of a payload.
    private let samples: [BomEntry] = [
        .root, .file("./b", size: 5, checksum: 7), .directory("./A"), .file("./A/caf\u{E9}", size: 3),
        .link("./z", to: "A/x"),
    ]

    @Test(
        .enabled(if: PackageVector.areAvailable, "the facts of Apple's packages are not here"),
        arguments: PackageVector.all)
    func `Apple's Bom lists what Apple's payload holds`(_ vector: PackageVector) throws {
        let archive = try BomArchive(try vector.file("Bom"))
        let expected = try vector.facts().payload.entries.map(\.bomEntry)
        #expect(archive.entries == expected)
        #expect(archive.numbers == (1...UInt32(expected.count)).map { $0 })
        #expect(archive.architectures == expected.map { _ in 15 })
        #expect(archive.blockCount == 2730)
        #expect(
            archive.variables.map { String(decoding: $0.name, as: UTF8.self) }
                == ["BomInfo", "Paths", "HLIndex", "VIndex", "Size64"])
        #expect(archive.variables.map(\.block) == [1, 2, 4, 6, 9])
    }

    @Test func `what is written is read, in the order of folder and name`() throws {
        let archive = try BomArchive(try BomWriting.bytes(samples))
        var link = samples[4]
        link.size = 3
        link.checksum = POSIXChecksum.of(Array("A/x\0".utf8))
        #expect(archive.entries == [samples[0], samples[2], samples[1], link, samples[3]])
        #expect(archive.numbers == [1, 3, 2, 5, 4])
        #expect(archive.block(3)?.count == 4096)
        #expect([-1, 0, archive.blockCount, .max].map { archive.block($0) } == [nil, nil, nil, nil])
    }

    @Test func `owners, modes, times and large sizes come back`() throws {
        let entries: [BomEntry] = [
            BomEntry(path: [46], kind: .directory, mode: 0o40700, uid: 501, gid: 20, modificationTime: .max, size: 102),
            BomEntry(
                path: Array("./a".utf8), kind: .file, mode: 0o104755, uid: .max, gid: 1, modificationTime: 0,
                size: 1 << 40 + 3, checksum: 9),
            BomEntry(path: Array("./b".utf8), kind: .device, mode: 0o60640, modificationTime: 1, checksum: 0x0100_0003),
            .file("./c", size: UInt64(UInt32.max)), .file("./d", size: UInt64(UInt32.max) + 1),
        ]
        #expect(try BomArchive(try BomWriting.bytes(entries)).entries == entries)
    }

    @Test(arguments: [1, 2, 510, 511, 512, 766, 5001])
    func `a folder of any size comes back`(count: Int) throws {
        let entries = BomEntry.folder(of: count)
        #expect(try BomArchive(try BomWriting.bytes(entries)).entries == entries)
    }

    @Test(arguments: [511, 5001])
    func `paths that come in any order within a folder get leaves that are in order`(count: Int) throws {
        var generator = TestRandom(seed: UInt64(count))
        let entries = [BomEntry.root] + BomEntry.folder(of: count).dropFirst().shuffled(using: &generator)
        let archive = try BomArchive(try BomWriting.bytes(entries))
        #expect(archive.entries == BomEntry.folder(of: count))
        #expect(archive.numbers.map { entries[Int($0) - 1] } == archive.entries)
    }

    // 511 leaves of 256 paths are the most that one branch has.
    @Test(arguments: [131_000, 200_000])
    func `trees with two levels of branches come back`(count: Int) throws {
        let entries = BomEntry.tree(of: count)
        let archive = try BomArchive(try BomWriting.bytes(entries))
        #expect(archive.entries.count == count)
        let places = archive.numbers.map { Int($0) - 1 }
        #expect(places.indices.allSatisfy { archive.entries[$0] == entries[places[$0]] })
    }

    @Test func `many sizes above 4 GiB come back`() throws {
        let entries =
            [BomEntry.root]
            + BomEntry.folder(of: 1200).dropFirst().map { entry in
                BomEntry(path: entry.path, kind: .file, mode: entry.mode, modificationTime: 1, size: entry.size << 33)
            }
        #expect(try BomArchive(try BomWriting.bytes(entries)).entries == entries)
    }

    @Test func `a branch that has a key for every child is read like one of Apple's`() throws {
        let entries = BomEntry.folder(of: 636)
        let bom = try PlainBom(entries)
        let lastKey = bom.number(bom.number(bom.place(1544)) + 12 + 8 * 379 + 4)
        let changed = bom.changing(1545, at: 2, to: [0, 2]).changing(1545, at: 24, to: lastKey)
        #expect(try BomArchive(changed.bytes).entries == entries)
        // Without padding, as bomutils has it.
        let bare = changed.replacing(1545, with: Array(changed.block(1545)[..<28]))
        #expect(try BomArchive(bare.bytes).entries == entries)
    }

    @Test func `a NUL that a variable's name counts is left off`() throws {
        let bom = try PlainBom(samples)
        var variables: [UInt8] = [0, 0, 0, 2]
        for (block, name) in [(1, "BomInfo\0"), (2, "Paths\0")] {
            variables.append(bigEndian: UInt32(block))
            variables.append(UInt8(name.utf8.count))
            variables += Array(name.utf8)
        }
        let changed = bom.changing(at: 24, to: bom.bytes.count).changing(at: 28, to: variables.count)
        let archive = try BomArchive(changed.bytes + variables)
        #expect(archive.entries.count == samples.count)
        #expect(archive.variables.map { String(decoding: $0.name, as: UTF8.self) } == ["BomInfo", "Paths"])
    }

    @Test func `the record of a program is not taken for a link`() throws {
        let bom = try PlainBom(samples)
        // One slice: kind of processor twice, size and checksum.
        let tail: [UInt8] =
            [1, 0, 0, 0, 1, 1, 0, 0, 7, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 7] + [UInt8](repeating: 0, count: 8)
        let program = Array(bom.block(14)[..<2]) + [0x10, 0x0F] + Array(bom.block(14)[4..<27]) + tail
        let archive = try BomArchive(bom.replacing(14, with: program).bytes)
        #expect(archive.entries[2] == samples[1])
        #expect(archive.architectures == [15, 15, 0x100F, 15, 15])
    }
}
