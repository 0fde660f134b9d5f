/// Writes blocks, each as what is smallest: with codes of its own, with deflate's fixed ones, or as it is (RFC 1951,
/// 3.2.3).
struct BlockWriter {
    /// No code of a literal or length is longer, so that four literals fit between two flushes.
    private static let longestLiteral = BitWriter.mostBits / 4
    private static let lengths = 256

    private var literals = HuffmanCode(symbols: SymbolCounts.literalCount, limit: longestLiteral)
    private var offsets = HuffmanCode(symbols: SymbolCounts.offsetCount, limit: HuffmanCode.longest)
    private var header = DynamicBlockHeader()
    private let fixedLiterals: HuffmanCode
    private let fixedOffsets: HuffmanCode
    /// The codes of the block at hand: of each symbol, and of each length with the bits that follow it. Five bits tell
    /// how many those above them are.
    private let entries: UnsafeMutablePointer<UInt32>
    private let lengthEntries: UnsafeMutablePointer<UInt32>
    private let offsetEntries: UnsafeMutablePointer<UInt32>
    /// Of each length less 3, its symbol less 257.
    let lengthSymbols: UnsafeMutablePointer<UInt8>

    /// Bytes of memory.
    static let byteCount = 4 * (DeflateSymbols.literals + lengths + DeflateSymbols.offsets) + lengths

    /// Takes `memory` of ``byteCount`` bytes, aligned to 4.
    init(in memory: UnsafeMutableRawPointer) {
        entries = memory.bindMemory(to: UInt32.self, capacity: DeflateSymbols.literals)
        lengthEntries = (memory + 4 * DeflateSymbols.literals).bindMemory(to: UInt32.self, capacity: Self.lengths)
        let afterLengths = memory + 4 * (DeflateSymbols.literals + Self.lengths)
        offsetEntries = afterLengths.bindMemory(to: UInt32.self, capacity: DeflateSymbols.offsets)
        lengthSymbols = (afterLengths + 4 * DeflateSymbols.offsets).bindMemory(to: UInt8.self, capacity: Self.lengths)
        fixedLiterals = HuffmanCode(
            lengths: (0..<DeflateSymbols.literals).map { DeflateSymbols.fixedLength(ofLiteral: $0) })
        fixedOffsets = HuffmanCode(
            lengths: [UInt8](repeating: DeflateSymbols.fixedLengthOfOffset, count: DeflateSymbols.offsets))
        var length = 0
        for symbol in 257..<285 {
            for _ in 0..<(1 << DeflateSymbols.extraBits(ofLiteral: symbol)) where length < 255 {
                lengthSymbols[length] = UInt8(symbol - 257)
                length += 1
            }
        }
        // The longest has a symbol of its own.
        lengthSymbols[255] = 28
    }

    /// Writes a block.
    /// - Parameters:
    ///   - bytes: What it holds.
    ///   - sequences: How; bytes behind the last of them are literals.
    ///   - counts: How often each symbol occurs.
    ///   - isFinal: Whether the stream ends with it.
    /// - Returns: whether there was room.
    mutating func write(
        _ bytes: UnsafeRawBufferPointer, _ sequences: UnsafeBufferPointer<DeflateSequence>, _ counts: SymbolCounts,
        isFinal: Bool, to writer: inout BitWriter, room: Int
    ) -> Bool {
        counts.count(lengthSymbol: DeflateSymbols.endOfBlock)
        literals.build(counts.literals)
        offsets.build(counts.offsets)
        header.prepare(literals: literals.lengths, offsets: offsets.lengths)
        let dynamicBits = header.bitCount + literals.cost(counts.literals) + offsets.cost(counts.offsets)
        let fixedBits = 3 + fixedLiterals.cost(counts.literals) + fixedOffsets.cost(counts.offsets)
        let codedBits = min(dynamicBits, fixedBits) + Self.extraBits(counts)
        // Up to seven bits more fill the byte before the first stored block's length.
        let stored = (bytes.count + StoredBlocks.largest - 1) / StoredBlocks.largest
        let storedBits = bytes.count * 8 + stored * 40
        guard writer.bitCount + min(codedBits, storedBits) <= room * 8 else { return false }
        if storedBits < codedBits {
            writer.addStored(bytes, isFinal: isFinal)
        } else if fixedBits <= dynamicBits {
            writer.add(isFinal ? 0b011 : 0b010, 3)
            prepare(fixedLiterals, fixedOffsets)
            writeSymbols(bytes, sequences, codedBits - 3, to: &writer)
        } else {
            header.write(isFinal: isFinal, to: &writer)
            prepare(literals, offsets)
            writeSymbols(bytes, sequences, codedBits - header.bitCount, to: &writer)
        }
        return true
    }

    /// The bits that follow the codes of lengths and offsets.
    private static func extraBits(_ counts: SymbolCounts) -> Int {
        var bits = 0
        for symbol in 265..<285 { bits &+= Int(counts.literals[symbol]) &* DeflateSymbols.extraBits(ofLiteral: symbol) }
        for symbol in 4..<SymbolCounts.offsetCount {
            bits &+= Int(counts.offsets[symbol]) &* DeflateSymbols.extraBits(ofOffset: symbol)
        }
        return bits
    }

    private func prepare(_ literals: HuffmanCode, _ offsets: HuffmanCode) {
        Self.pack(literals, entries)
        Self.pack(offsets, offsetEntries)
        for length in 0..<Self.lengths {
            let symbol = Int(lengthSymbols[length])
            let entry = entries[symbol &+ 257]
            let width = entry & 31
            // Symbols of lengths below 11, and of 258, have no bits; others have as many as their row of four.
            let extra = symbol < 8 || symbol == 28 ? 0 : UInt32(truncatingIfNeeded: (symbol &- 4) &>> 2)
            let bits = UInt32(truncatingIfNeeded: length) & (1 &<< extra &- 1)
            lengthEntries[length] = (entry &>> 5 | bits &<< width) &<< 5 | (width &+ extra)
        }
    }

    private static func pack(_ code: HuffmanCode, _ entries: UnsafeMutablePointer<UInt32>) {
        code.codes.withUnsafeBufferPointer { codes in
            code.lengths.withUnsafeBufferPointer { lengths in
                for symbol in 0..<codes.count { entries[symbol] = UInt32(codes[symbol]) << 5 | UInt32(lengths[symbol]) }
            }
        }
    }

    /// - Parameter bitCount: How many bits that takes: the counts are of these very symbols, so it is exact.
    private func writeSymbols(
        _ bytes: UnsafeRawBufferPointer, _ sequences: UnsafeBufferPointer<DeflateSequence>, _ bitCount: Int,
        to writer: inout BitWriter
    ) {
        let isDone = writer.withoutChecks(mostBits: bitCount) { output in
            var unseen = output
            writeSymbols(bytes, sequences, to: &unseen)
            output = unseen
        }
        // So near the end of the room that no whole words may be stored.
        if !isDone { writeSymbols(bytes, sequences, to: &writer) }
    }

    @inline(__always)
    private func writeSymbols(
        _ bytes: UnsafeRawBufferPointer, _ sequences: UnsafeBufferPointer<DeflateSequence>,
        to output: inout some BitSink
    ) {
        output.flush()
        if let start = bytes.baseAddress {
            var next = start.assumingMemoryBound(to: UInt8.self)
            let end = next + bytes.count
            for sequence in sequences {
                writeLiterals(next, sequence.literals, to: &output)
                next += sequence.literals &+ sequence.lengthPlace &+ 3
                // At most 19 bits, and 28.
                let entry = lengthEntries[sequence.lengthPlace]
                output.add(UInt64(entry &>> 5), Int(entry & 31))
                let offset = offsetEntries[sequence.offsetSymbol]
                let width = Int(offset & 31)
                let extra = DeflateSymbols.extraBits(ofOffset: sequence.offsetSymbol)
                let bits = sequence.offsetBits(extra)
                output.add(UInt64(offset &>> 5) | bits &<< UInt64(truncatingIfNeeded: width), width &+ extra)
                output.flush()
            }
            writeLiterals(next, end - next, to: &output)
        }
        let entry = entries[DeflateSymbols.endOfBlock]
        output.add(UInt64(entry &>> 5), Int(entry & 31))
        output.flush()
    }

    @inline(__always)
    private func writeLiterals(_ start: UnsafePointer<UInt8>, _ count: Int, to output: inout some BitSink) {
        var next = start
        var rest = count
        while rest >= 4 {
            for index in 0..<4 {
                let entry = entries[Int(next[index])]
                output.add(UInt64(entry &>> 5), Int(entry & 31))
            }
            output.flush()
            next += 4
            rest &-= 4
        }
        guard rest > 0 else { return }
        let first = entries[Int(next[0])]
        output.add(UInt64(first &>> 5), Int(first & 31))
        if rest > 1 {
            let second = entries[Int(next[1])]
            output.add(UInt64(second &>> 5), Int(second & 31))
            if rest > 2 {
                let third = entries[Int(next[2])]
                output.add(UInt64(third &>> 5), Int(third & 31))
            }
        }
        output.flush()
    }
}

/// What symbols are written to, with a look at the room or without.
private protocol BitSink {
    mutating func add(_ value: UInt64, _ count: Int)
    mutating func flush()
}

extension BitWriter: BitSink {}
extension UncheckedBitWriter: BitSink {}
