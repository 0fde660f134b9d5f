import Findings
import XMLReading

/// A plain list: one product ID a line.
///
/// Spaces and tabs around an ID are no part of it, unlike in a property list, where they are. Empty lines are skipped,
/// and so is everything from a `#` on that starts a line or follows white space. A line ends with LF, CR or both.
public enum TextListFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "text"
    /// What it is, in a few words, for the help.
    public static let summary = "one product ID a line, '#' starts a remark"

    /// Whether the bytes are text that is neither JSON nor XML.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard content.foreignKind == nil else { return false }
        let first = content.firstSignificantByte
        return first != UInt8(ascii: "[") && first != UInt8(ascii: "{")
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        let text = try content.decodedText()
        var products: [KnownProduct] = []
        var line = 0
        var rest = text[...]
        while !rest.isEmpty {
            line += 1
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let whole = rest[..<end]
            let isCRLF = rest[end...].starts(with: [0x0D, 0x0A])
            rest = rest[min(end + (isCRLF ? 2 : 1), rest.endIndex)...]

            let identifier = bareIdentifier(in: whole)
            guard !identifier.isEmpty else { continue }
            if let (reason, remedy) = fault(of: identifier) {
                throw content.error(reason, line: line, remedy: remedy)
            }
            guard products.count < ProductSourceFormats.productLimit else { throw content.tooManyError(line: line) }
            let column = whole[..<identifier.startIndex].count + 1
            products.append(
                KnownProduct(
                    identifier: String(decoding: identifier, as: UTF8.self), source: content.name,
                    position: SourcePosition(line: line, column: column)))
        }
        if products.isEmpty { throw content.emptyError() }
        return ProductSource(name: content.name, format: name, products: products)
    }

    /// Far more than a product ID may have, in bytes, so that one with a fault is still read and judged.
    private static let longestLine = 1000

    /// A line without its remark and without the white space around the rest.
    private static func bareIdentifier(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        for index in line.indices where line[index] == UInt8(ascii: "#") {
            if index == line.startIndex || isBlank(line[index - 1]) {
                line = line[..<index]
                break
            }
        }
        while let first = line.first, isBlank(first) { line.removeFirst() }
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// What makes a line something else than a bare product ID, and what to do about it.
    private static func fault(of identifier: ArraySlice<UInt8>) -> (reason: String, remedy: String)? {
        if identifier.count > longestLine {
            return (
                "the line is too long for a product ID, which has 100 characters at most", "name a list of product IDs"
            )
        }
        let text = String(decoding: identifier, as: UTF8.self)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "'", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}":
                return ("the line holds a quotation mark, and a product ID has none", "write the bare product ID")
            case ",", ";":
                return (
                    "the line holds a \(scalar == "," ? "comma" : "semicolon"), and a product ID has none",
                    "put each product ID on a line of its own, without other columns"
                )
            case "\t":
                return (
                    "the line holds several columns, separated by tabs", "keep only the column of the product IDs"
                )
            case " ":
                return (
                    "the line holds more than one word, and a product ID has no white space in it",
                    "put each product ID on a line of its own, and '#' before a remark"
                )
            default:
                guard SafeText.isHidden(scalar) else { continue }
                return (
                    "the line holds a character that can't be seen (\(SafeText.codePoint(of: scalar)))",
                    "type the product ID anew instead of pasting it"
                )
            }
        }
        return nil
    }
}
