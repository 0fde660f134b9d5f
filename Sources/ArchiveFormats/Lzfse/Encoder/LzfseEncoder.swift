/// Packs bytes as LZFSE streams.
///
/// The bytes that it makes depend on the input alone: not on the machine, nor on what the encoder did before. One thread
/// at a time may use it. Memory is 2 MiB, apart from input and output.
package final class LzfseEncoder {
    private var finder = LzfseMatchFinder()
    private var block = LzfseBlock()
    private let writer = LzfseBlockWriter()
    private lazy var small = LzvnEncoder()

    package init() {}

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
        let stored = raw.count + 8
        if let codes, codes.count + 12 < min(packed.count, stored) {
            output += LzfseFormat.lzvnMagic
            output.append(littleEndian: UInt32(raw.count))
            output.append(littleEndian: UInt32(codes.count))
            output += codes
        } else if packed.count < stored {
            output.append(contentsOf: packed)
        } else {
            output += LzfseFormat.rawMagic
            output.append(littleEndian: UInt32(raw.count))
            output.append(contentsOf: raw)
        }
    }
}
