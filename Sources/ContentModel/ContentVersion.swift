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
