/// Writes deflate's bits into memory: the first bit is the lowest of the first byte (RFC 1951, 3.1.1).
///
/// Bits gather in a register of 64. `add` puts bits there, `flush` moves its whole bytes to memory; between two flushes
/// at most 56 bits may be added, so a tight loop flushes once for several symbols. Nothing is ever written past the
/// output's end: what does not fit is dropped, and the writer remembers that.
package struct BitWriter {
    /// The most bits that may be added between two flushes. A flush leaves up to 7, and the register is never full, so
    /// that shifts stay below 64.
    package static let mostBits = 56

    /// The bits that are not yet in memory; those above `held` are zero.
    private var bits: UInt64 = 0
    /// How many bits are not yet in memory.
    private var held = 0
    /// How many bytes are in memory.
    private var position = 0
    private let output: UnsafeMutableRawBufferPointer
    /// Up to here a store of 8 bytes stays inside the output; negative where none does.
    private let lastWideStore: Int

    /// Whether something did not fit. What was written then is of no use.
    package private(set) var hasOverflowed = false

    /// Writes from the start of `output`, which must outlive the writer.
    package init(_ output: UnsafeMutableRawBufferPointer) {
        self.output = output
        lastWideStore = output.count - 8
    }

    /// How many bits were added so far, those that are not yet in memory among them.
    package var bitCount: Int { position * 8 + held }

    /// Adds the lowest `count` bits of `value`, lowest first. Higher bits of `value` must be zero.
    @inline(__always)
    package mutating func add(_ value: UInt64, _ count: Int) {
        assert(count >= 0 && held + count < 64, "more bits than fit between two flushes")
        assert(value >> UInt64(count) == 0, "a value with more bits than it said")
        bits |= value &<< UInt64(truncatingIfNeeded: held)
        held &+= count
    }

    /// Moves all whole bytes to memory.
    @inline(__always)
    package mutating func flush() {
        if position <= lastWideStore, let base = output.baseAddress {
            // 8 bytes from `position` on are inside the output. Those after the whole ones are written again later.
            base.storeBytes(of: bits.littleEndian, toByteOffset: position, as: UInt64.self)
            position &+= held &>> 3
            bits &>>= UInt64(truncatingIfNeeded: held & ~7)
            held &= 7
        } else {
            flushByByte()
        }
    }

    /// Near the end of the output, where a wide store would pass it.
    @inline(never)
    private mutating func flushByByte() {
        while held >= 8 {
            if position < output.count {
                output[position] = UInt8(truncatingIfNeeded: bits)
                position += 1
            } else {
                hasOverflowed = true
            }
            bits >>= 8
            held -= 8
        }
    }

    /// Lets a tight loop write without a look at the room left each time, for which there is one here.
    /// - Parameters:
    ///   - most: How many bits the loop adds at most. That it keeps to this is up to it: it is what memory safety rests
    ///     on, so it must come from the loop's own counting.
    ///   - write: The loop. Its writer is flushed like this one, at least every ``mostBits`` bits.
    /// - Returns: whether there was the room. If not, nothing was written, and the loop has to go the slow way.
    @inline(__always) @discardableResult
    package mutating func withoutChecks(mostBits most: Int, _ write: (inout UncheckedBitWriter) -> Void) -> Bool {
        flush()
        // A store takes 8 bytes from the byte on that the last of the bits is in.
        let lastStore = position + (held + most) / 8
        guard most >= 0, lastStore <= lastWideStore, let base = output.baseAddress else { return false }
        var loop = UncheckedBitWriter(bits: bits, held: held, next: base + position, last: base + lastStore)
        write(&loop)
        loop.flush()
        (bits, held, position) = (loop.bits, loop.held, loop.next - base)
        precondition(position <= lastStore, "more bits than the loop said")
        return true
    }

    /// Fills the last byte with zero bits and moves everything to memory, so that bytes may follow.
    package mutating func alignToByte() {
        flush()
        held = (held + 7) & ~7
        flush()
    }

    /// Copies whole bytes behind what is there. Only on a byte boundary: ``alignToByte()`` comes first.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        precondition(held == 0, "bytes need a byte boundary")
        guard bytes.count <= output.count - position else {
            hasOverflowed = true
            return
        }
        UnsafeMutableRawBufferPointer(rebasing: output[position...]).copyMemory(from: bytes)
        position += bytes.count
    }

    /// Ends on a byte boundary.
    /// - Returns: how many bytes were written, or `nil` where the output was too small.
    package mutating func finish() -> Int? {
        alignToByte()
        return hasOverflowed ? nil : position
    }
}

/// What a tight loop writes bits to, which `BitWriter` has made room for. Its state fits registers.
package struct UncheckedBitWriter {
    fileprivate var bits: UInt64
    fileprivate var held: Int
    fileprivate var next: UnsafeMutableRawPointer
    /// Where the last store may be.
    fileprivate let last: UnsafeMutableRawPointer

    /// Adds the lowest `count` bits of `value`, as `BitWriter` does.
    @inline(__always)
    package mutating func add(_ value: UInt64, _ count: Int) {
        assert(count >= 0 && held + count < 64, "more bits than fit between two flushes")
        assert(value >> UInt64(count) == 0, "a value with more bits than it said")
        bits |= value &<< UInt64(truncatingIfNeeded: held)
        held &+= count
    }

    /// Moves all whole bytes to memory.
    @inline(__always)
    package mutating func flush() {
        assert(next <= last, "more bits than the loop said")
        next.storeBytes(of: bits.littleEndian, as: UInt64.self)
        next += held &>> 3
        bits &>>= UInt64(truncatingIfNeeded: held & ~7)
        held &= 7
    }
}
