internal import ArchiveFormats
internal import Dispatch
import Synchronization

/// A stream that is read on a thread of its own, some hundred kilobytes ahead, so that unpacking it takes no time from
/// whoever uses what is unpacked.
///
/// A fault comes where it would without: behind all the bytes before it.
final class AheadStream: ByteStream {
    /// Makes the stream, on the thread that reads it.
    typealias Making = @Sendable () throws(StreamFault) -> any ByteStream

    private let queue = PieceQueue()
    private let thread: WorkerThreads.Running?
    /// The stream itself, where the system gives no thread.
    private var direct: (any ByteStream)?
    private var piece: [UInt8] = []
    private var position = 0
    private var end: Result<Void, StreamFault>?

    /// Begins to read.
    init(_ make: @escaping Making) throws(StreamFault) {
        let queue = queue
        thread = WorkerThreads.start { queue.fill(from: make) }
        direct = thread == nil ? try make() : nil
    }

    deinit {
        queue.stop()
        thread?.join()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        if let direct { return try direct.read(into: buffer) }
        if position == piece.count, end == nil {
            let next = queue.take(reusing: piece)
            (piece, position, end) = (next.bytes, 0, next.end)
        }
        if position == piece.count, let end { try end.get() }
        let part = piece[position..<min(position + buffer.count, piece.count)]
        buffer.copyBytes(from: part)
        position += part.count
        return part.count
    }
}

/// What the reading thread has ready.
private final class PieceQueue: Sendable {
    /// Some bytes, and how the stream ends behind them, if it does; only then they may be none.
    struct Piece: Sendable {
        let bytes: [UInt8]
        let end: Result<Void, StreamFault>?
    }

    private struct State {
        var ready: [Piece] = []
        var spare: [[UInt8]] = []
        var isStopped = false
    }

    private static let pieceSize = 128 * 1024
    private static let mostReady = 3

    private let state = Mutex(State())
    private let ready = DispatchSemaphore(value: 0)
    // Made empty and filled: one that is let go with less than it began with is a fault to Dispatch.
    private let room = DispatchSemaphore(value: 0)

    init() { for _ in 0..<Self.mostReady { room.signal() } }

    /// Reads to the end, or until nobody wants it.
    func fill(from make: AheadStream.Making) {
        do throws(StreamFault) {
            let stream = try make()
            while true {
                room.wait()
                guard var bytes = state.withLock({ $0.isStopped ? nil : $0.spare.popLast() ?? [] }) else { return }
                if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Self.pieceSize) }
                let (count, end) = Self.fill(&bytes, from: stream)
                if count < bytes.count { bytes.removeLast(bytes.count - count) }
                give(Piece(bytes: bytes, end: end))
                if end != nil { return }
            }
        } catch {
            give(Piece(bytes: [], end: .failure(error)))
        }
    }

    private func give(_ piece: Piece) {
        state.withLock { $0.ready.append(piece) }
        ready.signal()
    }

    /// Waits for the next piece.
    /// - Parameter used: What is no longer needed.
    func take(reusing used: [UInt8]) -> Piece {
        ready.wait()
        let piece = state.withLock { state in
            if used.count == Self.pieceSize { state.spare.append(used) }
            return state.ready.removeFirst()
        }
        room.signal()
        return piece
    }

    /// Lets the thread end.
    func stop() {
        state.withLock { $0.isStopped = true }
        room.signal()
    }

    private static func fill(
        _ bytes: inout [UInt8], from stream: any ByteStream
    ) -> (count: Int, end: Result<Void, StreamFault>?) {
        bytes.withUnsafeMutableBytes { buffer in
            var count = 0
            do throws(StreamFault) {
                while count < buffer.count {
                    let read = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                    if read == 0 { return (count, .success(())) }
                    count += read
                }
                return (count, nil)
            } catch {
                return (count, .failure(error))
            }
        }
    }
}
