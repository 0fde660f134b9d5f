/// The unchanging name of one kind of finding.
///
/// A code is never given to another kind, also after its check is gone.
public struct FindingCode: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The code for machines: three letters of its area, a hyphen, three digits (`PID-010`).
    public let id: String
    /// The name for people: words in lower case, joined by hyphens (`product-not-found`).
    public let slug: String

    /// Creates a code from both of its names.
    public init(_ id: String, _ slug: String) {
        self.id = id
        self.slug = slug
    }

    /// Orders by `id`.
    public static func < (left: FindingCode, right: FindingCode) -> Bool { left.id < right.id }

    /// The code, followed by its slug.
    public var description: String { "\(id) \(slug)" }
}
