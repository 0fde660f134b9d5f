/// Reads the bits of a packed stream, which was written from its start on and is read from its end: the last bit that was
/// written is the first.
///
/// The memory is not checked access by access. A word is read where the stream ends now and from the eight bytes before
/// on. So `bytes` has eight bytes before it that can be read, which belong to no stream; whoever reads bits sees that
/// `left` is not negative before the next word.
struct LzfseBackwardBits {
    private let bytes: UnsafeRawPointer
    /// How many bits are left; negative where more were taken than there were.
    private(set) var left: Int
    /// The next bits, the first one highest.
    private var word: UInt64 = 0

    /// How many bits there are at least after a ``refill()``.
    static let most = 57

    /// Starts behind the last bit.
    /// - Parameters:
    ///   - bytes: The first byte; eight more can be read before it.
    ///   - unusedBits: How many bits of the last byte are no part of the stream.
    init?(_ bytes: UnsafeRawPointer, count: Int, unusedBits: Int) {
        self.bytes = bytes
        left = 8 * count - unusedBits
        guard left >= 0, unusedBits >= 0 else { return nil }
    }

    /// Reads the next word. `left` must not be negative.
    @inline(__always)
    mutating func refill() {
        let end = (left &+ 7) &>> 3
        word = UInt64(littleEndian: (bytes + end - 8).loadUnaligned(as: UInt64.self))
        word &<<= UInt64(truncatingIfNeeded: end &<< 3 &- left)
    }

    /// Takes bits: fewer than 64, and not more since the last ``refill()`` than ``most``.
    @inline(__always)
    mutating func take(_ width: UInt8) -> UInt64 {
        // In two steps, as none at all may be taken.
        let bits = (word &>> 1) &>> (63 &- UInt64(width))
        word &<<= UInt64(width)
        left &-= Int(width)
        return bits
    }
}
