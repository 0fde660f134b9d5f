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
        var pieces: [Piece] = []
        var plain = ""
        var rest = text[...]
        while let first = rest.first {
            if first == "$", let (setting, length) = reference(at: rest) {
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.setting(setting))
                rest = rest.dropFirst(length)
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }

    /// The reference that a text starts with, and its length in characters.
    private static func reference(at text: Substring) -> (BuildSetting, Int)? {
        let inside = text.dropFirst(2)
        let closing: Character
        switch text.dropFirst().first {
        case "(": closing = ")"
        case "{": closing = "}"
        default: return nil
        }
        // No real reference is longer, and looking on would take quadratic time on a text of many that are not closed.
        guard let end = inside.prefix(200).firstIndex(of: closing) else { return nil }
        let parts = inside[..<end].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.first, !name.isEmpty,
            name.unicodeScalars.allSatisfy({ ProductIdentifier.isAllowed($0) && $0 != "-" && $0 != "." })
        else { return nil }
        let whole = text[..<inside.index(after: end)]
        let setting = BuildSetting(text: String(whole), name: name, operators: Array(parts.dropFirst()))
        return (setting, whole.count)
    }
}
