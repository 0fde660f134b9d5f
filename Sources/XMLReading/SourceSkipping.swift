/// Steps over what is no text, in a source that libxml2 has found well-formed up to here.
///
/// libxml2 tells where tags are, but not reliably where in between a text starts.
enum SourceSkipping {
    /// The first byte that is neither white space nor inside a comment or processing instruction.
    static func firstVisible(in utf8: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < utf8.count {
            switch utf8[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "<") where utf8[index...].starts(with: "<!--".utf8):
                index = end(of: "-->", in: utf8, from: index + 4)
            case UInt8(ascii: "<") where utf8[index...].starts(with: "<?".utf8):
                index = end(of: "?>", in: utf8, from: index + 2)
            default: return index
            }
        }
        return nil
    }

    private static func end(of markup: String, in utf8: [UInt8], from start: Int) -> Int {
        var index = start
        while index < utf8.count, !utf8[index...].starts(with: markup.utf8) { index += 1 }
        return min(index + markup.utf8.count, utf8.count)
    }
}
