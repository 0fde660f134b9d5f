/// What a product ID is to the products that exist.
public enum ProductMatch: Sendable, Hashable {
    /// It exists, byte for byte: every product with the ID, in source order.
    case exact([KnownProduct])
    /// It exists, and no source knows it as a type that can have hosted content.
    case wrongType(KnownProduct)
    /// It does not exist, and something near does.
    case near(NearMiss)
    /// It does not exist, and nothing near does.
    case unknown
}

/// The products that were likely meant.
public struct NearMiss: Sendable, Hashable {
    /// The one clearly best candidate first and alone, or the first of all that are as near, sorted by ID; never empty.
    public let candidates: [KnownProduct]
    /// How many are as near.
    public let count: Int
    /// Why the ID differs from the candidates.
    public let reason: MismatchReason

    /// Creates a near miss.
    /// - Parameter count: How many are as near; `nil` for the candidates and no more.
    public init(candidates: [KnownProduct], count: Int? = nil, reason: MismatchReason) {
        self.candidates = candidates
        self.count = count ?? candidates.count
        self.reason = reason
    }

    /// The candidate, where one is clearly the best.
    public var candidate: KnownProduct? { count == 1 ? candidates[0] : nil }
}

/// Why a product ID differs from one that exists; the cases stand in the order in which they are looked for.
public enum MismatchReason: Sendable, Hashable {
    /// A build setting that only Xcode expands (`$(PRODUCT_NAME)`).
    case unexpandedBuildSetting
    /// White space, control characters or characters without width.
    case whiteSpace
    /// Another Unicode form, or characters that look alike (dashes).
    case lookAlike
    /// Letter case.
    case letterCase
    /// Another separator (`_` for `-`).
    case separators
    /// What Xcode's `:rfc1034identifier` makes of the candidate's last part: a hyphen for every character but the letters
    /// A to Z, digits and hyphens, and for a digit at the start.
    case xcodeIdentifier
    /// The candidate has these leading parts, and the ID lacks them (`com.masteringios.Photos.`).
    case prefixMissing(String)
    /// The ID has these leading parts, and the candidate lacks them.
    case prefixAdded(String)
    /// It is the candidate's reference name.
    case referenceName
    /// It is the candidate's App Store number.
    case appleID
    /// This many letters differ.
    case spelling(Int)
    /// The last parts are the same, and the leading parts are others (`com.example.` for `com.masteringios.`).
    case prefixDiffers

    /// Whether a single candidate may be taken without asking: what agrees in its last parts only may well be the product
    /// of another app.
    public var isTelling: Bool { self != .prefixDiffers }
}
