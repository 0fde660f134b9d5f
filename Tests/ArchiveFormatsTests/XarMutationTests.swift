import TestSupport
import Testing

@testable import ArchiveFormats

/// Whatever is done to a xar, reading it ends: with a fault, or with contents that match their checksums.
@Suite struct XarMutationTests {
    private static func read(_ bytes: [UInt8]) throws {
        let archive: XarArchive
        do {
            archive = try XarArchive.read(bytes)
        } catch is XarFault {
            return
        }
        for entry in archive.entries {
            do {
                _ = try XarMemberStream(entry, in: archive).allBytes(limit: 1 << 20)
            } catch is XarFault {
            } catch is StreamFault {}
        }
    }

    private static func mutated(_ bytes: [UInt8], _ random: inout TestRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1..<50, using: &random)))
            case 3:
                bytes.insert(
                    contentsOf: [UInt8](repeating: 0x39, count: Int.random(in: 1..<20, using: &random)), at: place)
            default: bytes = Array(bytes.prefix(place))
            }
        }
        return bytes
    }

    @Test func `a file that is changed, cut or grown anywhere does no harm`() throws {
        var random = TestRandom(seed: 1)
        let whole = try SamplePackage(tableLength: 4096).bytes()
        for _ in 0..<500 { try Self.read(Self.mutated(whole, &random)) }
    }

    @Test func `a table that is changed, cut or grown, and whole again by its checksum, does no harm`() throws {
        var random = TestRandom(seed: 2)
        let package = SamplePackage()
        let xml = try package.xml()
        let heap = try package.members().heap
        for _ in 0..<1000 { try Self.read(RawXar(xml: Self.mutated(xml, &random), heap: heap).bytes()) }
    }

    @Test(arguments: ["application/x-gzip", "application/x-bzip2", "application/x-lzma", "application/x-xz"])
    func `content that is changed, cut or grown without a checksum does no harm`(encoding: String) throws {
        var random = TestRandom(seed: 3)
        let starts: [String: [UInt8]] = [
            "application/x-bzip2": Array("BZh91AY&SY".utf8),
            "application/x-lzma": [0x5D, 0, 0, 0x80, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0],
            "application/x-xz": [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4, 0xE6, 0xD6, 0xB4, 0x46, 2, 0, 0x21, 1],
        ]
        let stream = try starts[encoding] ?? #require(ZlibStream.deflated(Array("castles and knights".utf8)))
        for _ in 0..<300 {
            let bytes = Self.mutated(stream + (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }, &random)
            let files = RawXar.packed("a", encoding, at: 20, length: bytes.count, size: 5000)
            try Self.read(RawXar(files: files, heap: bytes).bytes())
        }
    }
}
