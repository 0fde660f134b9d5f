/// The version of a package's content: "a series of integers separated by periods", as the documentation of
/// `SKProduct.downloadContentVersion` says.
///
/// How Apple's servers compare versions, and how long they may be, was never published. Here they are compared number
/// by number, so that 1.10 is newer than 1.9, and missing numbers count as 0, so that 1, 1.0 and 1.00 are one version.
public struct ContentVersion: Sendable, Hashable, Comparable {
    /// The numbers without leading zeros, as digits since they may be of any length; trailing zeros are left out.
    private let numbers: [Substring]

    /// Takes a text; `nil` where it is anything else than ASCII digits and single periods between them.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy { ("0"..."9").contains($0) } }) else {
            return nil
        }
        var numbers = parts.map { $0.drop { $0 == "0" } }
        while numbers.last?.isEmpty == true { numbers.removeLast() }
        self.numbers = numbers
    }

    /// The text of the next version: the last number raised by one, and everything before it as it was.
    ///
    /// A number keeps its leading zeros as long as it needs no more digits: 1.09 becomes 1.10, and 1.99 becomes 1.100.
    /// - Returns: `nil` where the text is no version.
    public static func raised(_ text: String) -> String? {
        guard ContentVersion(text) != nil else { return nil }
        var digits = Array(text.utf8)
        var index = digits.count - 1
        while index >= 0, digits[index] == UInt8(ascii: "9") {
            digits[index] = UInt8(ascii: "0")
            index -= 1
        }
        if index >= 0, digits[index] != UInt8(ascii: ".") {
            digits[index] += 1
        } else {
            digits.insert(UInt8(ascii: "1"), at: index + 1)
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Orders older before newer.
    public static func < (left: ContentVersion, right: ContentVersion) -> Bool {
        for (mine, theirs) in zip(left.numbers, right.numbers) where mine != theirs {
            // Without leading zeros a longer number is a larger one.
            if mine.utf8.count != theirs.utf8.count { return mine.utf8.count < theirs.utf8.count }
            return mine < theirs
        }
        return left.numbers.count < right.numbers.count
    }
}
