/// Why a deflate stream can't be unpacked.
enum InflatingFault: Error, Hashable {
    /// The bytes end before the stream does.
    case truncated
    /// This is no deflate stream.
    case damaged
    /// The bytes can't be had.
    case unreadable(StreamFault)
}

/// Unpacks raw deflate (RFC 1951) as it is read.
///
/// It takes half the time of zlib, which unpacks into whatever buffer it is given, and is as fast as libdeflate, which
/// needs all of a stream in memory, and of what comes of it: here matches are copied within one buffer that is large
/// enough for long runs. What is a stream and what is none is judged as zlib does.
///
/// Memory is 320 KiB, whatever the stream says.
final class Inflater {
    private enum State {
        case head
        case stored(left: Int)
        case symbols
        case ended
    }

    private var table = InflatingTable()
    /// The last 32 KiB of what was given, then what comes, and a margin.
    private let window: UnsafeMutableRawBufferPointer
    /// Of the window: where what is known begins, what was not given yet, and what was not written yet.
    private var history = chunkStart
    private var next = chunkStart
    private var end = chunkStart
    /// Bits of a byte that was begun.
    private var bits: UInt64 = 0
    private var bitCount = 0
    private var state = State.head
    private var isLastBlock = false
    private var fault: InflatingFault?

    private static let chunkStart = Deflate.windowSize
    private static let chunkSize = 256 * 1024
    private static let windowSize = chunkStart + chunkSize + InflatingLoop.outputMargin

    init() {
        window = .allocate(byteCount: Self.windowSize, alignment: 64)
    }

    deinit { window.deallocate() }

    /// Begins another stream.
    func reset() {
        (history, next, end) = (Self.chunkStart, Self.chunkStart, Self.chunkStart)
        (bits, bitCount, state, isLastBlock, fault) = (0, 0, .head, false, nil)
    }

    /// Unpacks the next bytes into `buffer`.
    ///
    /// Bytes of `input` are taken as they are needed; behind the last that is given, it stands behind the stream.
    /// - Returns: how many bytes came; 0 at the end only, where `buffer` is not empty.
    /// - Throws: a fault in place of the last bytes before it, which are most likely wrong.
    func read(into buffer: UnsafeMutableRawBufferPointer, from input: BufferedBytes) throws(InflatingFault) -> Int {
        if let fault { throw fault }
        if next == end, !buffer.isEmpty {
            do throws(InflatingFault) { try unpackChunk(of: input) } catch {
                fault = error
                throw error
            }
        }
        let count = min(buffer.count, end - next)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[next..<next + count]))
        next += count
        return count
    }

    /// Unpacks until the window is full or the stream ends.
    private func unpackChunk(of input: BufferedBytes) throws(InflatingFault) {
        slide()
        while end < Self.chunkStart + Self.chunkSize {
            switch state {
            case .head: try readHead(of: input)
            case .stored(let left): try copyStored(left, of: input)
            case .symbols: try unpackSymbols(of: input)
            case .ended: return
            }
        }
    }

    /// Moves what a match may lie in to before the place where the next bytes go.
    private func slide() {
        let known = min(end - history, Deflate.windowSize)
        let target = UnsafeMutableRawBufferPointer(rebasing: window[Self.chunkStart - known..<Self.chunkStart])
        // `memmove`: the two may overlap.
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[end - known..<end]))
        (history, next, end) = (Self.chunkStart - known, Self.chunkStart, Self.chunkStart)
    }

    // MARK: Blocks

    private func readHead(of input: BufferedBytes) throws(InflatingFault) {
        if isLastBlock {
            state = .ended
            return
        }
        try withBits(of: input, atLeast: InflatingHead.longest) { bits throws(InflatingFault) in
            let isLast = bits.take(1) == 1
            let kind = bits.take(2)
            if bits.isOverdrawn { throw .truncated }
            switch kind {
            case 0:
                bits.alignToByte()
                let (length, complement) = (bits.take(16), bits.take(16))
                if bits.isOverdrawn { throw .truncated }
                guard length == ~complement & 0xFFFF else { throw .damaged }
                state = .stored(left: length)
            case 1:
                table.fillFixed()
                state = .symbols
            case 2:
                try InflatingHead.read(&bits, into: &table)
                state = .symbols
            default: throw .damaged
            }
            isLastBlock = isLast
        }
    }

    private func copyStored(_ left: Int, of input: BufferedBytes) throws(InflatingFault) {
        guard left > 0 else {
            state = .head
            return
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: window[end..<Self.chunkStart + Self.chunkSize])
        let count = try Self.reading { () throws(StreamFault) in
            try input.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<min(left, target.count)]))
        }
        if count == 0 { throw .truncated }
        end += count
        state = .stored(left: left - count)
    }

    private func unpackSymbols(of input: BufferedBytes) throws(InflatingFault) {
        let bytes = try Self.reading { () throws(StreamFault) in try input.next(atLeast: InflatingLoop.inputMargin) }
        guard bytes.count >= InflatingLoop.inputMargin, let start = bytes.baseAddress, let base = window.baseAddress
        else {
            return try unpackOneSymbol(of: input)
        }
        var loop = InflatingLoop(
            input: start, bits: bits, bitCount: bitCount, output: base + end, history: base + history)
        let stop = loop.run(table, inputEnd: start + bytes.count, outputEnd: base + Self.windowSize)
        input.consume(loop.input - start)
        (bits, bitCount, end) = (loop.bits, loop.bitCount, loop.output - base)
        switch stop {
        case .margin: break
        case .endOfBlock: state = .head
        case .damaged: throw .damaged
        }
    }

    /// Unpacks a symbol near the end of the input, where the loop would read beyond it.
    private func unpackOneSymbol(of input: BufferedBytes) throws(InflatingFault) {
        try withBits(of: input, atLeast: InflatingLoop.inputMargin) { bits throws(InflatingFault) in
            let entry = Self.symbol(&bits, table.literals, InflatingTable.literalBits)
            if bits.isOverdrawn { throw .truncated }
            if entry & InflatingEntry.isLiteral != 0 {
                window[end] = UInt8(truncatingIfNeeded: entry >> 16)
                end += 1
                return
            }
            guard entry & InflatingEntry.isException == 0 else {
                guard entry >> 16 != 0 else { throw .damaged }
                state = .head
                return
            }
            let length = Int(entry >> 16) + Self.extra(&bits, entry)
            let offsetEntry = Self.symbol(&bits, table.offsets, InflatingTable.offsetBits)
            if bits.isOverdrawn { throw .truncated }
            guard offsetEntry & InflatingEntry.isException == 0 else { throw .damaged }
            let offset = Int(offsetEntry >> 16) + Self.extra(&bits, offsetEntry)
            if bits.isOverdrawn { throw .truncated }
            guard offset <= end - history else { throw .damaged }
            for _ in 0..<length {
                window[end] = window[end - offset]
                end += 1
            }
        }
    }

    /// Looks a symbol up, and passes over its code.
    private static func symbol(
        _ bits: inout InflatingBits, _ table: UnsafePointer<UInt32>, _ indexBits: Int
    ) -> UInt32 {
        var entry = table[Int(bits.next & (1 << UInt64(indexBits) - 1))]
        if entry & InflatingEntry.isException != 0, entry & InflatingEntry.isStop == 0 {
            bits.skip(indexBits)
            entry = table[Int(entry >> 16) + Int(bits.next & (1 << UInt64(entry >> 8 & 0x3F) - 1))]
        }
        bits.skip(Int(entry >> 8 & 0x3F))
        return entry
    }

    /// Takes the bits behind a code.
    private static func extra(_ bits: inout InflatingBits, _ entry: UInt32) -> Int {
        bits.take(Int(entry & 0xFF) - Int(entry >> 8 & 0x3F))
    }

    // MARK: Bits

    /// Reads bits of the input, from the one that comes next on; so many bytes of them, or as many as there are.
    private func withBits(
        of input: BufferedBytes, atLeast count: Int, _ body: (inout InflatingBits) throws(InflatingFault) -> Void
    ) throws(InflatingFault) {
        let bytes = try Self.reading { () throws(StreamFault) in try input.next(atLeast: count) }
        var reader = InflatingBits(begun: bits, count: bitCount, bytes)
        try body(&reader)
        let rest = reader.rest
        input.consume(rest.bytes)
        (bits, bitCount) = (rest.bits, rest.count)
    }

    private static func reading<Value>(
        _ body: () throws(StreamFault) -> Value
    ) throws(InflatingFault) -> Value {
        do throws(StreamFault) { return try body() } catch { throw .unreadable(error) }
    }
}
