import XMLReading

/// Rows of a text in columns, one after the other; no more than one row is held.
///
/// A line ends with LF, CR or both. With quotation marks (RFC 4180), a field may hold the separator, line ends, and a
/// doubled quotation mark for one.
struct DelimitedText {
    /// One field of a row.
    struct Field {
        let bytes: ArraySlice<UInt8>
        let position: SourcePosition

        /// The text without the spaces around it.
        var text: String {
            var bytes = bytes
            while let first = bytes.first, first == 0x20 { bytes.removeFirst() }
            while let last = bytes.last, last == 0x20 { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// More columns than any list has; what stands behind them is passed over.
    private static let mostFields = 1024

    private let separator: UInt8
    private let allowsQuotes: Bool
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1
    /// Where a quotation mark was opened that nothing closes.
    private(set) var unclosed: SourcePosition?

    /// Starts at the first row.
    /// - Parameter bytes: Valid UTF-8 without a byte-order mark.
    init(_ bytes: [UInt8], separator: Unicode.Scalar, allowsQuotes: Bool) {
        self.bytes = bytes
        self.separator = UInt8(ascii: separator)
        self.allowsQuotes = allowsQuotes
    }

    /// The next row that is not empty; `nil` at the end.
    mutating func nextRow() -> [Field]? {
        while index < bytes.count {
            let fields = row()
            if fields.count > 1 || !(fields.first?.text.isEmpty ?? true) { return fields }
        }
        return nil
    }

    private mutating func row() -> [Field] {
        var fields: [Field] = []
        while true {
            let field = nextField()
            if fields.count < Self.mostFields { fields.append(field) }
            guard index < bytes.count else { return fields }
            let byte = bytes[index]
            step()
            if byte == separator { continue }
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            line += 1
            column = 1
            return fields
        }
    }

    /// The bytes up to a separator, a line end or the end, at which the index stops.
    private mutating func nextField() -> Field {
        let start = index
        let position = SourcePosition(line: line, column: column)
        if allowsQuotes, index < bytes.count, bytes[index] == UInt8(ascii: "\"") { return quotedField(position) }
        while index < bytes.count, !isEnd(bytes[index]) { step() }
        return Field(bytes: bytes[start..<index], position: position)
    }

    private mutating func quotedField(_ start: SourcePosition) -> Field {
        var text: [UInt8] = []
        step()
        let position = SourcePosition(line: line, column: column)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                step()
                guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                    // What follows the closing mark is no part of any value.
                    while index < bytes.count, !isEnd(bytes[index]) { step() }
                    return Field(bytes: text[...], position: position)
                }
            } else if byte == 0x0A {
                line += 1
                column = 0
            }
            text.append(byte)
            step()
        }
        unclosed = unclosed ?? start
        return Field(bytes: text[...], position: position)
    }

    private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }

    private mutating func step() {
        // The bytes of a character behind its first are no columns of their own.
        index += 1
        if index >= bytes.count || bytes[index] & 0xC0 != 0x80 { column += 1 }
    }
}

/// The columns of a table, found by what the first row calls them.
struct TableHeader {
    private let names: [String]

    init(_ row: [DelimitedText.Field]) { names = row.map { Self.plain($0.text) } }

    /// How many columns there are.
    var count: Int { names.count }

    /// The column with one of these names, of which the first that there is counts; only letters and digits do, in
    /// either case.
    func column(_ candidates: String...) -> Int? { column(of: candidates) }

    /// The same for a list of names.
    func column(of candidates: [String]) -> Int? {
        candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }

    private static func plain(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) })
    }
}

extension SourceContent {
    /// The header of the source taken as a table.
    func header(separator: Unicode.Scalar, allowsQuotes: Bool) -> TableHeader? {
        guard foreignKind == nil, json == nil, let text = textIfAny else { return nil }
        let end = text.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
        var table = DelimitedText(Array(text[..<min(end, 64 << 10)]), separator: separator, allowsQuotes: allowsQuotes)
        return table.nextRow().map { TableHeader($0) }
    }
}

extension [DelimitedText.Field] {
    /// The text of a column; `nil` where the row ends before it, or it is empty.
    func text(_ column: Int?) -> String? {
        guard let column, column < count, !self[column].text.isEmpty else { return nil }
        return self[column].text
    }
}
