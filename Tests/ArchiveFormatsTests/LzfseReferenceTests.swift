import TestSupport
import Testing

@testable import ArchiveFormats

/// Our codec against Apple's, both ways.
@Suite(.enabled(if: LzfseReference.python != nil, "no Python has liblzfse; .ci/setup test gets it"))
struct LzfseReferenceTests {
    private static let sizes = [1, 7, 8, 100, 1000, 4095, 4096, 4097, 10_000, 40_000, 100_000, 300_000]
    private static let large = 4 << 20

    @Test(arguments: LzfseSamples.kinds)
    func `the reference unpacks what we pack, and we unpack what it packs`(kind: String) throws {
        let encoder = LzfseEncoder()
        let inputs = Self.sizes.map { LzfseSamples.bytes(kind, $0) }
        let streams = inputs.map { LzfseSamples.packed($0, by: encoder) }
        for (bytes, unpacked) in zip(inputs, try LzfseReference.unpacked(streams)) {
            #expect(unpacked == bytes ? true : false, "\(bytes.count) bytes")
        }
        for (bytes, packed) in zip(inputs, try LzfseReference.packed(inputs)) {
            let stream = try #require(packed)
            let result = try LzfseSamples.unpacked(stream, most: 65_537, pieceSize: 77_777).get()
            #expect(result.bytes == bytes ? true : false, "\(bytes.count) bytes")
            #expect(result.used == stream.count)
        }
    }

    @Test(arguments: ["text", "random", "mixed", "machine", "zeros"], [large, 9 << 20])
    func `so it is with megabytes`(kind: String, count: Int) throws {
        // Made of parts, as making so much of a kind takes longer than all else; they are not all the same.
        let parts = (1...16).map { LzfseSamples.bytes(kind, 1 << 17 + $0) }
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += parts[bytes.count / 3 % 16] }
        bytes.removeSubrange(count...)
        let stream = LzfseSamples.packed(bytes)
        #expect(try LzfseReference.unpacked([stream]) == [bytes] ? true : false)
        #expect(try LzfseSamples.unpacked(stream, pieceSize: 1_000_001).get().bytes == bytes ? true : false)
        let reference = try #require(try LzfseReference.packed([bytes])[0])
        #expect(try LzfseSamples.unpacked(reference).get().bytes == bytes ? true : false)
        #expect(stream.count <= reference.count)
    }

    @Test(arguments: LzfseSamples.kinds)
    func `we pack no larger than the reference, but for a few bytes of what is small`(kind: String) throws {
        let encoder = LzfseEncoder()
        let inputs = Self.sizes.map { LzfseSamples.bytes(kind, $0) }
        for (bytes, packed) in zip(inputs, try LzfseReference.packed(inputs)) {
            let (ours, reference) = (LzfseSamples.packed(bytes, by: encoder).count, try #require(packed).count)
            #expect(
                ours <= reference + (bytes.count < 10_000 ? 8 : 0), "\(bytes.count) bytes: \(ours) against \(reference)"
            )
        }
    }

    @Test func `the reference reads the header of fixed size as we do`() throws {
        #expect(try LzfseReference.unpacked([LzfseSamples.wide.stream]) == [LzfseSamples.wide.bytes])
    }

    @Test func `a damaged stream that we unpack is to the reference the same bytes`() throws {
        var random = TestRandom(seed: 5)
        var streams: [[UInt8]] = []
        for kind in ["text", "machine", "records"] {
            for count in [600, 5000] {
                let stream = LzfseSamples.packed(LzfseSamples.bytes(kind, count))
                for _ in 0..<150 {
                    var damaged = stream
                    damaged[Int(random.next() % UInt64(stream.count))] ^= 1 << UInt8(random.next() % 8)
                    // The reference believes what a header says of sizes, and takes as much memory.
                    if damaged[..<24] == stream[..<24] { streams.append(damaged) }
                }
            }
        }
        var sound = 0
        for (stream, expected) in zip(streams, try LzfseReference.unpacked(streams)) {
            guard case .success(let result) = LzfseSamples.unpacked(stream) else { continue }
            #expect(expected == result.bytes, "\(stream)")
            sound += 1
        }
        #expect(sound > 100)
    }
}
