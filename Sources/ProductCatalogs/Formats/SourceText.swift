extension SourceContent {
    /// The text as UTF-8 without a byte-order mark, whether the source is UTF-8 or UTF-16.
    /// - Throws: `ProductSourceError` where it is neither.
    func decodedText() throws(ProductSourceError) -> [UInt8] {
        guard foreignKind == nil else { throw notAListError() }
        let remedy = "save it as UTF-8"
        switch byteOrderMark {
        case .utf16(let isBigEndian):
            guard bytes.count.isMultiple(of: 2) else {
                throw error("its UTF-16 text ends within a character", remedy: remedy)
            }
            let (high, low) = isBigEndian ? (0, 1) : (1, 0)
            let units = stride(from: 2, to: bytes.count, by: 2).map { (index: Int) -> UInt16 in
                UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
            }
            guard let text = String(validating: units, as: UTF16.self) else {
                throw error("its UTF-16 text holds half a character", remedy: remedy)
            }
            return Array(text.utf8)
        case .utf8, .none:
            let text = byteOrderMark == .utf8 ? bytes[3...] : bytes[...]
            guard String(validating: text, as: UTF8.self) != nil else {
                throw error("not UTF-8", line: Self.firstInvalidLine(of: text), remedy: remedy)
            }
            return Array(text)
        }
    }

    /// The first byte that is no white space, as far as it can be told without decoding.
    var firstSignificantByte: UInt8? {
        bytes.dropFirst(byteOrderMark?.length ?? 0).first { $0 > 0x20 }
    }

    /// What the source is instead of a list of products, in a few words; `nil` where it may be one.
    var foreignKind: String? {
        for (start, kind) in Self.signatures where bytes.starts(with: start) { return kind }
        if let kind = secretKind { return kind }
        if case .utf16 = byteOrderMark { return nil }
        if bytes.contains(0) { return "binary data" }
        guard firstSignificantByte == UInt8(ascii: "<") else { return nil }
        let start = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
        if start.contains("<plist") { return "an XML property list" }
        if start.contains("<html") { return "a web page" }
        // A merge conflict starts like this too, and the list may say more of it.
        return start.hasPrefix("<<<<") ? nil : "an XML document"
    }

    /// What holds a secret and is no list at all: a key, or what a request to the API looked like.
    private var secretKind: String? {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("-----BEGIN ") { return "a key or a certificate (PEM), which is a secret" }
        if start.hasPrefix("HTTP/") { return "an answer with the headers of HTTP before it" }
        let lines = head.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        let isLog = lines.contains { line in
            let text = line.drop { "<>*+- '\"".contains($0) }.lowercased()
            return text.hasPrefix("authorization:") || text.hasPrefix("h 'authorization:")
                || text.hasPrefix("h \"authorization:")
        }
        return isLog ? "the log of a request, with its token" : nil
    }

    private enum ByteOrderMark: Equatable {
        case utf8
        case utf16(isBigEndian: Bool)

        var length: Int { self == .utf8 ? 3 : 2 }
    }

    private var byteOrderMark: ByteOrderMark? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16(isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16(isBigEndian: false) }
        return nil
    }

    /// The start of the text in small letters, where it starts as markup does.
    var markupHead: String? {
        if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: "bplist".utf8) { return nil }
        guard firstSignificantByte == UInt8(ascii: "<") || byteOrderMark != nil else { return nil }
        let text: [UInt8]
        if case .utf16(let isBigEndian)? = byteOrderMark {
            // Marks are ASCII, so that the other half of each unit says nothing.
            text = stride(from: isBigEndian ? 3 : 2, to: min(bytes.count, 8192), by: 2).map { bytes[$0] }
        } else {
            text = Array(bytes.prefix(4096))
        }
        guard text.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
        return String(decoding: text, as: UTF8.self).lowercased()
    }

    /// The text whatever is wrong with it, for those who only want to recognise it.
    var textIfAny: [UInt8]? { try? decodedText() }

    private static let signatures: [([UInt8], String)] = [
        (Array("bplist".utf8), "a binary property list"),
        ([0x50, 0x4B, 0x03, 0x04], "a zip archive"),
        ([0x50, 0x4B, 0x05, 0x06], "a zip archive"),
        (Array("xar!".utf8), "a package (xar archive)"),
        ([0x1F, 0x8B], "a gzip file"),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
        ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        (Array("GIF8".utf8), "a GIF image"),
        (Array("%PDF".utf8), "a PDF document"),
        (Array("SQLite format 3".utf8), "an SQLite database"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program"),
        ([0xCF, 0xFA, 0xED, 0xFE], "a program"),
        ([0xCA, 0xFE, 0xBA, 0xBE], "a program"),
        ([0xFF, 0xFE, 0x00, 0x00], "UTF-32 text"),
        ([0x00, 0x00, 0xFE, 0xFF], "UTF-32 text"),
    ]

    private static func firstInvalidLine(of text: ArraySlice<UInt8>) -> Int? {
        var line = 1
        for part in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if String(validating: part, as: UTF8.self) == nil { return line }
            line += 1
        }
        return nil
    }
}
