/// Looks over a text before libxml2 sees it, for what would cost it quadratic time or what it is never to see:
/// elements with very many attributes, long declarations, entity declarations, hyphens in comments.
///
/// It need not judge whether the text is well-formed. It follows comments, CDATA sections, processing instructions
/// and quotes as a parser does, so that in a well-formed text it finds exactly the declarations and the tags.
struct MarkupScan {
    /// The text, with a space for each hyphen that breaks the rule for comments, so that all stays in its place.
    ///
    /// libxml2 goes on behind such a hyphen, but copies the comment up to there each time.
    private(set) var utf8: [UInt8]
    /// Where `--` stands inside a comment; one place a comment, and no more than twenty.
    private(set) var hyphens: [Int] = []
    /// The first fault for which the text is refused, and the offset of its `<`.
    private(set) var fault: (offset: Int, kind: XMLFault.Kind, detail: String)?

    private let limits: XMLLimits
    private var index = 0
    private var declarationBytes = 0

    init(_ utf8: [UInt8], limits: XMLLimits) {
        self.utf8 = utf8
        self.limits = limits
        fault = run()
    }

    private mutating func run() -> (offset: Int, kind: XMLFault.Kind, detail: String)? {
        while index < utf8.count {
            guard utf8[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            let start = index
            switch utf8.count - index > 1 ? utf8[index + 1] : 0 {
            case UInt8(ascii: "?"):
                skip(past: "?>", from: start + 2)
            case UInt8(ascii: "!") where starts(with: "<!--"):
                skipComment(from: start + 4)
            case UInt8(ascii: "!") where starts(with: "<![CDATA["):
                skip(past: "]]>", from: start + 9)
            case UInt8(ascii: "!") where starts(with: "<!ENTITY"):
                return (start, .entityDeclaration, "the text declares \(entityName(at: start + 8))")
            case UInt8(ascii: "!"):
                _ = skipMarkup(from: start + 2, isDeclaration: true)
                declarationBytes += index - start
                if declarationBytes > limits.declarationBytes {
                    return (start, .limitExceeded, "the declarations take more than \(limits.declarationBytes) bytes")
                }
            default:
                if skipMarkup(from: start + 1, isDeclaration: false) > limits.attributes {
                    return (start, .limitExceeded, "an element has more than \(limits.attributes) attributes")
                }
            }
        }
        return nil
    }

    private mutating func skipComment(from start: Int) {
        var isReported = hyphens.count >= 20
        index = start
        // Two hyphens at the very end of the text may be the start of `-->`.
        while index + 2 < utf8.count {
            if utf8[index] == UInt8(ascii: "-"), utf8[index + 1] == UInt8(ascii: "-") {
                if utf8[index + 2] == UInt8(ascii: ">") {
                    index += 3
                    return
                }
                if !isReported { hyphens.append(index) }
                isReported = true
                utf8[index] = UInt8(ascii: " ")
            }
            index += 1
        }
        index = utf8.count
    }

    private func starts(with text: StaticString) -> Bool {
        guard utf8.count - index >= text.utf8CodeUnitCount else { return false }
        for place in 0..<text.utf8CodeUnitCount where utf8[index + place] != text.utf8Start[place] { return false }
        return true
    }

    private mutating func skip(past end: StaticString, from start: Int) {
        index = min(start, utf8.count)
        while index < utf8.count {
            if starts(with: end) {
                index += end.utf8CodeUnitCount
                return
            }
            index += 1
        }
    }

    /// Goes to the end of a tag or declaration and gives the number of `=` outside quotes.
    private mutating func skipMarkup(from start: Int, isDeclaration: Bool) -> Int {
        var quote: UInt8?
        var equalSigns = 0
        index = start
        while index < utf8.count {
            let byte = utf8[index]
            if let open = quote {
                if byte == open { quote = nil }
                // A `<` can't stand in an attribute, quoted or not, so here something is broken.
                if byte == UInt8(ascii: "<"), !isDeclaration { return equalSigns }
            } else {
                switch byte {
                case UInt8(ascii: "<"): return equalSigns
                case UInt8(ascii: ">"):
                    index += 1
                    return equalSigns
                case UInt8(ascii: "[") where isDeclaration:
                    index += 1
                    return equalSigns
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "="): equalSigns += 1
                default: break
                }
            }
            index += 1
        }
        return equalSigns
    }

    private func entityName(at start: Int) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let rest = utf8[start...].prefix(100).drop { isSpace($0) || $0 == UInt8(ascii: "%") }
        let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "\"") }
        return name.isEmpty ? "an entity" : "the entity '\(String(decoding: name, as: UTF8.self))'"
    }
}
