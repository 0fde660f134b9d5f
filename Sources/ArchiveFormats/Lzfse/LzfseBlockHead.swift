/// What the header of a block says that is packed with finite state entropy (`bvx1`, `bvx2`).
struct LzfseBlockHead {
    /// How many bytes the block unpacks to.
    var rawCount = 0
    /// How many literals are packed, with those at the end that only make their number a multiple of four.
    var literalCount = 0
    var matchCount = 0
    /// Bytes of packed literals, and of packed lengths and distances behind them.
    var literalByteCount = 0
    var matchByteCount = 0
    /// How many bits of the last byte are no part of the stream: 0 to 7.
    var literalUnusedBits = 0
    var matchUnusedBits = 0
    /// The states that decoding begins with.
    var literalStates: [Int] = [0, 0, 0, 0]
    var runState = 0
    var matchState = 0
    var distanceState = 0
    /// The frequencies of all symbols, in the order of `LzfseFormat.alphabets`.
    var frequencies = [UInt16](repeating: 0, count: LzfseFormat.symbolCount)

    /// Bytes of a header of fixed size, and of the fixed part of one in fewer bytes.
    static let wideSize = 772
    static let packedSize = 32
    /// The most bytes of a header with packed frequencies.
    static let mostPackedSize = packedSize + (LzfseFormat.symbolCount * LzfseFrequency.longest + 7) / 8

    /// The most bytes that literals and matches can take, each with its longest code.
    static let mostLiteralBytes = (LzfseFormat.mostLiterals * 10 + 7) / 8
    static let mostMatchBytes = (LzfseFormat.mostMatches * 54 + 7) / 8 + LzfseFormat.padding
}

// MARK: Reading

extension LzfseBlockHead {
    /// Reads a header of fixed size: ``wideSize`` bytes, the magic among them.
    init(wide bytes: [UInt8]) throws(StreamFault) {
        var reader = LittleEndianReader(bytes[...])
        func next32() throws(StreamFault) -> Int {
            guard let number = reader.nextUInt32() else { throw Self.truncated }
            return Int(number)
        }
        func next16() throws(StreamFault) -> Int {
            guard let number = reader.nextUInt16() else { throw Self.truncated }
            return Int(number)
        }
        _ = try next32()
        rawCount = try next32()
        // The sum of the two that follow.
        _ = try next32()
        literalCount = try next32()
        matchCount = try next32()
        literalByteCount = try next32()
        matchByteCount = try next32()
        literalUnusedBits = -Int(Int32(truncatingIfNeeded: try next32()))
        for index in 0..<LzfseFormat.literalStreams { literalStates[index] = try next16() }
        matchUnusedBits = -Int(Int32(truncatingIfNeeded: try next32()))
        runState = try next16()
        matchState = try next16()
        distanceState = try next16()
        for index in frequencies.indices { frequencies[index] = UInt16(try next16()) }
        try check()
    }

    /// How many bytes the header has that begins with these, of which there are ``packedSize`` at least.
    static func packedSize(_ bytes: [UInt8]) throws(StreamFault) -> Int {
        let size = Int(LittleEndian.number(bytes[24..<28]))
        guard packedSize...mostPackedSize ~= size else {
            throw StreamFault(.damaged, "a block has a header of \(size) bytes, which is no size of one")
        }
        return size
    }

    /// Reads a header in few bytes: as many as ``packedSize(_:)`` says, the magic among them.
    init(packed bytes: [UInt8]) throws(StreamFault) {
        guard bytes.count >= Self.packedSize else { throw Self.truncated }
        let fields = (0..<3).map { LittleEndian.number(bytes[8 + 8 * $0..<16 + 8 * $0]) }
        func field(_ index: Int, _ start: UInt64, _ width: UInt64) -> Int {
            Int(fields[index] >> start & (1 << width - 1))
        }
        rawCount = Int(LittleEndian.number(bytes[4..<8]))
        literalCount = field(0, 0, 20)
        literalByteCount = field(0, 20, 20)
        matchCount = field(0, 40, 20)
        literalUnusedBits = 7 - field(0, 60, 3)
        for index in 0..<LzfseFormat.literalStreams { literalStates[index] = field(1, 10 * UInt64(index), 10) }
        matchByteCount = field(1, 40, 20)
        matchUnusedBits = 7 - field(1, 60, 3)
        runState = field(2, 32, 10)
        matchState = field(2, 42, 10)
        distanceState = field(2, 52, 10)
        // Without frequencies all are 0.
        if bytes.count > Self.packedSize { try readFrequencies(bytes[Self.packedSize...]) }
        try check()
    }

    private mutating func readFrequencies(_ bytes: ArraySlice<UInt8>) throws(StreamFault) {
        var rest = bytes
        var (bits, count): (UInt32, Int) = (0, 0)
        for index in frequencies.indices {
            while count <= 24, let byte = rest.popFirst() {
                bits |= UInt32(byte) << UInt32(count)
                count += 8
            }
            let (value, width) = LzfseFrequency.decoded(bits)
            guard width <= count else { throw StreamFault(.damaged, "a block's header breaks off in its frequencies") }
            frequencies[index] = value
            bits >>= UInt32(width)
            count -= width
        }
        guard rest.isEmpty, count < 8 else {
            throw StreamFault(.damaged, "a block's header goes on behind its frequencies")
        }
    }

    private static var truncated: StreamFault { StreamFault(.truncated, "it breaks off in the header of a block") }

    /// Holds each number against what the format allows, and what the tables and the loops rest on.
    private func check() throws(StreamFault) {
        func require(_ holds: Bool, _ what: String) throws(StreamFault) {
            guard holds else { throw StreamFault(.damaged, "a block's header has \(what)") }
        }
        try require(literalCount <= LzfseFormat.mostLiterals, "\(literalCount) literals, more than a block may have")
        try require(matchCount <= LzfseFormat.mostMatches, "\(matchCount) matches, more than a block may have")
        try require(
            literalByteCount <= Self.mostLiteralBytes && matchByteCount <= Self.mostMatchBytes,
            "more packed bytes than its symbols can take")
        try require(
            0...7 ~= literalUnusedBits && 0...7 ~= matchUnusedBits, "a number of unused bits that is none")
        try require(
            literalStates.allSatisfy { $0 < LzfseFormat.literals.stateCount }
                && runState < LzfseFormat.runs.stateCount && matchState < LzfseFormat.matches.stateCount
                && distanceState < LzfseFormat.distances.stateCount,
            "a state that is none")
        var start = 0
        for (index, alphabet) in LzfseFormat.alphabets.enumerated() {
            let end = start + alphabet.symbolCount
            let sum = frequencies[start..<end].reduce(0) { $0 + Int($1) }
            // Symbols that never come need no states.
            let isUsed = index < 3 ? matchCount > 0 : literalCount > 0
            try require(!isUsed || sum == alphabet.stateCount, "frequencies that do not share all states")
            start = end
        }
    }
}
