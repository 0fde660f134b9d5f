/// A Huffman code as deflate has them: canonical, and no code longer than a limit (RFC 1951, 3.2.2).
///
/// The lengths are the best there are for the counts under that limit. They depend on the counts alone. The memory is
/// taken once; `build` may be called again and again.
package struct HuffmanCode {
    /// The length of the longest code of literals, lengths and offsets (RFC 1951, 3.2.7).
    package static let longest = 15
    /// The length of the longest code of code lengths.
    package static let longestOfLengths = 7

    /// How many bits a code may have.
    package let limit: Int
    /// How many bits the code of each symbol has; 0 for symbols without one.
    package private(set) var lengths: [UInt8]
    /// The code of each symbol, its first bit lowest: as `BitWriter` takes it.
    package private(set) var codes: [UInt16]

    /// Room for a code of so many symbols, none of which has a code yet.
    /// - Parameters:
    ///   - symbols: At most 512 and, since each may get a code, at most 2 to the power of `limit`.
    ///   - limit: At most 15.
    package init(symbols: Int, limit: Int) {
        precondition(limit <= Self.longest && symbols >= 2 && symbols <= min(1 << limit, 512))
        self.limit = limit
        lengths = [UInt8](repeating: 0, count: symbols)
        codes = [UInt16](repeating: 0, count: symbols)
    }

    /// The code of these lengths, which must make a whole one: such are deflate's fixed codes.
    package init(lengths: [UInt8]) {
        limit = Self.longest
        self.lengths = lengths
        codes = [UInt16](repeating: 0, count: lengths.count)
        assignCodes()
    }

    /// Makes the best code for these counts.
    ///
    /// At least two symbols get a code, since some readers refuse a code that has fewer: where fewer are counted, the
    /// first ones that are not get one too.
    /// - Parameter counts: How often each symbol occurs, as many as there are symbols; together below 2 to the power of 23,
    ///   which is eight times what the largest block here has.
    package mutating func build(_ counts: UnsafeBufferPointer<UInt32>) {
        precondition(counts.count == lengths.count)
        let symbols = lengths.count
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: symbols * 2) { scratch in
            let keys = UnsafeMutableBufferPointer(rebasing: scratch[..<symbols])
            let spare = UnsafeMutableBufferPointer(rebasing: scratch[symbols...])
            let used = Self.gather(counts, into: keys)
            lengths.withUnsafeMutableBufferPointer { lengths in
                lengths.update(repeating: 0)
                if used < 2 {
                    Self.giveTwo(used == 1 ? Int(keys[0] & Self.symbolMask) : nil, lengths)
                } else {
                    let sorted = UnsafeMutableBufferPointer(rebasing: keys[..<used])
                    Self.sort(sorted, spare: spare)
                    HuffmanLengths.find(sorted, spare: spare, limit: limit, lengths: lengths)
                }
            }
        }
        assignCodes()
    }

    /// How many bits the symbols take, each as often as it was counted.
    package func cost(_ counts: UnsafeBufferPointer<UInt32>) -> Int {
        var bits = 0
        lengths.withUnsafeBufferPointer { lengths in
            for symbol in 0..<min(counts.count, lengths.count) { bits &+= Int(counts[symbol]) &* Int(lengths[symbol]) }
        }
        return bits
    }

    /// A sorting key holds the symbol in its lowest bits and its count above.
    static let symbolBits: UInt32 = 9
    static let symbolMask: UInt32 = 1 << symbolBits - 1

    /// Writes a key for each symbol that occurs, in the order of the symbols.
    /// - Returns: how many do.
    private static func gather(
        _ counts: UnsafeBufferPointer<UInt32>, into keys: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        var used = 0
        var sum: UInt64 = 0
        for symbol in 0..<counts.count where counts[symbol] > 0 {
            sum &+= UInt64(counts[symbol])
            keys[used] = counts[symbol] << symbolBits | UInt32(truncatingIfNeeded: symbol)
            used += 1
        }
        precondition(sum < 1 << (32 - UInt64(symbolBits)), "counts too large for a block")
        return used
    }

    private static func giveTwo(_ only: Int?, _ lengths: UnsafeMutableBufferPointer<UInt8>) {
        let first = only ?? 0
        lengths[first] = 1
        lengths[first == 0 ? 1 : 0] = 1
    }

    /// Sorts by the counts, equal ones by symbol: by one byte of the count after the other, as many as the largest has.
    private static func sort(
        _ keys: UnsafeMutableBufferPointer<UInt32>, spare: UnsafeMutableBufferPointer<UInt32>
    ) {
        var largest: UInt32 = 0
        for key in keys { largest |= key }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { places in
            var (source, target) = (keys, spare)
            var shift = symbolBits
            while largest >> shift > 0 {
                places.update(repeating: 0)
                for key in source { places[Int(key >> shift & 0xFF)] &+= 1 }
                var place: UInt32 = 0
                for digit in 0..<256 {
                    (places[digit], place) = (place, place &+ places[digit])
                }
                for key in source {
                    let digit = Int(key >> shift & 0xFF)
                    target[Int(places[digit])] = key
                    places[digit] &+= 1
                }
                (source, target) = (UnsafeMutableBufferPointer(rebasing: target[..<keys.count]), source)
                shift += 8
            }
            if source.baseAddress != keys.baseAddress { _ = keys.update(fromContentsOf: source) }
        }
    }

    /// Gives out the codes by length, and within one by symbol.
    private mutating func assignCodes() {
        // The next code of each length, its bits already in the order that is written.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.longest + 1) { next in
            next.update(repeating: 0)
            for length in lengths { next[Int(length)] &+= 1 }
            var code: UInt32 = 0
            var before: UInt32 = 0
            for length in 1...Self.longest {
                code = (code &+ before) &<< 1
                before = next[length]
                next[length] = code
            }
            lengths.withUnsafeBufferPointer { lengths in
                codes.withUnsafeMutableBufferPointer { codes in
                    for symbol in 0..<codes.count {
                        let length = lengths[symbol]
                        guard length > 0 else {
                            codes[symbol] = 0
                            continue
                        }
                        codes[symbol] = Self.mirrored(next[Int(length)], length)
                        next[Int(length)] &+= 1
                    }
                }
            }
        }
    }

    /// The lowest `count` bits in the opposite order.
    @inline(__always)
    private static func mirrored(_ code: UInt32, _ count: UInt8) -> UInt16 {
        var bits = UInt16(truncatingIfNeeded: code)
        bits = bits >> 1 & 0x5555 | (bits & 0x5555) << 1
        bits = bits >> 2 & 0x3333 | (bits & 0x3333) << 2
        bits = bits >> 4 & 0x0F0F | (bits & 0x0F0F) << 4
        return bits.byteSwapped >> (16 - UInt16(count))
    }
}
