import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct LzfseEncoderTests {
    @Test(arguments: LzfseSamples.kinds)
    func `bytes of each kind and size come back`(kind: String) throws {
        let encoder = LzfseEncoder()
        for count in [0, 1, 2, 7, 8, 9, 100, 4095, 4096, 4097, 40_000, 100_000, 400_000] {
            let bytes = LzfseSamples.bytes(kind, count)
            let stream = LzfseSamples.packed(bytes, by: encoder)
            let result = try LzfseSamples.unpacked(stream).get()
            #expect(result.bytes == bytes ? true : false, "\(count) bytes")
            #expect(result.used == stream.count)
            // Never larger than as it is, with the head of each block.
            #expect(stream.count <= bytes.count + 4 + 8 * (bytes.count / 40_000 + 1), "\(count) bytes")
        }
    }

    @Test func `no byte depends on what was packed before`() {
        let encoder = LzfseEncoder()
        let kinds = ["text", "random", "zeros", "machine", "text", "records", "sound"]
        for (kind, count) in zip(kinds, [70_000, 5000, 300_000, 3000, 70_000, 90_000, 4096]) {
            let bytes = LzfseSamples.bytes(kind, count)
            #expect(LzfseSamples.packed(bytes, by: encoder) == LzfseSamples.packed(bytes) ? true : false, "\(kind)")
        }
    }

    @Test func `the bytes are these, on every system`() {
        // A change of the encoder may change them; a machine must not.
        let sums: [String: UInt32] = [
            "text": 3_100_277_534, "machine": 529_797_705, "image": 68_070_041, "sound": 747_692_546,
            "records": 1_094_753_370,
        ]
        for (kind, sum) in sums {
            let stream =
                LzfseSamples.packed(LzfseSamples.bytes(kind, 150_000))
                + LzfseSamples.packed(LzfseSamples.bytes(kind, 3000))
            #expect(CRC32.of(stream) == sum, "\(kind)")
        }
    }

    @Test func `a stream is appended to what there is`() {
        let bytes = LzfseSamples.bytes("text", 900)
        var output: [UInt8] = [1, 2, 3]
        bytes.withUnsafeBytes { LzfseEncoder().encode($0, into: &output) }
        #expect(output == [1, 2, 3] + LzfseSamples.packed(bytes))
        #expect(LzfseSamples.packed([]) == Array("bvx$".utf8))
    }

    @Test(arguments: [("text", 2000), ("text", 200_000), ("random", 100_000), ("zeros", 0)])
    func `there is no stream where it would be as large as the limit`(kind: String, count: Int) {
        let encoder = LzfseEncoder()
        let bytes = LzfseSamples.bytes(kind, count)
        let stream = LzfseSamples.packed(bytes)
        bytes.withUnsafeBytes { bytes in
            for limit in [stream.count + 1, stream.count + 1000, .max] {
                #expect(encoder.encode(bytes, limit: limit) == stream ? true : false)
            }
            for limit in [stream.count, stream.count - 1, stream.count / 2, 4, 1, 0, -1] {
                #expect(encoder.encode(bytes, limit: limit) == nil)
            }
        }
    }

    @Test func `the positions of many inputs are told apart when their numbers run out`() {
        let bytes = LzfseSamples.bytes("text", 20_000)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: LzfseMatchFinder.byteCount, alignment: 64)
        defer { memory.deallocate() }
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            func matches(_ finder: inout LzfseMatchFinder) -> [Int] {
                finder.begin(base, count: bytes.count)
                return stride(from: 0, to: bytes.count - LzfseMatchFinder.wordSize, by: 7).map { position in
                    finder.search(position, atLeast: 3, depth: 8, enough: 64).distance
                }
            }
            var finder = LzfseMatchFinder(in: memory)
            let first = matches(&finder)
            // 32 bits number the positions of 16,000 inputs or so; each of these is tried before and behind.
            for round in 0..<20_000 {
                if round < 16_200 || round > 16_500 {
                    finder.begin(base, count: 0)
                } else if round % 30 == 0 {
                    #expect(matches(&finder) == first)
                }
            }
            #expect(matches(&finder) == first)
        }
    }
}
