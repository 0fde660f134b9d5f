import XMLReading

/// Reads property lists of the three forms.
public enum PropertyListReader {
    /// The largest file that is read, in bytes. A `ContentInfo.plist` takes about a thousand.
    public static let maximumBytes = 16 << 20
    /// How deep arrays and dictionaries may nest.
    public static let maximumDepth = 256
    /// How many values a property list may hold, each counted as often as it is referred to.
    public static let maximumValues = 250_000

    /// Reads a property list; the form is recognised by content. No bytes make it crash or take long.
    ///
    /// Whatever is wrong with the bytes is a fault of the reading. A value that its text does not allow (a date with
    /// letters) has a fault, keeps its type and its text, and is otherwise 0 or empty. An unknown element that holds
    /// only text has a fault and is read as a string, so that what it says can still be judged.
    public static func read(_ bytes: [UInt8]) -> PropertyListReading {
        guard bytes.count <= maximumBytes else {
            return failure(
                nil, .limitExceeded, "the file is \(bytes.count) bytes long; up to \(maximumBytes) are read")
        }
        if bytes.starts(with: "bplist".utf8) { return readBinary(bytes) }
        if let kind = Lookalike.kind(of: bytes) { return failure(nil, .unknownFormat, "looks like \(kind)") }

        let text = SourceText(bytes)
        guard let first = TextScan.firstVisible(in: text.utf8) else {
            if text.fault == nil || bytes.isEmpty {
                return failure(nil, .empty, bytes.isEmpty ? "it has no bytes" : "it holds nothing but white space")
            }
            return failure(nil, .unknownFormat, "looks like binary data")
        }
        if let line = MergeConflict.firstMarkerLine(in: text.utf8) {
            return PropertyListReading(
                format: MergeConflict.format(of: text.utf8), root: nil,
                faults: [
                    PropertyListFault(
                        .mergeConflict, position: SourcePosition(line: line, column: 1),
                        detail: "a version-control system left conflict markers")
                ])
        }
        if text.utf8[first] == UInt8(ascii: "<") {
            if Lookalike.isHTML(text.utf8[first...]) { return failure(nil, .unknownFormat, "looks like HTML") }
            return XMLPropertyListParser.parse(text)
        }
        if let kind = Lookalike.kind(ofText: text.utf8[first...]) {
            return failure(nil, .unknownFormat, "looks like \(kind)")
        }
        if let reading = OldStyleParser.parse(text) { return reading }
        return failure(nil, .unknownFormat, text.fault == nil ? "looks like plain text" : "looks like binary data")
    }

    private static func readBinary(_ bytes: [UInt8]) -> PropertyListReading {
        if bytes.starts(with: "bplist00".utf8) { return BinaryPropertyListParser.parse(bytes) }
        guard bytes.count >= 8 else {
            return failure(.binary, .truncated, "the file ends inside the header")
        }
        let version = bytes[6..<8].map { byte in
            (0x21...0x7E).contains(byte) ? String(Unicode.Scalar(byte)) : "?"
        }
        return failure(
            nil, .unknownFormat, "is a binary property list of version '\(version.joined())'; only version '00' is read"
        )
    }

    private static func failure(
        _ format: PropertyListFormat?, _ kind: PropertyListFault.Kind, _ detail: String
    ) -> PropertyListReading {
        PropertyListReading(format: format, root: nil, faults: [PropertyListFault(kind, detail: detail)])
    }
}
