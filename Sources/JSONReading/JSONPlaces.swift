/// The way from an index in a text to a line and column.
package struct JSONPlaces: Sendable {
    private let bytes: [UInt8]
    private var known = (line: 1, column: 1)
    private var knownOffset = 0

    /// - Parameter bytes: UTF-8 without a byte-order mark.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The line and column of a byte, both counted from 1, columns in Unicode scalars.
    ///
    /// Quick when asked in the order of the text, even if the text is one line of megabytes.
    package mutating func place(at offset: Int) -> (line: Int, column: Int) {
        if offset < knownOffset { (known, knownOffset) = ((1, 1), 0) }
        var (line, column) = known
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
        (known, knownOffset) = ((line, column), offset)
        return known
    }

    /// The index of the first byte that is not UTF-8; `nil` where all are.
    package static func firstInvalid(_ bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var index = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): index += scalar.count
            case .error: return index
            case .emptyInput: return nil
            }
        }
    }
}
