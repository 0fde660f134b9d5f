/// How hard to try to make a package small.
public enum CompressionLevel: String, Sendable, CaseIterable {
    /// Not at all.
    case store
    /// Fast, somewhat larger.
    case fast
    /// No larger than `zip -6`.
    case `default`
    /// As small as deflate gets, whatever it takes.
    case smallest
}
