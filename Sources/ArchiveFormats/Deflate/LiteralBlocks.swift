/// Deflates without a search for matches: each byte is a literal, and gains what the Huffman code of its block does.
///
/// Photos and sound have few matches that pay, and a search for them takes nine times as long as all of this.
struct LiteralBlocks: ~Copyable {
    /// The most bytes of a block. Smaller blocks fit their bytes better, and larger ones need fewer heads; photos come
    /// out smallest around this. One more byte would not fit a stored block.
    private static let largestBlock = StoredBlocks.largest

    /// A block that gains less than one part in this many is stored: it is not worth the time to unpack it.
    static let leastGain = 256

    /// No code gets longer, so that at least four of them fit between two flushes. The cost is below a thousandth of a per
    /// cent.
    private static let longestCode = BitWriter.mostBits / 4

    private var histogram = ByteHistogram()
    private var code = HuffmanCode(symbols: 257, limit: Self.longestCode)
    private let offsetCode: HuffmanCode
    private var header = DynamicBlockHeader()
    /// How many bits the codes of the block take.
    private var codedBits = 0
    /// How many the longest code of a byte has.
    private var longestLiteral = 0
    private let counts = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 257)
    /// For each byte its code in the highest bits, and the code's length in the lowest.
    private let entries = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 256)

    init() {
        counts.update(repeating: 0)
        entries.update(repeating: 0)
        // No offset ever occurs, but the head has to give a code.
        var code = HuffmanCode(symbols: 2, limit: HuffmanCode.longest)
        ([0, 0] as [UInt32]).withUnsafeBufferPointer { code.build($0) }
        offsetCode = code
    }

    deinit {
        counts.deallocate()
        entries.deallocate()
    }

    /// Writes the bytes as blocks.
    /// - Parameter isFinal: Whether the stream ends with them.
    /// - Returns: whether any of the blocks gained something. Where none did, it is of no use.
    mutating func write(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, to writer: inout BitWriter) -> Bool {
        var gains = false
        // Blocks of the same size, rather than a small one at the end.
        let blocks = (bytes.count + Self.largestBlock - 1) / Self.largestBlock
        for block in 0..<blocks {
            let range = (bytes.count * block / blocks)..<(bytes.count * (block + 1) / blocks)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[range])
            let isLast = isFinal && block == blocks - 1
            if prepare(piece) {
                gains = true
                header.write(isFinal: isLast, to: &writer)
                Self.encode(piece, entries, bits: codedBits, longest: longestLiteral, to: &writer)
                writer.add(UInt64(code.codes[256]), Int(code.lengths[256]))
                writer.flush()
            } else {
                writer.addStored(piece, isFinal: isLast)
            }
        }
        return gains
    }

    /// Finds the code for a block.
    /// - Returns: whether it is worth it.
    private mutating func prepare(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Half of what is asked for in the end: the sample is good to a tenth of that.
        guard histogram.sampledGain(bytes) * Double(Self.leastGain) > 0.5 else { return false }
        histogram.count(bytes)
        for byte in 0..<256 { counts[byte] = histogram.counts[byte] }
        counts[256] = 1
        code.build(UnsafeBufferPointer(counts))
        header.prepare(literals: code.lengths, offsets: offsetCode.lengths)
        codedBits = code.cost(UnsafeBufferPointer(counts))
        guard header.bitCount + codedBits < bytes.count * 8 - bytes.count * 8 / Self.leastGain else { return false }
        code.codes.withUnsafeBufferPointer { codes in
            code.lengths.withUnsafeBufferPointer { lengths in
                longestLiteral = Int(lengths[..<256].max() ?? 0)
                for byte in 0..<256 {
                    let length = UInt64(lengths[byte])
                    entries[byte] = length == 0 ? 0 : UInt64(codes[byte]) << (64 - length) | length
                }
            }
        }
        return true
    }

    /// Writes the codes of the bytes, as many between two flushes as are sure to fit.
    /// - Parameters:
    ///   - bits: How many bits the codes take together, which is known by then.
    ///   - longest: How many bits the longest of them has.
    private static func encode(
        _ bytes: UnsafeRawBufferPointer, _ entries: UnsafeMutableBufferPointer<UInt64>, bits: Int, longest: Int,
        to writer: inout BitWriter
    ) {
        guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress, let entry = entries.baseAddress
        else { return }
        var done = 0
        writer.withoutChecks(mostBits: bits) { writer in
            done =
                switch BitWriter.mostBits / longest {
                case ..<5: encodeGroups(of: 4, start, bytes.count, entry, &writer)
                case 5: encodeGroups(of: 5, start, bytes.count, entry, &writer)
                case 6: encodeGroups(of: 6, start, bytes.count, entry, &writer)
                default: encodeGroups(of: 7, start, bytes.count, entry, &writer)
                }
        }
        // The last few bytes; or all of them where the output may be too small.
        while done < bytes.count {
            let entry = entries[Int(bytes[done])]
            let length = entry & 0xFF
            writer.add(entry >> (64 - length), Int(length))
            writer.flush()
            done += 1
        }
    }

    /// Writes the codes of groups of bytes.
    ///
    /// The codes of a group gather at the top of a word: each that comes shifts the earlier ones down by its length, so
    /// the first ends lowest, as it should. The lengths at the bottom of the entries serve as the shift as they are (it
    /// takes the lowest six bits only), and sum up in the lowest byte; what they leave behind in the word lies below
    /// the codes, and falls off in the end.
    /// - Parameter size: How many bytes are a group; a constant, so that there is a loop for each.
    /// - Returns: how many bytes are done: all but those that are no whole group.
    @inline(__always)
    private static func encodeGroups(
        of size: Int, _ start: UnsafePointer<UInt8>, _ count: Int, _ entry: UnsafeMutablePointer<UInt64>,
        _ writer: inout UncheckedBitWriter
    ) -> Int {
        // Bytes below `count` are read, and entries below 256.
        var offset = 0
        while offset <= count &- size {
            var codes = entry[Int(start[offset])]
            var length = codes
            for place in 1..<size {
                let next = entry[Int(start[offset &+ place])]
                codes = codes &>> next | next
                length &+= next
            }
            length &= 0xFF
            writer.add(codes &>> (64 &- length), Int(truncatingIfNeeded: length))
            writer.flush()
            offset &+= size
        }
        return offset
    }
}
