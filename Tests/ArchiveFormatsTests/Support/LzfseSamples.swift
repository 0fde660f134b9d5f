import TestSupport

@testable import ArchiveFormats

/// Streams that the reference implementation made, bytes that are of interest to a codec, and what ours makes of both.
enum LzfseSamples {
    /// The kinds of bytes that ``bytes(_:_:)`` makes.
    static let kinds = DeflateSamples.kinds + ["zeros", "machine", "image", "records", "far", "long"]

    /// So many bytes of a kind; the same each time.
    static func bytes(_ kind: String, _ count: Int) -> [UInt8] {
        var random = TestRandom(seed: UInt64(count) &+ 77)
        switch kind {
        case "zeros": return [UInt8](repeating: 0, count: count)
        case "machine": return machine(count, &random)
        case "image": return image(count, &random)
        case "records":
            // Rows of numbers, of which most are as in the row before, at one distance.
            var bytes: [UInt8] = []
            var row = (0..<24).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            while bytes.count < count {
                row[Int(random.next() % 24)] = UInt8(truncatingIfNeeded: random.next())
                row[4] &+= 1
                bytes += row
            }
            return Array(bytes.prefix(count))
        case "far":
            // The same again from near to beyond the farthest distance, with bytes between that are no match.
            let part = DeflateSamples.bytes("random", 700)
            func filler(_ count: Int) -> [UInt8] {
                (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) & 0x3F }
            }
            var bytes = part
            for gap in [1, 5000, 70_000, LzfseFormat.window - 701, LzfseFormat.window - 700, LzfseFormat.window] {
                bytes += filler(gap) + part
            }
            return Array(bytes.prefix(count))
        case "long":
            // Matches and runs on either side of what one symbol can tell.
            var bytes: [UInt8] = []
            for run in [1, 15, 16, 314, 315, 316, 630, 631] {
                for match in [4, 311, 312, 2358, 2359, 2360, 4719] {
                    bytes += DeflateSamples.bytes("random", run + match * 7 % 300)
                    let start = bytes.count - min(bytes.count, 1 + run)
                    for index in 0..<match { bytes.append(bytes[start + index]) }
                }
            }
            return Array(bytes.prefix(count))
        default: return DeflateSamples.bytes(kind, count)
        }
    }

    /// Some opcodes that are frequent, with operands behind them that are not, and with those of before.
    private static func machine(_ count: Int, _ random: inout TestRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let pick = random.next()
            if pick % 5 == 0, bytes.count > 300 {
                let start = bytes.count - 8 - Int(pick >> 8 % 290)
                bytes += bytes[start..<start + 4 + Int(pick >> 24 % 3)]
            } else {
                bytes += [[0x48, 0x8B], [0xE8], [0x0F, 0x84], [0x89], [0x48, 0x83], [0xC3]][Int(pick % 6)]
                for _ in 0..<pick >> 16 % 4 { bytes.append(UInt8(truncatingIfNeeded: random.next() & random.next())) }
            }
        }
        return Array(bytes.prefix(count))
    }

    /// What an image format leaves: no repetition, nearly all bytes about as frequent, and now and then a table.
    private static func image(_ count: Int, _ random: inout TestRandom) -> [UInt8] {
        let table = Array(0..<64).map { UInt8($0 * 3 + 1) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            bytes += table
            for _ in 0..<20_000 {
                let pick = random.next()
                bytes.append(
                    pick % 9 == 0 ? UInt8(truncatingIfNeeded: pick >> 8) & 0x3F : UInt8(truncatingIfNeeded: pick >> 8))
            }
        }
        return Array(bytes.prefix(count))
    }

    // MARK: The codec

    /// Packs bytes, with an encoder that may have packed others before.
    static func packed(_ bytes: [UInt8], by encoder: LzfseEncoder = LzfseEncoder()) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBytes { encoder.encode($0, into: &output) }
        return output
    }

    /// What a stream unpacks to, and how many of its bytes that took, or the fault.
    /// - Parameters:
    ///   - most: How many bytes the stream gives at a time.
    ///   - pieceSize: How many are asked for at a time.
    static func unpacked(
        _ stream: [UInt8], most: Int = .max, pieceSize: Int = 1 << 20
    ) -> Result<(bytes: [UInt8], used: Int), StreamFault> {
        Result { () throws(StreamFault) in
            let reader = LzfseReader(BytesStream(stream, most: most))
            let bytes = try reader.all(pieceSize: pieceSize)
            return (bytes, Int(reader.consumed))
        }
    }

    /// What is wrong with a stream.
    static func fault(_ stream: [UInt8]) -> StreamFault? {
        if case .failure(let fault) = unpacked(stream) { fault } else { nil }
    }

    // MARK: Streams of the reference

    /// A stream, and what it unpacks to.
    struct Vector: Sendable {
        let name: String
        let stream: [UInt8]
        let bytes: [UInt8]
    }

    /// Streams that the reference made.
    static let vectors = [
        Vector(name: "a bvx2 block", stream: hex(packedHex), bytes: packedText),
        Vector(
            name: "a bvxn block",
            stream: hex(
                "6276786e5500000041000000ed6f6e65207061636b2c2074776f100a400b73e468726565280dc80c6d6f72f300188805616e"
                    + "981d743af21818c80a616e64f4e56761696e2e060000000000000062767824"),
            bytes: Array(
                "one pack, two packs, three packs, more packs than that: packs, packs and packs again.".utf8)),
        Vector(
            name: "a bvx- block",
            stream: hex(
                "6276782d28000000008a27cd864d220513121f3a639adf37b529a636cf7b35f8ebcfc1c1cfeb1a52b50e70e063ef8e3b6276"
                    + "7824"),
            bytes: (0..<40).map { (index: Int) -> UInt8 in
                let number: Int = index * index * 7 + index * 131 + (index / 8) * 29
                return UInt8(number % 251)
            }),
        Vector(name: "nothing", stream: hex("6276782d0000000062767824"), bytes: []),
    ]

    /// The bytes that hexadecimal digits stand for.
    static func hex(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
    }

    private static let packedText: [UInt8] = {
        let text = (0..<460).map { String(repeating: "pack", count: $0 % 5) + "\($0 / 40)\n" }.joined()
        return Array(text.utf8.prefix(4600))
    }()

    private static let packedHex =
        "62767832f81100004000f001003d00102c38a03edf6b0050a20000003e28a00207df814000000010e0a272a15cc4333c7a07"
        + "06301863bc03ef00efc04b70000000000000bc02000000000000000070080000000000000000c023f0983c0e8fc3e3f0383c"
        + "0e8fc3e3f038000000000000000000008f018f0000f008003c06000000000000000000000000000000000000000000000000"
        + "00000000000000000000000000004000b84bebf613435535eeee8d88883333e3eede888838fb01e3f5ba0200000000000000"
        + "00000066580072be298e4bc1118937c3b0bd840025d5eeb881a131c5ee4e80cb0033a4c8096c03c8822872026d00b220859c"
        + "401b4026489113c806900551e404da0064410a398136804c902227900d200ba2c809b401c882149c09a4128eb90439813b00"
        + "62767824"

    /// The stream with a `bvx2` block, but with the header in the form of `bvx1`, which the reference reads and never
    /// writes: 772 bytes, of which the last two mean nothing.
    static let wide: Vector = {
        let packed = hex(packedHex)
        var bytes = Array("bvx1".utf8)
        func add(_ numbers: Int...) {
            for number in numbers { bytes.append(littleEndian: UInt32(truncatingIfNeeded: number)) }
        }
        func addShort(_ numbers: Int...) { for number in numbers { bytes.append(littleEndian: UInt16(number)) } }
        // Raw bytes, packed bytes, literals, matches, bytes of each, and the bits of the last one, as the header has them.
        add(4600, 31 + 107, 64, 61, 31, 107, -6)
        addShort(44, 14, 1002, 892)
        add(-2)
        addShort(62, 10, 42)
        var bits = 0
        var count = 0
        var rest = packed[32..<162]
        for _ in 0..<LzfseFormat.symbolCount {
            while count < 16, let byte = rest.popFirst() {
                bits |= Int(byte) << count
                count += 8
            }
            let (value, width) = LzfseFrequency.decoded(UInt32(bits))
            bytes.append(littleEndian: value)
            bits >>= width
            count -= width
        }
        return Vector(name: "a bvx1 block", stream: bytes + [0, 0] + packed[162...], bytes: packedText)
    }()
}
