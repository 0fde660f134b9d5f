import XMLReading

/// A source that is JSON: its value, and the way from an index to a line and column.
struct JSONSource {
    /// The value.
    let root: JSONNode
    private let bytes: [UInt8]
    private var known = SourcePosition(line: 1, column: 1)
    private var knownOffset = 0

    /// Reads a source.
    /// - Throws: `ProductSourceError`.
    init(_ content: SourceContent) throws(ProductSourceError) {
        bytes = try content.decodedText()
        do throws(JSONReader.Fault) {
            root = try JSONReader.read(bytes)
        } catch {
            root = JSONNode(value: .null, offset: 0)
            let place = position(at: error.offset)
            throw content.error(
                "not well-formed JSON: \(error.reason) (column \(place.column))", line: place.line,
                remedy: "mend it there, or export it again")
        }
    }

    /// The line and column of a byte.
    ///
    /// Quick when asked in the order of the text, even if the text is one line of megabytes.
    mutating func position(at offset: Int) -> SourcePosition {
        if offset < knownOffset { (known, knownOffset) = (SourcePosition(line: 1, column: 1), 0) }
        var (line, column) = (known.line, known.column)
        for index in knownOffset..<offset {
            switch bytes[index] {
            case 0x0A: (line, column) = (line + 1, 1)
            case 0x0D:
                // Of a CR and an LF, the LF ends the line.
                let isCRLF = index + 1 < bytes.count && bytes[index + 1] == 0x0A
                if !isCRLF { (line, column) = (line + 1, 1) }
            // The bytes of a character behind its first.
            case 0x80..<0xC0: break
            default: column += 1
            }
        }
        (known, knownOffset) = (SourcePosition(line: line, column: column), offset)
        return known
    }
}
