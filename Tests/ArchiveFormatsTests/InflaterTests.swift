import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct InflaterTests {
    private func unpacked(
        _ stream: [UInt8], by inflater: Inflater = Inflater(), most: Int = .max, pieceSize: Int = 100_000
    ) -> Result<(bytes: [UInt8], used: Int), InflatingFault> {
        Result { () throws(InflatingFault) in
            let input = BufferedBytes(BytesStream(stream, most: most))
            var piece = [UInt8](repeating: 0, count: pieceSize)
            var bytes: [UInt8] = []
            while true {
                let result = piece.withUnsafeMutableBytes { piece in
                    Result { () throws(InflatingFault) in try inflater.read(into: piece, from: input) }
                }
                let count = try result.get()
                if count == 0 { return (bytes, Int(input.position)) }
                bytes += piece[..<count]
            }
        }
    }

    private func fault(_ stream: [UInt8]) -> InflatingFault? {
        if case .failure(let fault) = unpacked(stream) { fault } else { nil }
    }

    private func deflated(_ bytes: [UInt8], _ level: Int32) throws -> [UInt8] {
        // Without zlib's head and sum.
        Array(try #require(ZlibStream.deflated(bytes, level: level)).dropFirst(2).dropLast(4))
    }

    @Test(arguments: DeflateSamples.kinds, [0, 1, 6, 9] as [Int32])
    func `what zlib made is unpacked, and what follows is left alone`(kind: String, level: Int32) throws {
        let inflater = Inflater()
        for count in [0, 1, 5, 300, 40_000, 300_000] {
            let bytes = DeflateSamples.bytes(kind, count)
            let stream = try deflated(bytes, level)
            for rest in count == 300 ? [[], [1, 2, 3], [UInt8](repeating: 7, count: 70_000)] : [[9]] {
                inflater.reset()
                let result = try unpacked(stream + rest, by: inflater).get()
                #expect(result.bytes == bytes ? true : false, "\(count) bytes")
                #expect(result.used == stream.count)
            }
        }
    }

    @Test(arguments: [1, 13, 65_536], [1, 777, 300_000])
    func `a stream is unpacked however it comes and goes`(most: Int, pieceSize: Int) throws {
        let bytes = DeflateSamples.bytes("mixed", 50_000)
        let result = try unpacked(try deflated(bytes, 6), most: most, pieceSize: pieceSize).get()
        #expect(result.bytes == bytes ? true : false)
    }

    @Test func `matches of each offset and length are copied, over the edge of the memory too`() throws {
        var bytes = DeflateSamples.bytes("random", 258)
        // Offsets up to 40, and the longest.
        for offset in Array(1...40) + [255, 256, 257, 258] {
            for length in [3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 257, 258] {
                for _ in 0..<length { bytes.append(bytes[bytes.count - offset]) }
                bytes.append(UInt8(truncatingIfNeeded: bytes.count))
            }
        }
        let far = DeflateSamples.bytes("random", 32_500)
        for _ in 0..<20 { bytes += far }
        let result = try unpacked(try deflated(bytes, 9)).get()
        #expect(result.bytes == bytes ? true : false)
    }

    @Test func `a match may lie as far back as the window reaches, and no farther than the first byte`() throws {
        // A block of the fixed code: the byte 0, then three bytes from one byte back (RFC 1951, 3.2.6).
        #expect(try unpacked(Self.fixedBlock(offsetSymbol: 0, extra: 0, extraBits: 0)).get().bytes == [0, 0, 0, 0])
        #expect(fault(Self.fixedBlock(offsetSymbol: 1, extra: 0, extraBits: 0)) == .damaged)
        // Behind 32,767 stored bytes, the farthest offset there is.
        let stored = [0, 0xFF, 0x7F, 0x00, 0x80] + DeflateSamples.bytes("random", 32_767)
        let farthest = Self.fixedBlock(offsetSymbol: 29, extra: 8191, extraBits: 13)
        let bytes = Array(stored.dropFirst(5))
        #expect(try unpacked(stored + farthest).get().bytes == bytes + [0] + bytes[..<3])
        // One byte fewer, and it would lie before the first.
        #expect(fault([0, 0xFE, 0x7F, 0x01, 0x80] + bytes.dropLast() + farthest) == .damaged)
        // Two symbols that only the fixed code has stand for no offset.
        for symbol in [30, 31] {
            #expect(fault(stored + Self.fixedBlock(offsetSymbol: symbol, extra: 0, extraBits: 0)) == .damaged)
        }
    }

    private static func fixedBlock(offsetSymbol: Int, extra: Int, extraBits: Int) -> [UInt8] {
        var bits = Bits()
        bits.add(1, 1)
        bits.add(1, 2)
        bits.addCode(0x30, 8)
        bits.addCode(1, 7)
        bits.addCode(offsetSymbol, 5)
        bits.add(extra, extraBits)
        bits.addCode(0, 7)
        return bits.bytes
    }

    @Test func `a stream that is cut off is truncated, wherever it is cut, and a fault stays`() throws {
        for kind in ["text", "random"] {
            let stream = try deflated(DeflateSamples.bytes(kind, 700), 9)
            for count in 0..<stream.count { #expect(fault(Array(stream[..<count])) == .truncated, "\(count)") }
        }
        let inflater = Inflater()
        for _ in 0..<2 {
            guard case .failure(let fault) = unpacked([7], by: inflater) else { throw TestFailure() }
            #expect(fault == .damaged)
        }
    }

    private struct TestFailure: Error {}

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
    func `zlib judges no stream otherwise, however it is damaged`() throws {
        var random = TestRandom(seed: 20)
        var streams: [[UInt8]] = []
        for kind in DeflateSamples.kinds {
            for level in [0, 1, 6] as [Int32] {
                let stream = try deflated(DeflateSamples.bytes(kind, 900), level)
                for _ in 0..<12 {
                    var damaged = stream
                    for _ in 0...(random.next() % 3) {
                        // Most of what there is to judge stands in the head.
                        let place = random.next() % 2 == 0 ? min(100, damaged.count) : damaged.count
                        damaged[Int(random.next() % UInt64(place))] ^= 1 << UInt8(random.next() % 8)
                    }
                    streams.append(random.next() % 4 == 0 ? Array(damaged.dropLast(Int(random.next() % 50))) : damaged)
                }
            }
        }
        for _ in 0..<800 { streams.append(HostileBlocks.stream(&random)) }
        var input = Data()
        for stream in streams { input += Data("\(stream.count)\n".utf8) + Data(stream) }
        let program = """
            import sys, zlib
            data = sys.stdin.buffer
            while line := data.readline():
                stream = data.read(int(line))
                zlib_stream = zlib.decompressobj(-15)
                try:
                    output = zlib_stream.decompress(stream)
                    used = len(stream) - len(zlib_stream.unused_data)
                    print(f"{used} {zlib.crc32(output)}" if zlib_stream.eof else "truncated")
                except zlib.error:
                    print("damaged")
            """
        let outcome = try #require(Program("python3")).run(["-c", program], input: input)
        #expect(outcome.errorText == "")
        let expected = outcome.outputText.split(separator: "\n").map(String.init)
        #expect(expected.count == streams.count)
        // The samples are worth something only where they show each of the three.
        #expect(Set(expected.map { $0.first?.isNumber == true ? "sound" : $0 }).count == 3)
        let inflater = Inflater()
        for (stream, expected) in zip(streams, expected) {
            inflater.reset()
            let found: String
            switch unpacked(stream, by: inflater, most: Int(random.next() % 300) + 1) {
            case .success(let result): found = "\(result.used) \(CRC32.of(result.bytes))"
            case .failure(.truncated): found = "truncated"
            case .failure(.damaged): found = "damaged"
            case .failure(.unreadable(let fault)): found = fault.reason
            }
            #expect(found == expected, "\(stream)")
        }
    }
}

/// Blocks with codes of their own that hardly any writer makes: codes with too many symbols, with some missing or with very
/// long ones, runs that lead nowhere, and any bits behind them.
private enum HostileBlocks {
    static func stream(_ random: inout TestRandom) -> [UInt8] {
        var bits = Bits()
        func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        bits.add(number(2), 1)
        bits.add(2, 2)
        let literals = number(9) == 0 ? number(32) : number(30)
        let offsets = number(9) == 0 ? number(32) : number(30)
        bits.add(literals, 5)
        bits.add(offsets, 5)
        bits.add(15, 4)
        // A whole code of thirteen symbols with four bits and six with five, or one of another kind.
        var order = (0..<19).map { $0 < 13 ? 4 : 5 }
        switch number(8) {
        case 0: order = order.map { _ in number(8) }
        case 1:
            order = order.map { _ in 0 }
            order[number(19)] = 1
            if number(2) == 0 { order[number(19)] = 1 }
        default: break
        }
        for symbol in DeflateSymbols.orderOfLengths { bits.add(order[symbol], 3) }
        for length in code(literals + 257, &random) + code(offsets + 1, &random) {
            // The runs are tried seldom, since they mostly shift the lengths behind them.
            let symbol = number(400) == 0 ? 16 + number(3) : length
            bits.addCode(symbol < 13 ? symbol : 26 + symbol - 13, symbol < 13 ? 4 : 5)
        }
        for _ in 0..<number(600) { bits.add(number(256), 8) }
        return bits.bytes
    }

    /// The lengths of a code of so many symbols.
    private static func code(_ count: Int, _ random: inout TestRandom) -> [Int] {
        func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var lengths = [Int](repeating: 0, count: count)
        switch number(10) {
        case 0: return lengths.map { _ in number(16) }
        case 1: return lengths
        case 2:
            lengths[min(256, number(count))] = 1 + number(2)
            return lengths
        default: break
        }
        // A code is split until it has enough symbols.
        var leaves = [0]
        let wanted = 2 + number(max(1, min(count, 280) - 1))
        for _ in 0..<4000 where leaves.count < min(wanted, count) {
            let deepest = leaves.indices.filter { leaves[$0] < 15 }.max { leaves[$0] < leaves[$1] } ?? 0
            let split = number(3) == 0 ? deepest : number(leaves.count)
            guard leaves[split] < 15 else { continue }
            leaves[split] += 1
            leaves.append(leaves[split])
        }
        if number(12) == 0 { leaves.removeLast() }
        var places = Array(0..<count).shuffled(using: &random)
        if let end = places.firstIndex(of: 256), number(20) > 0 { places.swapAt(0, end) }
        for (place, leaf) in zip(places, leaves) { lengths[place] = leaf }
        return lengths
    }
}

/// Bits in the order in which deflate has them.
private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func add(_ value: Int, _ width: Int) {
        for bit in 0..<width {
            if count % 8 == 0 { bytes.append(0) }
            bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
            count += 1
        }
    }

    /// A code, whose highest bit comes first.
    mutating func addCode(_ code: Int, _ width: Int) { for bit in (0..<width).reversed() { add(code >> bit & 1, 1) } }
}
