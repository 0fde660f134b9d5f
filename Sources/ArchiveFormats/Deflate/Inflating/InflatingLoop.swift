/// The loop in which nearly all the time of unpacking goes: symbols of a block in, bytes out.
///
/// The memory is not checked access by access. What keeps each within its bounds is said beside it, and rests on these:
///
/// - A round begins only where `roundInput` bytes can be read from `input` on. It reads 8 bytes at a time and twice goes
///   on, by 7 bytes at most.
/// - A round begins only where `outputMargin` bytes can be written from `output` on. It writes at most four literals and a
///   match of 258 bytes, and 32 bytes beyond that, which the next symbols overwrite.
/// - An index into a table has as many bits as the table is indexed by (see `InflatingTable`).
/// - A match lies in what was written, and not before `history`.
struct InflatingLoop {
    /// The next byte to be read.
    var input: UnsafeRawPointer
    /// Bits that were read and not used, the next one lowest; at most 7 between two runs, and zeros above them.
    var bits: UInt64
    var bitCount: Int
    /// Where the next byte is to be written.
    var output: UnsafeMutableRawPointer
    /// The first byte that a match may lie at.
    let history: UnsafeMutableRawPointer

    private static let roundInput = 16
    /// How many bytes there must be for a run to get anywhere: what a round takes, and what is read before the first.
    static let inputMargin = roundInput + 8
    static let outputMargin = 4 + 258 + 32

    /// Why a run ended.
    enum Stop {
        /// There is too little to read, or to write to.
        case margin
        /// The block ended.
        case endOfBlock
        /// The next bits are no symbol, or a match lies before all bytes.
        case damaged
    }

    /// Unpacks symbols of a block.
    /// - Parameters:
    ///   - inputEnd: Where the memory that can be read ends.
    ///   - outputEnd: Where the memory that can be written to ends.
    mutating func run(
        _ table: borrowing InflatingTable, inputEnd: UnsafeRawPointer, outputEnd: UnsafeMutableRawPointer
    ) -> Stop {
        guard inputEnd - input >= Self.inputMargin, outputEnd - output >= Self.outputMargin else { return .margin }
        let lastInput = inputEnd - Self.roundInput
        let lastOutput = outputEnd - Self.outputMargin
        let (literals, offsets) = (table.literals, table.offsets)
        let literalMask: UInt64 = 1 << UInt64(InflatingTable.literalBits) - 1
        let offsetMask: UInt64 = 1 << UInt64(InflatingTable.offsetBits) - 1
        // Kept apart from `self`, whose fields would be in memory.
        var (input, bits, output) = (input, bits, output)
        // Only the lowest byte counts: what is taken off are whole entries.
        var left = UInt64(bitCount)
        var stop = Stop.margin

        // Fills up to 56 bits or more. The bits above `left` are those of the next byte already, or 0.
        @inline(__always) func refill() {
            bits |= UInt64(littleEndian: input.loadUnaligned(as: UInt64.self)) &<< left
            input += 7 &- Int(truncatingIfNeeded: left &>> 3 & 7)
            left |= 56
        }
        @inline(__always) func skip(_ entry: UInt32) {
            // Shifts take the lowest six bits of the entry, of which the skipped bits have no more than five.
            bits &>>= UInt64(entry)
            left &-= UInt64(entry)
        }

        refill()
        var entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
        rounds: while input <= lastInput, output <= lastOutput {
            // There are 56 bits. Symbols of the first table take at most 11 each.
            var before = bits
            skip(entry)
            if Int32(bitPattern: entry) < 0 {
                output.storeBytes(of: UInt8(truncatingIfNeeded: entry &>> 16), as: UInt8.self)
                entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
                before = bits
                skip(entry)
                if Int32(bitPattern: entry) < 0 {
                    output.storeBytes(of: UInt8(truncatingIfNeeded: entry &>> 16), toByteOffset: 1, as: UInt8.self)
                    entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
                    before = bits
                    skip(entry)
                    if Int32(bitPattern: entry) < 0 {
                        output.storeBytes(of: UInt8(truncatingIfNeeded: entry &>> 16), toByteOffset: 2, as: UInt8.self)
                        output += 3
                        // 23 bits are left at least, so this is the next symbol, whatever is read now.
                        entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
                        refill()
                        continue
                    }
                    output += 1
                }
                output += 1
            }
            if entry & InflatingEntry.isException != 0 {
                if entry & InflatingEntry.isStop == 0 {
                    let mask: UInt64 = 1 &<< UInt64(entry &>> 8 & 0x3F) &- 1
                    entry = literals[Int(entry &>> 16) &+ Int(truncatingIfNeeded: bits & mask)]
                    before = bits
                    skip(entry)
                    if Int32(bitPattern: entry) < 0 {
                        output.storeBytes(of: UInt8(truncatingIfNeeded: entry &>> 16), as: UInt8.self)
                        output += 1
                        refill()
                        entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
                        continue
                    }
                }
                if entry & InflatingEntry.isException != 0 {
                    stop = entry &>> 16 == 0 ? .damaged : .endOfBlock
                    break rounds
                }
            }
            let length = Int(entry &>> 16) &+ Self.extra(before, entry)

            refill()
            entry = offsets[Int(truncatingIfNeeded: bits & offsetMask)]
            if entry & InflatingEntry.isException != 0 {
                if entry & InflatingEntry.isStop == 0 {
                    skip(UInt32(InflatingTable.offsetBits))
                    let mask: UInt64 = 1 &<< UInt64(entry &>> 8 & 0x3F) &- 1
                    entry = offsets[Int(entry &>> 16) &+ Int(truncatingIfNeeded: bits & mask)]
                }
                if entry & InflatingEntry.isException != 0 {
                    stop = .damaged
                    break rounds
                }
            }
            before = bits
            skip(entry)
            let offset = Int(entry &>> 16) &+ Self.extra(before, entry)
            guard offset <= output - history else {
                stop = .damaged
                break rounds
            }
            // At most 28 of 56 bits are used, so this is the next symbol. Looking it up takes time that copying needs not
            // wait for.
            entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
            refill()
            Self.copy(to: output, from: offset, count: length)
            output += length
        }
        // What was read and not used goes back, but for bits of a byte that was begun.
        let unused = left & 0xFF
        self.input = input - Int(unused &>> 3)
        bitCount = Int(unused & 7)
        self.bits = bits & (1 << (unused & 7) - 1)
        self.output = output
        return stop
    }

    /// What the bits behind a code add.
    @inline(__always)
    private static func extra(_ bits: UInt64, _ entry: UInt32) -> Int {
        let mask: UInt64 = 1 &<< UInt64(entry & 0x3F) &- 1
        return Int(truncatingIfNeeded: (bits & mask) &>> UInt64(entry &>> 8 & 0x3F))
    }

    /// Copies a match, which may overlap with what is written. Up to 32 bytes more are written.
    @inline(__always)
    static func copy(to output: UnsafeMutableRawPointer, from offset: Int, count: Int) {
        var source = UnsafeRawPointer(output - offset)
        var target = output
        let end = output + count
        if offset >= 16 {
            repeat {
                target.storeBytes(of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
                source += 16
                target += 16
            } while target < end
        } else if offset >= 8 {
            repeat {
                target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
                source += 8
                target += 8
            } while target < end
        } else if offset == 1 {
            let bytes = SIMD16<UInt8>(repeating: source.load(as: UInt8.self))
            repeat {
                target.storeBytes(of: bytes, as: SIMD16<UInt8>.self)
                target += 16
            } while target < end
        } else {
            // Eight bytes are copied of which `offset` are right, and the next eight stand where the first wrong one is.
            repeat {
                target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
                source += offset
                target += offset
            } while target < end
        }
    }
}
