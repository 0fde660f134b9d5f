/// Deflates without a search for matches: each byte is a literal, and gains what the Huffman code of its block does.
///
/// Photos and sound have few matches that pay, and a search for them takes nine times as long as all of this.
struct LiteralBlocks: ~Copyable {
    /// The most bytes of a block. Smaller blocks fit their bytes better, and larger ones need fewer heads; photos come
    /// out smallest around this. One more byte would not fit a stored block.
    static let largestBlock = 0xFFFF

    /// A block that gains less than one part in this many is stored: it is not worth the time to unpack it.
    static let leastGain = 256

    /// No code gets longer, so that four of them fit between two flushes. The cost is below a thousandth of a per cent.
    private static let longestCode = BitWriter.mostBits / 4

    private var histogram = ByteHistogram()
    private var code = HuffmanCode(symbols: 257, limit: Self.longestCode)
    private let offsetCode: HuffmanCode
    private var header = DynamicBlockHeader()
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
                Self.encode(piece, entries, to: &writer)
                writer.add(UInt64(code.codes[256]), Int(code.lengths[256]))
                writer.flush()
            } else {
                Self.store(piece, isFinal: isLast, to: &writer)
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
        let bits = header.bitCount + code.cost(UnsafeBufferPointer(counts))
        guard bits < bytes.count * 8 - bytes.count * 8 / Self.leastGain else { return false }
        code.codes.withUnsafeBufferPointer { codes in
            code.lengths.withUnsafeBufferPointer { lengths in
                for byte in 0..<256 {
                    let length = UInt64(lengths[byte])
                    entries[byte] = length == 0 ? 0 : UInt64(codes[byte]) << (64 - length) | length
                }
            }
        }
        return true
    }

    /// Writes the codes of the bytes, four between two flushes.
    ///
    /// Codes gather at the top of a word: each that comes shifts the earlier ones down by its length, so the first ends
    /// lowest, as it should. The lengths at the bottom of the entries serve as the shift as they are (it takes the
    /// lowest six bits only), and sum up in the lowest byte; what they leave behind in the word lies below the codes, and
    /// falls off in the end.
    private static func encode(
        _ bytes: UnsafeRawBufferPointer, _ entries: UnsafeMutableBufferPointer<UInt64>, to writer: inout BitWriter
    ) {
        guard let start = bytes.baseAddress, let entry = entries.baseAddress else { return }
        // A byte is below 256, as many entries as there are; `wide` keeps the loads within the bytes.
        let wide = bytes.count & ~7
        var offset = 0
        var output = writer
        while offset < wide {
            let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            for half in 0..<2 {
                let four = word &>> UInt64(half * 32)
                let first = entry[Int(truncatingIfNeeded: four & 0xFF)]
                let second = entry[Int(truncatingIfNeeded: four &>> 8 & 0xFF)]
                let third = entry[Int(truncatingIfNeeded: four &>> 16 & 0xFF)]
                let fourth = entry[Int(truncatingIfNeeded: four &>> 24 & 0xFF)]
                var codes = first &>> second | second
                codes = codes &>> third | third
                codes = codes &>> fourth | fourth
                let length = (first &+ second &+ third &+ fourth) & 0xFF
                output.add(codes &>> (64 &- length), Int(truncatingIfNeeded: length))
                output.flush()
            }
            offset &+= 8
        }
        while offset < bytes.count {
            let entry = entries[Int(bytes[offset])]
            let length = entry & 0xFF
            output.add(entry >> (64 - length), Int(length))
            output.flush()
            offset += 1
        }
        writer = output
    }

    /// Writes a block that holds its bytes as they are (RFC 1951, 3.2.4).
    private static func store(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, to writer: inout BitWriter) {
        writer.flush()
        writer.add(isFinal ? 1 : 0, 3)
        writer.alignToByte()
        writer.add(UInt64(bytes.count), 16)
        writer.add(UInt64(~UInt16(bytes.count)), 16)
        writer.alignToByte()
        writer.append(bytes)
    }
}
