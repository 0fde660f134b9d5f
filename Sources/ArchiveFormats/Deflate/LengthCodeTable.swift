/// The table of the code that a block's lengths of codes are written in (RFC 1951, 3.2.7): the next seven bits find a
/// symbol in the lowest five bits of an entry and, above them, how many bits its code has.
enum LengthCodeTable {
    /// How many entries it has.
    static let size = 1 << HuffmanCode.longestOfLengths

    /// Enters the codes of these lengths; what no code finds stays as it was.
    /// - Parameters:
    ///   - table: Memory for `size` entries.
    ///   - lengths: The length of the code of each symbol, at most 7; 0 where it has none.
    /// - Returns: the code behind the last one, of seven bits and one more; `nil` where there are more codes than can be.
    static func fill(
        _ table: UnsafeMutableBufferPointer<UInt8>, _ lengths: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var code = 0
        for length in 1...HuffmanCode.longestOfLengths {
            for symbol in 0..<lengths.count where lengths[symbol] == UInt8(length) {
                guard code < 1 << length else { return nil }
                var mirrored = 0
                for bit in 0..<length where code >> bit & 1 == 1 { mirrored |= 1 << (length - 1 - bit) }
                for index in stride(from: mirrored, to: size, by: 1 << length) {
                    table[index] = UInt8(symbol | length << 5)
                }
                code += 1
            }
            code <<= 1
        }
        return code
    }
}
