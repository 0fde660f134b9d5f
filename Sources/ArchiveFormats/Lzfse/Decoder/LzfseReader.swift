/// What is in an LZFSE stream, unpacked as it is read.
///
/// The stream ends with its end block; what follows is left alone. Each block is held to what it says of itself: how many
/// bytes it unpacks to, and how many packed bytes it has. There is no checksum, so some damage makes other bytes.
///
/// Memory is 1.3 MiB, whatever the stream says.
package final class LzfseReader: ByteStream {
    private enum State {
        case head
        case raw(left: Int)
        case lzvn(LzvnLoop, left: Int)
        case packed
        case ended
    }

    private let input: BufferedBytes
    private let decoder = LzfseBlockDecoder()
    /// The bytes that a match may lie in, then what comes, and a margin.
    private let window: UnsafeMutableRawBufferPointer
    /// Of the window: where what is known begins, what was not given yet, and what was not written yet.
    private var history = chunkStart
    private var next = chunkStart
    private var end = chunkStart
    private var state = State.head
    /// How many bytes are to come of the block.
    private var rawLeft = 0
    private var fault: StreamFault?

    private static let chunkStart = 256 * 1024
    private static let chunkSize = 768 * 1024
    private static let windowSize = chunkStart + chunkSize + LzfseMatchLoop.outputMargin

    /// Reads from a stream, whose next byte is the first of the first block.
    package init(_ stream: any ByteStream) {
        input = BufferedBytes(stream)
        window = .allocate(byteCount: Self.windowSize, alignment: 64)
    }

    deinit { window.deallocate() }

    /// How many packed bytes were taken: all of the stream, once nothing more comes. More may have been read.
    package var consumed: UInt64 { input.position }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        if let fault { throw fault }
        if next == end, !buffer.isEmpty {
            do throws(StreamFault) { try unpackChunk() } catch {
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
    private func unpackChunk() throws(StreamFault) {
        slide()
        while end < Self.chunkStart + Self.chunkSize {
            switch state {
            case .head: try readHead()
            case .raw(let left): try copyRaw(left)
            case .lzvn(let loop, let left): try unpackLzvn(loop, left)
            case .packed: try unpackPacked()
            case .ended: return
            }
        }
    }

    /// Moves what a match may lie in to before the place where the next bytes go.
    private func slide() {
        let known = min(end - history, Self.chunkStart)
        let target = UnsafeMutableRawBufferPointer(rebasing: window[Self.chunkStart - known..<Self.chunkStart])
        // `memmove`: the two may overlap.
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[end - known..<end]))
        (history, next, end) = (Self.chunkStart - known, Self.chunkStart, Self.chunkStart)
    }

    // MARK: Blocks

    private func readHead() throws(StreamFault) {
        let magic = try input.peek(4)
        switch magic {
        case LzfseFormat.endMagic:
            input.consume(4)
            state = .ended
        case LzfseFormat.rawMagic:
            let head = try header(8)
            rawLeft = Int(LittleEndian.number(head[4..<8]))
            state = .raw(left: rawLeft)
        case LzfseFormat.lzvnMagic:
            let head = try header(12)
            rawLeft = Int(LittleEndian.number(head[4..<8]))
            state = .lzvn(LzvnLoop(), left: Int(LittleEndian.number(head[8..<12])))
        case LzfseFormat.wideMagic:
            try start(LzfseBlockHead(wide: try header(LzfseBlockHead.wideSize)))
        case LzfseFormat.packedMagic:
            let size = try LzfseBlockHead.packedSize(try start(of: LzfseBlockHead.packedSize))
            try start(LzfseBlockHead(packed: try header(size)))
        default:
            guard magic.count == 4 else { throw StreamFault(.truncated, "it breaks off before its end block") }
            guard magic.starts(with: Array("bvx".utf8)) else {
                throw StreamFault(.damaged, "it has something else where a block would begin")
            }
            throw StreamFault(.unsupported, "it has a kind of block that is not known")
        }
    }

    /// The first bytes of a header, so many, without taking them.
    private func start(of count: Int) throws(StreamFault) -> [UInt8] {
        let bytes = try input.peek(count)
        guard bytes.count == count else { throw StreamFault(.truncated, "it breaks off in the header of a block") }
        return bytes
    }

    /// Takes a header of so many bytes.
    private func header(_ count: Int) throws(StreamFault) -> [UInt8] {
        let bytes = try start(of: count)
        input.consume(count)
        return bytes
    }

    private func start(_ head: LzfseBlockHead) throws(StreamFault) {
        try decoder.start(head, of: input)
        rawLeft = head.rawCount
        state = .packed
    }

    private func copyRaw(_ left: Int) throws(StreamFault) {
        guard left > 0 else {
            state = .head
            return
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: window[end..<Self.chunkStart + Self.chunkSize])
        let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<min(left, target.count)]))
        if count == 0 { throw StreamFault(.truncated, "it breaks off within a block") }
        end += count
        state = .raw(left: left - count)
    }

    private func unpackPacked() throws(StreamFault) {
        guard let base = window.baseAddress else { return }
        var output = base + end
        let isDone = try decoder.unpack(
            output: &output, history: base + history, outputEnd: base + Self.windowSize)
        try advance(to: output - base)
        if isDone { try finishBlock() }
    }

    private func unpackLzvn(_ begun: LzvnLoop, _ left: Int) throws(StreamFault) {
        guard let base = window.baseAddress else { return }
        let bytes = try input.next(atLeast: min(left, LzvnLoop.mostInput))
        let given = UnsafeRawBufferPointer(rebasing: bytes.prefix(left))
        var (loop, rest, output) = (begun, given, base + end)
        let stop = loop.run(
            input: &rest, output: &output, history: base + history, outputEnd: base + Self.windowSize)
        let taken = given.count - rest.count
        input.consume(taken)
        state = .lzvn(loop, left: left - taken)
        try advance(to: output - base)
        switch stop {
        case .output: break
        case .end:
            guard left == taken else { throw StreamFault(.damaged, "a block goes on behind its end") }
            try finishBlock()
        case .input:
            guard rest.count < left - taken else {
                throw StreamFault(.damaged, "a block ends within a code, or without the one that ends it")
            }
            if try input.next(atLeast: rest.count + 1).count == rest.count {
                throw StreamFault(.truncated, "it breaks off within a block")
            }
        case .damaged: throw StreamFault(.damaged, "a block's packed bytes contradict themselves")
        }
    }

    private func advance(to place: Int) throws(StreamFault) {
        rawLeft -= place - end
        end = place
        guard rawLeft >= 0 else { throw StreamFault(.damaged, "a block unpacks to more bytes than it says") }
    }

    private func finishBlock() throws(StreamFault) {
        guard rawLeft == 0 else { throw StreamFault(.damaged, "a block unpacks to fewer bytes than it says") }
        state = .head
    }
}
