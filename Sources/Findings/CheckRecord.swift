/// One check that an input was to pass, and whether it could judge. What it found is in the report's findings.
public struct CheckRecord: Sendable, Hashable {
    /// What the check reports.
    public let code: FindingCode
    /// Why it could not judge: a clause; `nil` where it ran.
    public let skipped: String?

    /// Why a check could not judge that needs the products that exist.
    package static let noProducts = "no list of products was given"

    /// Creates a record.
    public init(code: FindingCode, skipped: String? = nil) {
        self.code = code
        self.skipped = skipped
    }
}
