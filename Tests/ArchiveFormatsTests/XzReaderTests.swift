import TestSupport
import Testing

@testable import ArchiveFormats

@Suite(.enabled(if: Program("python3") != nil, "python3 is not installed"))
struct XzReaderTests {
    private static func fault(_ bytes: [UInt8]) -> StreamFault? {
        do throws(StreamFault) { _ = try XzReader(BytesStream(bytes)).allBytes(limit: 1 << 20) } catch { return error }
        return nil
    }

    @Test(arguments: ["", ", check=lzma.CHECK_NONE", ", preset=9 | lzma.PRESET_EXTREME", ", check=lzma.CHECK_SHA256"])
    func `what Python packs is unpacked, however it comes and goes`(options: String) throws {
        let bytes = RawAppleArchive.words(300_000)
        for count in [0, 1, 300_000] {
            let packed = try RawAppleArchive.python("lzma.compress(data\(options))", Array(bytes.prefix(count)))
            for (most, pieceSize) in [(Int.max, 1 << 20), (13, 777)] {
                let reader = try XzReader(BytesStream(packed + [0, 1, 2], most: most))
                #expect(try reader.all(pieceSize: pieceSize) == Array(bytes.prefix(count)))
                #expect(try reader.drain() == 3)
            }
        }
    }

    @Test func `a window that takes too much memory is refused`() throws {
        let packed = try RawAppleArchive.python(
            "lzma.compress(data, filters=[{'id': lzma.FILTER_LZMA2, 'preset': 1, 'dict_size': 128 << 20}])", [1, 2, 3])
        let fault = Self.fault(packed)
        #expect(
            fault
                == StreamFault(.unsupported, "unpacking takes 129 MiB of memory, where 128 are the most"))
    }

    @Test func `a stream is refused where it is cut, changed or none`() throws {
        let bytes = try RawAppleArchive.python("lzma.compress(data)", RawAppleArchive.words(200))
        for count in 0..<bytes.count {
            let fault = StreamFault(.truncated, "its compressed bytes end too early")
            #expect(Self.fault(Array(bytes[..<count])) == fault, "cut at \(count)")
        }
        for index in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var changed = bytes
                changed[index] ^= change
                #expect(Self.fault(changed) != nil, "changed at \(index)")
            }
        }
        #expect(
            Self.fault(Array("no xz stream at all".utf8))
                == StreamFault(.damaged, "its compressed bytes are no xz stream"))
    }
}
