/// Packs bytes as LZFSE streams.
///
/// The bytes that it makes depend on the input alone: not on the machine, nor on what the encoder did before. One thread
/// at a time may use it. Memory is 1.3 MiB, apart from input and output.
package final class LzfseEncoder {
    private let memory: UnsafeMutableRawPointer
    private var finder: LzfseMatchFinder
    private var block = LzfseBlock()
    private let writer = LzfseBlockWriter()
    private lazy var small = LzvnEncoder()
    /// Where the last block has its count, and what that is, if it is one that is stored.
    private var stored: (place: Int, count: Int)?

    package init() {
        memory = .allocate(byteCount: LzfseMatchFinder.byteCount, alignment: 64)
        finder = LzfseMatchFinder(in: memory)
    }

    deinit { memory.deallocate() }

    /// Packs bytes as one complete stream, and appends it.
    package func encode(_ input: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        _ = encode(input, into: &output, limit: .max)
    }

    /// Packs bytes as one complete stream.
    /// - Parameter limit: How large the stream may not be.
    /// - Returns: the stream; `nil` as soon as it would have `limit` bytes or more.
    package func encode(_ input: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        var output: [UInt8] = []
        return encode(input, into: &output, limit: limit) ? output : nil
    }

    private func encode(_ input: UnsafeRawBufferPointer, into output: inout [UInt8], limit: Int) -> Bool {
        let start = output.count
        stored = nil
        // A stream that would be too large is not a matter of overflow: there is none of `Int.max` bytes.
        let most = max(limit - LzfseFormat.endMagic.count, 0)
        var place = 0
        while place < input.count {
            let piece = UnsafeRawBufferPointer(rebasing: input[place...].prefix(LzfseMatchFinder.largest))
            guard pack(piece, into: &output, from: start, most) else { return false }
            place += piece.count
        }
        output += LzfseFormat.endMagic
        return output.count - start < limit
    }

    /// Packs a piece as blocks.
    /// - Parameters:
    ///   - start: Where the stream begins in the output.
    ///   - most: How large the stream may not be up to here.
    /// - Returns: whether it is smaller.
    private func pack(
        _ piece: UnsafeRawBufferPointer, into output: inout [UInt8], from start: Int, _ most: Int
    ) -> Bool {
        guard let bytes = piece.assumingMemoryBound(to: UInt8.self).baseAddress else { return true }
        finder.begin(bytes, count: piece.count)
        block.clear()
        var parser = LzfseParser(piece)
        var blockStart = 0
        var isDone = false
        while !isDone {
            isDone = parser.parse(bytes, finder, &block)
            let raw = UnsafeRawBufferPointer(rebasing: piece[blockStart..<parser.runStart])
            if !raw.isEmpty { write(raw, into: &output) }
            if output.count - start >= most { return false }
            parser.literalCost = writer.literalCost
            blockStart = parser.runStart
            block.clear()
        }
        return true
    }

    /// Writes the block in the way that takes the fewest bytes.
    private func write(_ raw: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        let packed = writer.pack(&block, rawCount: raw.count)
        // The tables of a block take too much of a small one.
        let codes = raw.count <= LzvnEncoder.largest ? small.encode(raw) : nil
        // Behind a block that is stored, one more that is takes no head.
        let most = stored == nil ? raw.count + 8 : raw.count
        if let codes, codes.count + 12 < min(packed.count, most) {
            output += LzfseFormat.lzvnMagic
            output.append(littleEndian: UInt32(raw.count))
            output.append(littleEndian: UInt32(codes.count))
            output += codes
        } else if packed.count < most {
            output.append(contentsOf: packed)
        } else {
            writeStored(raw, into: &output)
            return
        }
        stored = nil
    }

    /// Writes a block as it is. Where the one before is, too, it grows, as far as a reader that takes its count for a signed
    /// number understands.
    private func writeStored(_ raw: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        if let before = stored, before.count + raw.count <= Int32.max {
            let count = UInt32(before.count + raw.count)
            for index in 0..<4 { output[before.place + index] = UInt8(truncatingIfNeeded: count >> UInt32(8 * index)) }
            stored = (before.place, Int(count))
        } else {
            output += LzfseFormat.rawMagic
            stored = (output.count, raw.count)
            output.append(littleEndian: UInt32(raw.count))
        }
        output.append(contentsOf: raw)
    }
}
