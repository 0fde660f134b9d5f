/// Packs a block with finite state entropy (`bvx2`).
final class LzfseBlockWriter {
    private let runStates = LzfseStates(LzfseFormat.runs)
    private let matchStates = LzfseStates(LzfseFormat.matches)
    private let distanceStates = LzfseStates(LzfseFormat.distances)
    private let literalStates = LzfseStates(LzfseFormat.literals)
    /// The symbol of each length.
    private let runSymbols: UnsafeMutablePointer<UInt8>
    private let matchSymbols: UnsafeMutablePointer<UInt8>
    private let output: UnsafeMutableRawBufferPointer
    /// What a literal of the last block took, in eighths of a bit.
    private(set) var literalCost = 0

    private static let runBases = LzfseFormat.bases(LzfseFormat.runExtraBits)
    private static let matchBases = LzfseFormat.bases(LzfseFormat.matchExtraBits)
    private static let outputSize =
        LzfseBlockHead.mostPackedSize + LzfseBlockHead.mostLiteralBytes + LzfseBlockHead.mostMatchBytes + 64

    init() {
        runSymbols = Self.symbols(bases: Self.runBases, most: LzfseFormat.longestRun)
        matchSymbols = Self.symbols(bases: Self.matchBases, most: LzfseFormat.longestMatch)
        output = .allocate(byteCount: Self.outputSize, alignment: 16)
    }

    deinit {
        runSymbols.deallocate()
        matchSymbols.deallocate()
        output.deallocate()
    }

    private static func symbols(bases: [Int], most: Int) -> UnsafeMutablePointer<UInt8> {
        let symbols = UnsafeMutablePointer<UInt8>.allocate(capacity: most + 1)
        var symbol = 0
        for value in 0...most {
            if symbol + 1 < bases.count, bases[symbol + 1] == value { symbol += 1 }
            (symbols + value).initialize(to: UInt8(symbol))
        }
        return symbols
    }

    /// The symbol of a distance, and the bits that go with it: the symbol is the place of the highest bit of the distance
    /// and 4, and the two bits behind it.
    @inline(__always)
    private static func symbol(ofDistance distance: UInt32) -> (symbol: Int, width: Int, extra: UInt64) {
        let value = distance &+ 4
        let width = UInt32(29 &- value.leadingZeroBitCount)
        let symbol = 4 &* width &+ value &>> width &- 4
        return (Int(symbol), Int(width), UInt64(value & (1 &<< width &- 1)))
    }

    /// Packs a block.
    /// - Parameter rawCount: How many bytes it unpacks to.
    /// - Returns: the block, good until the next call.
    func pack(_ block: inout LzfseBlock, rawCount: Int) -> UnsafeRawBufferPointer {
        guard let start = output.baseAddress else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        block.padLiterals()
        count(block)
        runStates.fill(.growing)
        matchStates.fill(.growing)
        distanceStates.fill(.growing)
        fillLiterals(block)
        var head = LzfseBlockHead()
        head.rawCount = rawCount
        let headSize = writeFrequencies(to: start + LzfseBlockHead.packedSize) + LzfseBlockHead.packedSize
        let literalStart = start + headSize
        let matchStart = packLiterals(block, to: literalStart, &head)
        head.literalByteCount = matchStart - literalStart
        literalCost = max(64 * head.literalByteCount / max(head.literalCount, 1), 8)
        let end = packMatches(block, to: matchStart, &head)
        head.matchByteCount = end - matchStart
        head.writePacked(size: headSize, to: start)
        return UnsafeRawBufferPointer(start: start, count: end - start)
    }

    private func count(_ block: borrowing LzfseBlock) {
        runStates.clear()
        matchStates.clear()
        distanceStates.clear()
        literalStates.clear()
        for index in 0..<block.literalCount { literalStates.counts[Int(block.literals[index])] &+= 1 }
        for index in 0..<block.matchCount {
            runStates.counts[Int(runSymbols[Int(block.runs[index])])] &+= 1
            matchStates.counts[Int(matchSymbols[Int(block.matches[index])])] &+= 1
            distanceStates.counts[Self.symbol(ofDistance: block.distances[index]).symbol] &+= 1
        }
    }

    /// Shares the states among the literals by the rule that takes the fewer bits. Which one that is cannot be told from
    /// the counts: in samples of sound, say, each of the four states has bytes of its own kind.
    private func fillLiterals(_ block: borrowing LzfseBlock) {
        literalStates.fill(.growing)
        let bits = literalBits(block)
        literalStates.fill(.even)
        if literalBits(block) > bits { literalStates.fill(.growing) }
    }

    /// How many literals tell which rule is better.
    private static let literalSample = 12_288

    /// How many bits the last literals and all frequencies take.
    private func literalBits(_ block: borrowing LzfseBlock) -> Int {
        let count = Int32(LzfseFormat.literals.stateCount)
        var (first, second, third, fourth) = (count, count, count, count)
        var sum: Int32 = 0
        let symbols = literalStates.symbols
        @inline(__always) func add(_ literal: UInt8, _ state: inout Int32) {
            let symbol = symbols[Int(literal)]
            let width = (state &+ symbol.width) &>> 16
            sum &+= width
            state = (state &>> width) &+ symbol.next
        }
        var index = block.literalCount
        let end = max(index - Self.literalSample, 0)
        while index > end {
            index &-= LzfseFormat.literalStreams
            let literals = block.literals + index
            add(literals[3], &fourth)
            add(literals[2], &third)
            add(literals[1], &second)
            add(literals[0], &first)
        }
        let header = (0..<LzfseFormat.literals.symbolCount).reduce(0) {
            $0 + LzfseFrequency.encoded(literalStates.frequencies[$1]).width
        }
        return header + Int(sum)
    }

    /// Writes the frequencies of all alphabets.
    /// - Returns: how many bytes they are.
    private func writeFrequencies(to start: UnsafeMutableRawPointer) -> Int {
        var bits = LzfseForwardBits(at: start)
        func write(_ states: borrowing LzfseStates) {
            for symbol in 0..<states.alphabet.symbolCount {
                let code = LzfseFrequency.encoded(states.frequencies[symbol])
                bits.add(UInt64(code.bits), code.width)
                bits.flush()
            }
        }
        write(runStates)
        write(matchStates)
        write(distanceStates)
        write(literalStates)
        _ = bits.finish()
        return bits.end - start
    }

    /// Packs the literals, the last one first.
    /// - Returns: where they end.
    private func packLiterals(
        _ block: borrowing LzfseBlock, to start: UnsafeMutableRawPointer, _ head: inout LzfseBlockHead
    ) -> UnsafeMutableRawPointer {
        let count = Int32(LzfseFormat.literals.stateCount)
        var (first, second, third, fourth) = (count, count, count, count)
        let symbols = literalStates.symbols
        var bits = LzfseForwardBits(at: start)
        var index = block.literalCount
        while index > 0 {
            index &-= LzfseFormat.literalStreams
            let literals = block.literals + index
            // Each gives off 10 bits at most.
            bits.add(symbols[Int(literals[3])], &fourth)
            bits.add(symbols[Int(literals[2])], &third)
            bits.add(symbols[Int(literals[1])], &second)
            bits.add(symbols[Int(literals[0])], &first)
            bits.flush()
        }
        head.literalCount = block.literalCount
        head.literalUnusedBits = bits.finish()
        head.literalStates = [first, second, third, fourth].map { Int($0 - count) }
        return bits.end
    }

    /// Packs the lengths and distances, the last one first, behind zeros.
    /// - Returns: where they end.
    private func packMatches(
        _ block: borrowing LzfseBlock, to start: UnsafeMutableRawPointer, _ head: inout LzfseBlockHead
    ) -> UnsafeMutableRawPointer {
        let counts = (
            run: Int32(LzfseFormat.runs.stateCount), match: Int32(LzfseFormat.matches.stateCount),
            distance: Int32(LzfseFormat.distances.stateCount)
        )
        var (run, match, distance) = (counts.run, counts.match, counts.distance)
        let (runWidths, runBases) = (LzfseFormat.runExtraBits, Self.runBases)
        let (matchWidths, matchBases) = (LzfseFormat.matchExtraBits, Self.matchBases)
        start.storeBytes(of: 0, as: UInt64.self)
        var bits = LzfseForwardBits(at: start + LzfseFormat.padding)
        var index = block.matchCount
        while index > 0 {
            index &-= 1
            // All together at most 54 bits.
            let far = Self.symbol(ofDistance: block.distances[index])
            bits.add(far.extra, far.width)
            bits.add(distanceStates.symbols[far.symbol], &distance)
            let matchCount = Int(block.matches[index])
            let matchSymbol = Int(matchSymbols[matchCount])
            bits.add(UInt64(matchCount &- matchBases[matchSymbol]), matchWidths[matchSymbol])
            bits.add(matchStates.symbols[matchSymbol], &match)
            let runCount = Int(block.runs[index])
            let runSymbol = Int(runSymbols[runCount])
            bits.add(UInt64(runCount &- runBases[runSymbol]), runWidths[runSymbol])
            bits.add(runStates.symbols[runSymbol], &run)
            bits.flush()
        }
        head.matchCount = block.matchCount
        head.matchUnusedBits = bits.finish()
        head.runState = Int(run - counts.run)
        head.matchState = Int(match - counts.match)
        head.distanceState = Int(distance - counts.distance)
        return bits.end
    }
}

extension LzfseBlockHead {
    /// Writes the fixed part of a header in few bytes.
    fileprivate func writePacked(size: Int, to start: UnsafeMutableRawPointer) {
        var bytes = LzfseFormat.packedMagic
        bytes.append(littleEndian: UInt32(rawCount))
        var first = UInt64(literalCount) | UInt64(literalByteCount) << 20 | UInt64(matchCount) << 40
        first |= UInt64(7 - literalUnusedBits) << 60
        var second = UInt64(matchByteCount) << 40 | UInt64(7 - matchUnusedBits) << 60
        for (index, state) in literalStates.enumerated() { second |= UInt64(state) << UInt64(10 * index) }
        var third = UInt64(size) | UInt64(runState) << 32 | UInt64(matchState) << 42
        third |= UInt64(distanceState) << 52
        for field in [first, second, third] { bytes.append(littleEndian: field) }
        start.copyMemory(from: bytes, byteCount: bytes.count)
    }
}
