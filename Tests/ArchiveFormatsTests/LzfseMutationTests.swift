import TestSupport
import Testing

@testable import ArchiveFormats

/// Whatever is done to a stream: reading it ends, in bytes or in a fault, and makes no more bytes than its blocks say.
@Suite struct LzfseMutationTests {
    private static let streams: [[UInt8]] = {
        var streams: [[UInt8]] = (LzfseSamples.vectors + [LzfseSamples.wide]).map { $0.stream }
        for kind in ["text", "machine", "records", "mixed", "long"] {
            for count in [900, 6000] { streams.append(LzfseSamples.packed(LzfseSamples.bytes(kind, count))) }
        }
        return streams
    }()

    /// Reads a stream as far as it goes. The most is far above what any of these unpacks to.
    private func read(_ stream: [UInt8], _ outcomes: inout Set<String>) {
        let reader = LzfseReader(BytesStream(stream))
        let result = Result { () throws(StreamFault) in try reader.bytes(upTo: 64 << 20) }
        switch result {
        case .success(let bytes): #expect(bytes.count < 64 << 20)
        case .failure(let fault): outcomes.insert(fault.reason.filter { !$0.isNumber })
        }
    }

    @Test func `a stream that is changed anywhere is bytes or a fault`() {
        var random = TestRandom(seed: 8)
        var outcomes: Set<String> = []
        for stream in Self.streams {
            for _ in 0..<200 {
                var damaged = stream
                for _ in 0...random.next() % 3 {
                    let place = Int(random.next() % UInt64(damaged.count))
                    // Most of what there is to judge stands in the head.
                    let near = random.next() % 2 == 0 ? place : place % min(180, damaged.count)
                    damaged[near] = random.next() % 2 == 0 ? damaged[near] ^ 1 << UInt8(random.next() % 8) : 0xFF
                }
                read(damaged, &outcomes)
            }
        }
        // The trials are worth something only where they meet most of what can be wrong.
        #expect(outcomes.count >= 15, "\(outcomes.sorted())")
    }

    @Test func `each bit of a small stream may be another`() {
        var outcomes: Set<String> = []
        for vector in LzfseSamples.vectors {
            for bit in 0..<8 * vector.stream.count {
                var damaged = vector.stream
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                read(damaged, &outcomes)
            }
        }
        #expect(outcomes.contains("a block's packed bytes contradict themselves"))
    }

    @Test func `states and frequencies that no encoder would choose are bytes or a fault`() {
        var random = TestRandom(seed: 9)
        var outcomes: Set<String> = []
        let sound = LzfseSamples.wide.stream
        for _ in 0..<800 {
            var stream = sound
            func put(_ number: Int, at place: Int) {
                stream[place] = UInt8(number & 0xFF)
                stream[place + 1] = UInt8(number >> 8)
            }
            // Right sums, so that the tables are filled.
            for (place, symbolCount, stateCount) in [(50, 20, 64), (90, 20, 64), (130, 64, 256), (258, 256, 1024)] {
                var left = stateCount
                for symbol in 0..<symbolCount {
                    let most = UInt64(left / (random.next() % 4 == 0 ? 1 : 4) + 1)
                    let count = symbol == symbolCount - 1 ? left : Int(random.next() % most)
                    put(count, at: place + 2 * symbol)
                    left -= count
                }
            }
            for place in [32, 34, 36, 38] { put(Int(random.next() % 1024), at: place) }
            for place in [44, 46] { put(Int(random.next() % 64), at: place) }
            put(Int(random.next() % 256), at: 48)
            put(Int(random.next() % 400), at: 12)
            put(Int(random.next() % 10_000), at: 16)
            read(stream, &outcomes)
        }
        #expect(outcomes.contains("a block's packed bytes contradict themselves"))
    }
}
