/// A reference to a build setting in a text: `$(NAME)`, `${NAME}`, `$(NAME:operator:operator)`.
///
/// Xcode puts the value in its place when it builds; a content folder that was never built still has the reference.
/// Xcode's template for content packages writes `$(PRODUCT_NAME:rfc1034identifier)` into the product ID.
public struct BuildSetting: Sendable, Hashable {
    /// The reference as written.
    public let text: String
    /// The setting's name.
    public let name: String
    /// The operators applied to its value, in order.
    public let operators: [String]

    /// All references in a text, in its order. One that is not closed, or whose name is none, is left out.
    public static func references(in text: String) -> [BuildSetting] {
        pieces(of: text).compactMap { piece in
            if case .setting(let setting) = piece { setting } else { nil }
        }
    }

    /// What Xcode would have made of a text; `nil` where it refers to a setting whose value only the project knows, or
    /// applies an operator that is not known here.
    /// - Parameter productName: the value of `PRODUCT_NAME`, which in a content package's project is the folder's name.
    public static func expanded(_ text: String, productName: String) -> String? {
        var result = ""
        for piece in pieces(of: text) {
            switch piece {
            case .text(let text): result += text
            case .setting(let setting):
                guard let value = setting.value(productName: productName) else { return nil }
                result += value
            }
        }
        // A name may be put together from others: `$(A_$(B))`.
        return references(in: result).isEmpty ? result : nil
    }

    private func value(productName: String) -> String? {
        guard name == "PRODUCT_NAME" else { return nil }
        var value = productName
        for name in operators {
            switch name {
            case "rfc1034identifier": value = Self.identifier(value, replacement: "-", isKept: { $0 == "-" })
            case "identifier": value = Self.identifier(value, replacement: "_", isKept: { $0 == "_" })
            case "c99extidentifier":
                // Its rule for other letters, and for a digit that comes first, is a long one that is not told here.
                guard value.allSatisfy(\.isASCII), value.first?.isNumber != true else { return nil }
                value = Self.identifier(value, replacement: "_", isKept: { $0 == "_" })
            case "lower": value = value.lowercased()
            case "upper": value = value.uppercased()
            default: return nil
            }
        }
        return value
    }

    /// Replaces each character other than an ASCII letter, a digit, or one that is kept, and a digit that comes first.
    ///
    /// Source: swiftlang/swift-build. Characters are whole: é as e and an accent is replaced once.
    private static func identifier(
        _ text: String, replacement: Character, isKept: (Character) -> Bool
    ) -> String {
        var result = ""
        for character in text {
            let isDigit = ("0"..."9").contains(character)
            let isLetter = character.isASCII && character.isLetter
            result.append(isLetter || isKept(character) || (isDigit && !result.isEmpty) ? character : replacement)
        }
        return result
    }

    private enum Piece {
        case text(String)
        case setting(BuildSetting)
    }

    private static func pieces(of text: String) -> [Piece] {
        // Bytes, since a hostile value may have millions of characters; all that matters here is ASCII.
        let bytes = Array(text.utf8)
        var pieces: [Piece] = []
        var (plain, index) = (0, 0)
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "$"), let (setting, end) = reference(in: bytes, at: index) else {
                index += 1
                continue
            }
            if plain < index { pieces.append(.text(String(decoding: bytes[plain..<index], as: UTF8.self))) }
            pieces.append(.setting(setting))
            (plain, index) = (end, end)
        }
        if plain < bytes.count { pieces.append(.text(String(decoding: bytes[plain...], as: UTF8.self))) }
        return pieces
    }

    /// The reference that starts at an index, and the index behind it.
    private static func reference(in bytes: [UInt8], at start: Int) -> (BuildSetting, Int)? {
        guard start + 2 < bytes.count else { return nil }
        let closing: UInt8
        switch bytes[start + 1] {
        case UInt8(ascii: "("): closing = UInt8(ascii: ")")
        case UInt8(ascii: "{"): closing = UInt8(ascii: "}")
        default: return nil
        }
        // No real reference is longer, and looking on would take quadratic time on a text of many that are not closed.
        let inside = bytes[(start + 2)...].prefix(200)
        let name = inside.prefix(while: isInName)
        let rest = inside[name.endIndex...]
        guard !name.isEmpty, let next = rest.first, next == closing || next == UInt8(ascii: ":"),
            let end = rest.firstIndex(of: closing)
        else { return nil }
        let operators = rest[..<end].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).dropFirst()
        let setting = BuildSetting(
            text: String(decoding: bytes[start...end], as: UTF8.self), name: String(decoding: name, as: UTF8.self),
            operators: operators.map { String(decoding: $0, as: UTF8.self) })
        return (setting, end + 1)
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
