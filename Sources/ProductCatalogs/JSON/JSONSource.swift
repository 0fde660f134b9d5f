import JSONReading
import XMLReading

/// The text of a source that looks like JSON, read once for all who want to recognise it.
struct JSONText: Sendable {
    /// The values in it; the last may be unfinished where there is a fault.
    let values: [JSONNode]
    /// Why reading ended early.
    let fault: JSONReader.Fault?
    /// Where more than the first value starts, where there is more.
    let second: Int?
    /// The text as UTF-8 without a byte-order mark.
    let bytes: [UInt8]

    /// Reads a text.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (values, second, fault) = JSONReader.read(bytes)
    }

    /// The first value: what a source is, is told by it.
    var root: JSONNode? { values.first }

    /// Whether it is the start of an old-style property list with a dictionary, `{ "key" = "value"; }`, and no JSON: the
    /// first that is wrong with it is the sign behind the first key, or that key, which needs no quotation marks there.
    var isOldStyleDictionary: Bool {
        guard let fault, values.count == 1, root?.members?.isEmpty == true else { return false }
        let sign = bytes[fault.offset...].drop { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20, 0x09, 0x0A, 0x0D:
                true
            default: "_.$/-".utf8.contains(byte)
            }
        }
        return sign.first == UInt8(ascii: "=")
    }
}

/// A source that is JSON: its values, and the way from an index to a line and column.
struct JSONSource {
    /// The values, of which there is one at least.
    let values: [JSONNode]
    private var places: JSONPlaces

    /// The first value.
    var root: JSONNode { values[0] }

    /// Reads a source that is one value.
    /// - Throws: `ProductSourceError`.
    init(_ content: SourceContent) throws(ProductSourceError) {
        let text = try Self.text(of: content)
        self.init(text)
        if let second = text.second { throw fault("more text follows its end", at: second, in: content) }
        if let fault = text.fault { throw self.fault(fault.reason, at: fault.offset, in: content) }
    }

    /// Reads a source that is one value or several, one behind the other.
    /// - Throws: `ProductSourceError`.
    init(streamIn content: SourceContent) throws(ProductSourceError) {
        let text = try Self.text(of: content)
        self.init(text)
        if let fault = text.fault { throw self.fault(fault.reason, at: fault.offset, in: content) }
    }

    private init(_ text: JSONText) {
        places = JSONPlaces(text.bytes)
        values = text.values.isEmpty ? [JSONNode(value: .null, offset: 0)] : text.values
    }

    private static func text(of content: SourceContent) throws(ProductSourceError) -> JSONText {
        if let json = content.json { return json }
        return JSONText(try content.decodedText())
    }

    private mutating func fault(_ reason: String, at offset: Int, in content: SourceContent) -> ProductSourceError {
        let place = position(at: offset)
        return content.error(
            "not well-formed JSON: \(reason) (column \(place.column))", line: place.line,
            remedy: "mend it there, or export it again")
    }

    /// The line and column of a byte.
    ///
    /// Quick when asked in the order of the text, even if the text is one line of megabytes.
    mutating func position(at offset: Int) -> SourcePosition {
        let place = places.place(at: offset)
        return SourcePosition(line: place.line, column: place.column)
    }
}
