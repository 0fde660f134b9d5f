/// Unpacks one block after the other that is packed with finite state entropy.
///
/// Memory is 170 KiB, whatever a block says.
final class LzfseBlockDecoder {
    private let tables = LzfseDecodingTables()
    /// The packed literals, and the packed lengths and distances, each behind zeros.
    private let packed: UnsafeMutableRawBufferPointer
    /// The literals, and a margin.
    private let literals: UnsafeMutableRawBufferPointer
    private var loop: LzfseMatchLoop?

    private static let pad = 8
    private static let matchStart = (pad + LzfseBlockHead.mostLiteralBytes + 7) & ~7 + pad
    private static let packedSize = matchStart + LzfseBlockHead.mostMatchBytes
    private static let literalMargin = 32

    init() {
        packed = .allocate(byteCount: Self.packedSize, alignment: 8)
        packed.initializeMemory(as: UInt8.self, repeating: 0)
        literals = .allocate(byteCount: LzfseFormat.mostLiterals + Self.literalMargin, alignment: 16)
        literals.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        packed.deallocate()
        literals.deallocate()
    }

    /// Begins a block: reads what follows its header, and unpacks the literals.
    func start(_ head: LzfseBlockHead, of input: BufferedBytes) throws(StreamFault) {
        tables.fill(head)
        try read(head.literalByteCount, of: input, to: Self.pad)
        try read(head.matchByteCount, of: input, to: Self.matchStart)
        guard let bytes = UnsafeRawPointer(packed.baseAddress), let literals = UnsafeRawPointer(literals.baseAddress),
            let literalBits = LzfseBackwardBits(
                bytes + Self.pad, count: head.literalByteCount, unusedBits: head.literalUnusedBits),
            let matchBits = LzfseBackwardBits(
                bytes + Self.matchStart, count: head.matchByteCount, unusedBits: head.matchUnusedBits),
            unpackLiterals(head, literalBits)
        else { throw Self.damaged }
        loop = LzfseMatchLoop(
            bits: matchBits, runState: head.runState, matchState: head.matchState, distanceState: head.distanceState,
            matchesLeft: head.matchCount, literal: literals, literalEnd: literals + head.literalCount)
    }

    /// Unpacks as much of the block as there is memory to write to.
    /// - Parameters:
    ///   - output: Where the next byte goes; afterwards, where the one after the last goes.
    ///   - history: The first byte that a match may lie at.
    ///   - outputEnd: Where the memory that can be written to ends.
    /// - Returns: whether the block is unpacked.
    func unpack(
        output: inout UnsafeMutableRawPointer, history: UnsafeMutableRawPointer, outputEnd: UnsafeMutableRawPointer
    ) throws(StreamFault) -> Bool {
        guard let stop = loop?.run(tables, output: &output, history: history, outputEnd: outputEnd) else { return true }
        switch stop {
        case .margin: return false
        case .endOfBlock:
            loop = nil
            return true
        case .damaged: throw Self.damaged
        }
    }

    private static var damaged: StreamFault { StreamFault(.damaged, "a block's packed bytes contradict themselves") }

    private func read(_ count: Int, of input: BufferedBytes, to start: Int) throws(StreamFault) {
        var place = start
        while place < start + count {
            let read = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: packed[place..<start + count]))
            if read == 0 { throw StreamFault(.truncated, "it breaks off within a block") }
            place += read
        }
    }

    /// Unpacks the literals.
    /// - Returns: whether there were bits enough.
    private func unpackLiterals(_ head: LzfseBlockHead, _ packedBits: LzfseBackwardBits) -> Bool {
        guard head.literalCount > 0, let output = literals.baseAddress else { return true }
        var bits = packedBits
        let table = tables.literals
        var (first, second) = (head.literalStates[0], head.literalStates[1])
        var (third, fourth) = (head.literalStates[2], head.literalStates[3])
        // Always four, so a few more may come than there are: the margin has room for them.
        for place in stride(from: 0, to: head.literalCount, by: LzfseFormat.literalStreams) {
            guard bits.left >= 0 else { return false }
            // Each takes 10 bits at most.
            bits.refill()
            let symbols = (
                Self.literal(table[first], &bits, &first), Self.literal(table[second], &bits, &second),
                Self.literal(table[third], &bits, &third), Self.literal(table[fourth], &bits, &fourth)
            )
            (output + place).storeBytes(
                of: (symbols.0 | symbols.1 &<< 8 | symbols.2 &<< 16 | symbols.3 &<< 24).littleEndian, as: UInt32.self)
        }
        return bits.left >= 0
    }

    @inline(__always)
    private static func literal(
        _ entry: LzfseDecodingTables.Literal, _ bits: inout LzfseBackwardBits, _ state: inout Int
    ) -> UInt32 {
        state = Int(entry.next) &+ Int(truncatingIfNeeded: bits.take(entry.width))
        return UInt32(entry.symbol)
    }
}
