/// The rules for a product ID, applied to a text as it was written.
///
/// Source: App Store Connect Help, "In-App Purchase information": letters, numbers, hyphens, periods and underscores, at
/// most 100 characters. That "letters" means those of ASCII is how Apple's older QA1329 writes it out (A–Z, a–z), and
/// every ID seen obeys it. No rule asks for the form of a reversed domain name.
public enum ProductIdentifier {
    /// The largest number of characters.
    public static let maximumLength = 100

    /// A way in which a text can't be a product ID.
    public enum Violation: Sendable, Hashable {
        /// There is no character.
        case empty
        /// There are more than `maximumLength` characters; the value is their number, in Unicode scalars.
        case tooLong(Int)
        /// A character that is not allowed, and where it is: counted from 1 in Unicode scalars.
        case character(Unicode.Scalar, position: Int)
    }

    /// What is wrong with a text, in this order: its length, then the characters in the order of the text, each only
    /// where it stands first. White space counts as a character like any other.
    public static func violations(of text: String) -> [Violation] {
        if text.isEmpty { return [.empty] }
        var violations: [Violation] = []
        let count = text.unicodeScalars.count
        if count > maximumLength { violations.append(.tooLong(count)) }
        var seen: Set<Unicode.Scalar> = []
        for (index, scalar) in text.unicodeScalars.enumerated()
        where !isAllowed(scalar) && seen.insert(scalar).inserted {
            violations.append(.character(scalar, position: index + 1))
        }
        return violations
    }

    /// Whether a product ID may hold a character: an ASCII letter or digit, `-`, `.` or `_`.
    public static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": true
        default: false
        }
    }
}
