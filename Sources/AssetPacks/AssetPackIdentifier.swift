/// The ID of an asset pack, of a form that App Store Connect takes: ASCII letters, digits and hyphens.
///
/// Apple publishes no rule for it. Apple's own tools take periods and underscores too; that App Store Connect refuses
/// them is reported by two projects, one of which asked its interface. The largest length is not known, nor whether
/// letter case tells two IDs apart: so nothing here relies on either.
public struct AssetPackIdentifier: Sendable, Hashable, Comparable {
    /// The ID.
    public let text: String

    /// Takes an ID; `nil` where it is not safe.
    public init?(_ text: String) {
        guard Self.fault(in: text) == nil else { return nil }
        self.text = text
    }

    private init(safe text: String) { self.text = text }

    /// What keeps a text from being an ID, as a clause; `nil` where nothing does.
    public static func fault(in text: String) -> String? {
        if text.isEmpty { return "it is empty" }
        for (index, scalar) in text.unicodeScalars.enumerated() where !isAllowed(scalar) {
            return "it has \(name(of: scalar)) at character \(index + 1), and App Store Connect takes letters, digits "
                + "and hyphens only"
        }
        return nil
    }

    /// The ID for the pack of a product: its product ID, with a hyphen in the place of each character that is not
    /// allowed; `nil` for a product ID without a letter or digit.
    ///
    /// Two product IDs may give one ID, and IDs that differ in letter case alone: see ``AssetPackIDMap``.
    public static func suggested(for productIdentifier: String) -> AssetPackIdentifier? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(productIdentifier.utf8.count)
        var hasLetterOrDigit = false
        for scalar in productIdentifier.unicodeScalars {
            let isKept = isAllowed(scalar) && scalar != "-"
            hasLetterOrDigit = hasLetterOrDigit || isKept
            bytes.append(isKept ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "-"))
        }
        return hasLetterOrDigit ? AssetPackIdentifier(safe: String(decoding: bytes, as: UTF8.self)) : nil
    }

    /// Orders by bytes.
    public static func < (left: AssetPackIdentifier, right: AssetPackIdentifier) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// The ID as it is compared with others: with small letters alone.
    public var folded: String { text.lowercased() }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-": true
        default: false
        }
    }

    /// A character for people: itself where it can be seen, else its code point.
    private static func name(of scalar: Unicode.Scalar) -> String {
        if scalar == " " { return "a space" }
        if scalar.isASCII, scalar.value > 0x20, scalar.value < 0x7F { return "'\(scalar)'" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
