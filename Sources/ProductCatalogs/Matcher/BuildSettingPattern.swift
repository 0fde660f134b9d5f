/// A product ID with build settings in it (`com.example.$(PRODUCT_NAME:rfc1034identifier)`), as a pattern for what Xcode
/// may make of it.
struct BuildSettingPattern {
    private enum Token {
        case literal([UInt8])
        /// One or more characters; none of them a dot where the setting's value is made an identifier.
        case setting(takesDots: Bool)
    }

    private let tokens: [Token]

    /// The text before the first setting.
    let prefix: [UInt8]

    /// `nil` where no build setting is in the text.
    init?(_ text: String) {
        var tokens: [Token] = []
        var literal: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.first {
            guard let setting = Self.setting(at: rest) else {
                literal.append(first)
                rest.removeFirst()
                continue
            }
            if !literal.isEmpty { tokens.append(.literal(literal)) }
            literal = []
            // `:rfc1034identifier` leaves letters, digits and hyphens, `:c99extidentifier` letters, digits and `_`.
            let name = String(decoding: setting, as: UTF8.self)
            tokens.append(.setting(takesDots: !name.contains("identifier")))
            rest = rest[setting.endIndex...]
        }
        guard !tokens.isEmpty else { return nil }
        if !literal.isEmpty { tokens.append(.literal(literal)) }
        self.tokens = tokens
        if case .literal(let bytes) = tokens[0] { prefix = bytes } else { prefix = [] }
    }

    /// Whether there is a letter or digit beside the settings; without one every product would fit.
    var isTelling: Bool {
        tokens.contains { token in
            guard case .literal(let bytes) = token else { return false }
            return bytes.contains { byte in
                let scalar = Unicode.Scalar(byte)
                return byte >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            }
        }
    }

    /// Whether Xcode may make this of it.
    func fits(_ identifier: String) -> Bool {
        // Most patterns end in a word (`$(PRODUCT_BUNDLE_IDENTIFIER).cats`), and nearly every product in another.
        if case .literal(let end)? = tokens.last, !identifier.utf8.suffix(end.count).elementsEqual(end) { return false }
        let bytes = Array(identifier.utf8)
        // The ends of what the tokens so far can have taken.
        var ends = [Bool](repeating: false, count: bytes.count + 1)
        ends[0] = true
        for token in tokens {
            var next = [Bool](repeating: false, count: bytes.count + 1)
            switch token {
            case .literal(let literal):
                for start in bytes.indices where ends[start] && bytes[start...].starts(with: literal) {
                    next[start + literal.count] = true
                }
            case .setting(let takesDots):
                var isTaking = false
                for index in bytes.indices {
                    isTaking = (isTaking || ends[index]) && (takesDots || bytes[index] != UInt8(ascii: "."))
                    next[index + 1] = isTaking
                }
            }
            ends = next
        }
        return ends[bytes.count]
    }

    /// The first build setting in a text (`$(PRODUCT_NAME)`); `nil` where there is none.
    static func firstSetting(in text: String) -> String? {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            if let setting = setting(at: bytes[index...]) { return String(decoding: setting, as: UTF8.self) }
        }
        return nil
    }

    /// The build setting that starts here, up to the bracket that closes it or to the end of the text.
    private static func setting(at bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let open: UInt8
        let close: UInt8
        if bytes.starts(with: "$(".utf8) {
            (open, close) = (UInt8(ascii: "("), UInt8(ascii: ")"))
        } else if bytes.starts(with: "${".utf8) {
            (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        } else {
            return nil
        }
        var depth = 0
        for index in bytes.indices {
            if bytes[index] == open { depth += 1 }
            if bytes[index] == close {
                depth -= 1
                if depth == 0 { return bytes[...index] }
            }
        }
        return bytes
    }
}
