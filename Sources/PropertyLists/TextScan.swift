/// Small questions about UTF-8 text.
enum TextScan {
    /// Space, tab, and all ASCII line ends.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// The first byte that is no white space.
    static func firstVisible(in utf8: [UInt8]) -> Int? { utf8.firstIndex { !isSpace($0) } }
}
