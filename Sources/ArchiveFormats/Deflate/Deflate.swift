/// Facts of the deflate format (RFC 1951).
package enum Deflate {
    /// How far back a match can lie, in bytes.
    package static let windowSize = 32 * 1024
}
