/// The line of text that a finding is about, with the part of it that is meant: for people to look at.
public struct SourceLine: Sendable, Hashable {
    /// The line without its end, or the part of a long one around what is meant.
    ///
    /// It is UTF-8 where the file is text; bytes that are not may be among it.
    public let bytes: [UInt8]
    /// The columns that are meant, counted from 0 at the start of `bytes`; empty for the place before a column.
    ///
    /// A column is a Unicode scalar, as in `TextPosition`, or a byte that is no UTF-8.
    public let columns: Range<Int>
    /// Whether the line has more before `bytes`.
    public let isCutAtStart: Bool
    /// Whether the line has more behind `bytes`.
    public let isCutAtEnd: Bool

    /// Creates a line.
    public init(bytes: [UInt8], columns: Range<Int>, isCutAtStart: Bool = false, isCutAtEnd: Bool = false) {
        self.bytes = bytes
        self.columns = columns
        self.isCutAtStart = isCutAtStart
        self.isCutAtEnd = isCutAtEnd
    }
}

/// One column of text that may hold anything.
package enum TextColumn: Sendable, Hashable {
    /// A Unicode scalar.
    case scalar(Unicode.Scalar)
    /// A byte that is no part of UTF-8.
    case byte(UInt8)

    /// The columns of a text.
    package static func all(in bytes: [UInt8]) -> [TextColumn] {
        var columns: [TextColumn] = []
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var index = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                columns.append(.scalar(Unicode.UTF8.decode(encoded)))
                index += encoded.count
            case .error(let length):
                columns += bytes[index..<index + length].map { .byte($0) }
                index += length
            case .emptyInput:
                return columns
            }
        }
    }
}
