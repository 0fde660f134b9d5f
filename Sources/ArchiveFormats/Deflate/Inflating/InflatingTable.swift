/// The two codes of a block as tables: the next bits of the input, taken as a number, index an entry that tells the symbol
/// (see `InflatingEntry`).
///
/// Codes have up to 15 bits. A table for so many would take longer to fill than most blocks to unpack, and would not stay
/// in the processor's nearest memory. So the first table takes fewer, and what it finds for a longer code is where to
/// look up the rest.
struct InflatingTable: ~Copyable {
    /// How many bits index the first table of literals and lengths, and that of offsets.
    static let literalBits = 11
    static let offsetBits = 8

    /// Room for the tables of each code. A second table has at least two symbols, else their codes would be shorter, so
    /// of 288 symbols there are at most 144, of 16 entries each; of 32 at most 16, of 128 each.
    private static let literalCapacity = 1 << literalBits + 144 << (longest - literalBits)
    private static let offsetCapacity = 1 << offsetBits + 16 << (longest - offsetBits)
    private static let longest = HuffmanCode.longest

    /// The tables of literals and lengths.
    let literals: UnsafeMutablePointer<UInt32>
    /// The tables of offsets.
    let offsets: UnsafeMutablePointer<UInt32>
    /// An entry for each symbol of both codes, without the length of its code.
    private let templates: UnsafeMutablePointer<UInt32>
    private var isFixed = false

    /// Takes the memory, 28 KiB; the tables hold nothing yet.
    init() {
        literals = .allocate(capacity: Self.literalCapacity)
        literals.initialize(repeating: InflatingEntry.hole, count: Self.literalCapacity)
        offsets = .allocate(capacity: Self.offsetCapacity)
        offsets.initialize(repeating: InflatingEntry.hole, count: Self.offsetCapacity)
        templates = .allocate(capacity: DeflateSymbols.literals + DeflateSymbols.offsets)
        for symbol in 0..<DeflateSymbols.literals {
            (templates + symbol).initialize(to: InflatingEntry.template(ofLiteral: symbol))
        }
        for symbol in 0..<DeflateSymbols.offsets {
            (templates + DeflateSymbols.literals + symbol).initialize(to: InflatingEntry.template(ofOffset: symbol))
        }
    }

    deinit {
        literals.deallocate()
        offsets.deallocate()
        templates.deallocate()
    }

    /// Takes the codes of a block without codes of its own (RFC 1951, 3.2.6).
    mutating func fillFixed() {
        if isFixed { return }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DeflateSymbols.literals + DeflateSymbols.offsets) {
            lengths in
            for symbol in 0..<DeflateSymbols.literals {
                lengths[symbol] = DeflateSymbols.fixedLength(ofLiteral: symbol)
            }
            for symbol in 0..<DeflateSymbols.offsets {
                lengths[DeflateSymbols.literals + symbol] = DeflateSymbols.fixedLengthOfOffset
            }
            isFixed = fill(UnsafeBufferPointer(lengths), literalCount: DeflateSymbols.literals)
        }
    }

    /// Takes the codes of a block.
    /// - Parameters:
    ///   - lengths: The lengths of the codes of literals and lengths, and then those of the offsets; each at most 15.
    ///   - literalCount: How many belong to the first code, at most 288; at most 32 belong to the second.
    /// - Returns: whether they are codes as zlib sees it: none begins another one, and none is missing. Only a code of one
    ///   symbol may have the half of its codes missing, and there need be no offset.
    mutating func fill(_ lengths: UnsafeBufferPointer<UInt8>, literalCount: Int) -> Bool {
        precondition(literalCount <= DeflateSymbols.literals && lengths.count >= literalCount)
        precondition(lengths.count - literalCount <= DeflateSymbols.offsets)
        isFixed = false
        return Self.fill(
            literals, indexBits: Self.literalBits, lengths: UnsafeBufferPointer(rebasing: lengths[..<literalCount]),
            templates: templates)
            && Self.fill(
                offsets, indexBits: Self.offsetBits, lengths: UnsafeBufferPointer(rebasing: lengths[literalCount...]),
                templates: templates + DeflateSymbols.literals)
    }

    private static func fill(
        _ table: UnsafeMutablePointer<UInt32>, indexBits: Int, lengths: UnsafeBufferPointer<UInt8>,
        templates: UnsafePointer<UInt32>
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: longest + 1 + DeflateSymbols.literals) { scratch in
            let counts = UnsafeMutableBufferPointer(rebasing: scratch[...longest])
            let sorted = UnsafeMutableBufferPointer(rebasing: scratch[(longest + 1)...])
            guard sortByLength(lengths, counts, sorted) else { return false }
            fill(table, indexBits: indexBits, counts: counts, sorted: sorted, templates: templates)
            return true
        }
    }

    /// Orders the symbols by the length of their codes.
    /// - Parameter counts: Gets how many codes there are of each length.
    /// - Returns: whether codes of these lengths are as they must be.
    private static func sortByLength(
        _ lengths: UnsafeBufferPointer<UInt8>, _ counts: UnsafeMutableBufferPointer<UInt16>,
        _ sorted: UnsafeMutableBufferPointer<UInt16>
    ) -> Bool {
        counts.update(repeating: 0)
        for length in lengths { counts[Int(length & 15)] += 1 }
        counts[0] = 0
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: longest + 2) { places in
            var place: UInt16 = 0
            var room = 1
            for length in 1...longest {
                places[length] = place
                place += counts[length]
                room = room * 2 - Int(counts[length])
                if room < 0 { return false }
            }
            // Codes are missing; the longest has one bit where no code of more is counted.
            if room > 0, place != counts[1] { return false }
            for symbol in 0..<lengths.count where lengths[symbol] & 15 > 0 {
                let length = Int(lengths[symbol] & 15)
                sorted[Int(places[length])] = UInt16(symbol)
                places[length] += 1
            }
            return true
        }
    }

    /// Fills the tables of one code, which is whole but for what `sortByLength` lets pass.
    private static func fill(
        _ table: UnsafeMutablePointer<UInt32>, indexBits: Int, counts: UnsafeMutableBufferPointer<UInt16>,
        sorted: UnsafeMutableBufferPointer<UInt16>, templates: UnsafePointer<UInt32>
    ) {
        // Codes come in order, the first bit of each lowest, so the next one adds its carry downwards. The first table
        // grows with their length: what so many bits find, one bit more finds twice.
        table[0] = InflatingEntry.hole
        var code: UInt32 = 0
        var place = 0
        for length in 1...indexBits {
            let size = 1 << (length - 1)
            (table + size).update(from: table, count: size)
            for _ in 0..<counts[length] {
                // `code` has `length` bits, so it is within the table.
                table[Int(code)] = templates[Int(sorted[place])] &+ UInt32(length) &* InflatingEntry.perCodeBit
                place += 1
                code = next(after: code, length)
            }
        }
        // Only a whole code has longer ones. Then those that begin alike follow one another, and fill a second table.
        var end = 1 << indexBits
        var start = end
        var prefix = UInt32.max
        var bits = 0
        guard indexBits < longest else { return }
        for length in (indexBits + 1)...longest {
            for left in stride(from: counts[length], to: 0, by: -1) {
                let first = code & (1 << UInt32(indexBits) - 1)
                if first != prefix {
                    (prefix, start) = (first, end)
                    bits = length - indexBits
                    // As many bits as it takes until the codes that are left of each length fill it.
                    var filled = Int(left)
                    while filled < 1 << bits, indexBits + bits < longest {
                        bits += 1
                        filled = filled << 1 + Int(counts[indexBits + bits])
                    }
                    end += 1 << bits
                    table[Int(first)] =
                        InflatingEntry.isException | UInt32(start) << 16 | UInt32(bits) << 8 | UInt32(indexBits)
                }
                let rest = length - indexBits
                let entry = templates[Int(sorted[place])] &+ UInt32(rest) &* InflatingEntry.perCodeBit
                place += 1
                for index in stride(from: Int(code >> UInt32(indexBits)), to: 1 << bits, by: 1 << rest) {
                    table[start + index] = entry
                }
                code = next(after: code, length)
            }
        }
    }

    @inline(__always)
    private static func next(after code: UInt32, _ length: Int) -> UInt32 {
        var carry: UInt32 = 1 << UInt32(length - 1)
        while code & carry != 0 { carry >>= 1 }
        return carry == 0 ? 0 : code & (carry - 1) | carry
    }
}
