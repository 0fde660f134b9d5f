import TestSupport
import Testing

@testable import ArchiveFormats

/// Bytes that are hard for a deflater in some way, and what zlib says of its work.
enum DeflateSamples {
    /// The names of what `bytes` makes.
    static let kinds = [
        "random", "one symbol", "two symbols", "all bytes", "Fibonacci", "periodic", "text", "sound", "mixed",
        "a deflate stream",
    ]

    /// So many bytes of a kind; the same each time.
    static func bytes(_ kind: String, _ count: Int) -> [UInt8] {
        var random = TestRandom(seed: UInt64(count))
        switch kind {
        case "random": return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case "one symbol": return [UInt8](repeating: 0xEE, count: count)
        case "two symbols": return (0..<count).map { _ in random.next() % 7 == 0 ? 255 : 0 }
        case "all bytes": return (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        case "Fibonacci": return Array(fibonacci(count).shuffled(using: &random))
        case "periodic": return (0..<count).map { UInt8(truncatingIfNeeded: $0 % 11 * ($0 % 3)) }
        case "sound": return sound(count, &random)
        case "mixed":
            // Kinds that change faster than the blocks do.
            let parts = ["text", "random", "one symbol", "sound", "random"].map { bytes($0, count / 5) }
            return Array((parts.flatMap { $0 } + bytes("text", 4)).prefix(count))
        case "a deflate stream":
            // A block that is stored then looks as if the stream ended in it.
            var stream: [UInt8] = []
            while stream.count < count { stream += [1, 0, 0, 255, 255, 3, 0] + bytes("random", 90) + [3, 0] }
            return Array(stream.prefix(count))
        default:
            let words = ["level ", "chunk ", "photo ", "castle ", "knight\n", "\u{e9}t\u{e9} ", "0.25, "]
            var text: [UInt8] = []
            while text.count < count { text += words[Int(random.next() % 7)].utf8 }
            return Array(text.prefix(count))
        }
    }

    /// Each symbol as often as the two before it together: no other counts make a deeper code.
    private static func fibonacci(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var (last, next) = (1, 1)
        for symbol in 0...255 where bytes.count < count {
            bytes += [UInt8](repeating: UInt8(symbol), count: min(last, count - bytes.count))
            (last, next) = (next, last + next)
        }
        return bytes
    }

    /// Small steps, as samples of sound have them: no runs that repeat, but some bytes that are more frequent.
    private static func sound(_ count: Int, _ random: inout TestRandom) -> [UInt8] {
        var level: UInt8 = 128
        return (0..<count).map { _ in
            let step = random.next()
            level &+= UInt8(truncatingIfNeeded: step & 3) &- UInt8(truncatingIfNeeded: step >> 2 & 3)
            return level
        }
    }

    /// Expects that zlib inflates raw deflate to these bytes, and that nothing follows the end of the stream.
    static func expect(
        _ deflate: [UInt8], inflatesTo bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        // zlib's own framing, so that it checks the sum, too (RFC 1950).
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        let sum = high << 16 | low
        let tail = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
        let outcome = Result { try ZlibStream.inflated([0x78, 0x01] + deflate + tail, limit: bytes.count) }
        // Not `#expect(a == b)`, which prints both where they differ.
        switch outcome {
        case .success(let inflated): #expect(inflated == bytes ? true : false, sourceLocation: sourceLocation)
        case .failure(let fault): Issue.record(fault, sourceLocation: sourceLocation)
        }
    }
}
