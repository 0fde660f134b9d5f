/// What a state in App Store Connect means for content.
public enum ProductState {
    /// What can become of content for the product.
    public enum Standing: Sendable, Hashable {
        /// The product is gone, and its ID can't be used again.
        case deleted
        /// The product is there, and nobody can buy it.
        case removedFromSale
        /// Apple's review turned the product down; it can be mended and handed in again.
        case rejected
        /// Nothing that bears on content.
        case other
    }

    /// The meaning of a state as the API, the reports or the older pages of App Store Connect write it.
    ///
    /// Only letters count, in either case, so that `READY_TO_SUBMIT`, `Ready to Submit` and `readyToSubmit` are one.
    public static func standing(_ state: String?) -> Standing {
        let letters = (state ?? "").lowercased().utf8.filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        switch String(decoding: letters, as: UTF8.self) {
        case "deleted", "deletioninprogress": return .deleted
        case "removedfromsale", "developerremovedfromsale": return .removedFromSale
        // `DEVELOPER_REJECTED` is none of Apple's: the developer took the product out of the review.
        case "rejected": return .rejected
        default: return .other
        }
    }

    /// Whether a product in the state exists no more.
    static func isDeleted(_ state: String?) -> Bool { standing(state) == .deleted }
}
