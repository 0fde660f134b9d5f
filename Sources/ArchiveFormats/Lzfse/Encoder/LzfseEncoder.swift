/// Packs bytes as LZFSE streams.
///
/// The bytes that it makes depend on the input alone: not on the machine, nor on what the encoder did before. One thread
/// at a time may use it. Memory is 2 MiB, apart from input and output.
package final class LzfseEncoder {
    private var finder = LzfseMatchFinder()
    private var block = LzfseBlock()
    private let writer = LzfseBlockWriter()
    /// Where the bytes of the block begin that is being made.
    private var blockStart = 0

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
        let end = LzfseFormat.endMagic
        let start = output.count
        var place = 0
        while place < input.count {
            let piece = input[place...].prefix(LzfseMatchFinder.largest)
            guard pack(UnsafeRawBufferPointer(rebasing: piece), into: &output, room: start, limit - end.count) else {
                return false
            }
            place += piece.count
        }
        output += end
        return output.count - start < limit
    }

    /// Packs a piece as blocks.
    private func pack(
        _ piece: UnsafeRawBufferPointer, into output: inout [UInt8], room start: Int, _ limit: Int
    ) -> Bool {
        guard let bytes = piece.assumingMemoryBound(to: UInt8.self).baseAddress else { return true }
        finder.begin(bytes, count: piece.count)
        block.clear()
        blockStart = 0
        var parser = LzfseParser()
        while true {
            let isDone = parser.parse(bytes, finder, &block)
            let raw = UnsafeRawBufferPointer(rebasing: piece[blockStart..<parser.runStart])
            write(raw, into: &output)
            blockStart = parser.runStart
            block.clear()
            if output.count - start >= limit { return false }
            if isDone { return true }
        }
    }

    /// Writes the block, packed or as it is, whichever is smaller.
    private func write(_ raw: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        if raw.isEmpty { return }
        let packed = writer.pack(&block, rawCount: raw.count)
        if packed.count < raw.count + 8 {
            output.append(contentsOf: packed)
        } else {
            output += LzfseFormat.rawMagic
            output.append(littleEndian: UInt32(raw.count))
            output.append(contentsOf: raw)
        }
    }
}
