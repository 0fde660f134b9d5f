/// What the LZFSE format fixes, as Apple's reference implementation describes it.
///
/// A stream is a row of blocks, each of which begins with four bytes that tell its kind. A packed block holds runs of
/// literals, each followed by a match; the length of the run (L), that of the match (M), its distance (D), and the
/// literals are written with finite state entropy: a table of states, each of which stands for a symbol, and in which
/// a symbol has as many states as it is frequent.
enum LzfseFormat {
    /// Bytes as they are: their number (32 bits), and the bytes.
    static let rawMagic: [UInt8] = Array("bvx-".utf8)
    /// LZVN: the number of bytes, and that of packed bytes (32 bits each), and these.
    static let lzvnMagic: [UInt8] = Array("bvxn".utf8)
    /// Packed with finite state entropy, with a header of fixed size.
    static let wideMagic: [UInt8] = Array("bvx1".utf8)
    /// The same, with a header in fewer bytes.
    static let packedMagic: [UInt8] = Array("bvx2".utf8)
    /// The end of the stream.
    static let endMagic: [UInt8] = Array("bvx$".utf8)

    /// The most matches of a block.
    static let mostMatches = 10_000
    /// The most literals of a block.
    static let mostLiterals = 4 * mostMatches
    /// How many states literals are decoded with in turn.
    static let literalStreams = 4
    /// The farthest distance of a match.
    static let window = 262_139
    /// The longest run of literals that one symbol and its extra bits can tell.
    static let longestRun = 315
    /// The longest match that one symbol and its extra bits can tell.
    static let longestMatch = 2359
    /// Zeros that stand before the packed lengths and distances, so that a decoder may read whole words there.
    static let padding = 8

    /// One of the four alphabets of a block.
    struct Alphabet: Sendable {
        /// How many symbols it has.
        let symbolCount: Int
        /// How many states its symbols share: a power of two.
        let stateCount: Int
    }

    static let runs = Alphabet(symbolCount: 20, stateCount: 64)
    static let matches = Alphabet(symbolCount: 20, stateCount: 64)
    static let distances = Alphabet(symbolCount: 64, stateCount: 256)
    static let literals = Alphabet(symbolCount: 256, stateCount: 1024)
    /// The alphabets in the order in which a header has their frequencies.
    static let alphabets = [runs, matches, distances, literals]
    /// How many symbols all alphabets have together.
    static let symbolCount = 20 + 20 + 64 + 256

    /// How many bits tell which value of those that share a symbol is meant; the first 16 stand for themselves.
    static let runExtraBits: [Int] = [Int](repeating: 0, count: 16) + [2, 3, 5, 8]
    static let matchExtraBits: [Int] = [Int](repeating: 0, count: 16) + [3, 5, 8, 11]
    /// Four symbols each have 0 bits, 1 bit and so on.
    static let distanceExtraBits: [Int] = (0..<64).map { $0 / 4 }

    /// The least value of each symbol, given how many bits each has.
    static func bases(_ extraBits: [Int]) -> [Int] {
        var next = 0
        return extraBits.map { bits in
            defer { next += 1 << bits }
            return next
        }
    }
}
