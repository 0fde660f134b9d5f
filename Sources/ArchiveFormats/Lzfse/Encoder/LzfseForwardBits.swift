/// Writes bits, the lowest first, from the start of some memory on.
///
/// The memory is not checked: eight bytes can be written from `end` on at each ``flush()``.
struct LzfseForwardBits {
    private(set) var end: UnsafeMutableRawPointer
    private var word: UInt64 = 0
    private var count = 0

    init(at start: UnsafeMutableRawPointer) { end = start }

    /// Adds bits; with those since the last ``flush()`` at most 57. The bits of `value` above them are 0.
    @inline(__always)
    mutating func add(_ value: UInt64, _ width: Int) {
        word |= value &<< UInt64(truncatingIfNeeded: count)
        count &+= width
    }

    /// Adds a symbol: the bits that its state gives off.
    @inline(__always)
    mutating func add(_ symbol: LzfseStates.Symbol, _ state: inout Int32) {
        let width = (state &+ symbol.width) &>> 16
        add(UInt64(UInt32(bitPattern: state & (1 &<< width &- 1))), Int(width))
        state = (state &>> width) &+ symbol.next
    }

    /// Writes whole bytes.
    @inline(__always)
    mutating func flush() {
        end.storeBytes(of: word.littleEndian, as: UInt64.self)
        let bytes = count &>> 3
        end += bytes
        word = word &>> UInt64(truncatingIfNeeded: bytes &<< 3)
        count &= 7
    }

    /// Writes the last byte.
    /// - Returns: how many of its bits are no part of the stream.
    mutating func finish() -> Int {
        flush()
        guard count > 0 else { return 0 }
        end.storeBytes(of: UInt8(truncatingIfNeeded: word), as: UInt8.self)
        end += 1
        return 8 - count
    }
}
