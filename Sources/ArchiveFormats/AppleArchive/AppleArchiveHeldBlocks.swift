internal import Synchronization

/// Blocks of an Apple Archive as they were unpacked last.
///
/// A block of Apple's holds hundreds of small files; without this, each of them would have it unpacked from its start.
/// Few blocks are held, none of more than `mostBytes`, and whoever wants one that is just being unpacked waits for it.
final class AppleArchiveHeldBlocks: Sendable {
    /// What came of unpacking a block: its fault is held too.
    private struct Held {
        let index: Int
        let content: Result<[UInt8], StreamFault>
    }

    /// What a block may unpack to for being held; twice the size of Apple's.
    static let mostBytes: UInt64 = 8 << 20

    /// Each for the blocks of every fourth index, so that neighbours are unpacked at the same time.
    private let places: [Place] = (0..<4).map { _ in Place() }

    private final class Place: Sendable {
        let held = Mutex<Held?>(nil)
    }

    /// What a block holds, unpacked by `unpack` where it is not held.
    func content(
        of index: Int, _ unpack: () throws(StreamFault) -> [UInt8]
    ) throws(StreamFault) -> [UInt8] {
        let content = places[index % places.count].held.withLock { held in
            if let held, held.index == index { return held.content }
            // Before, so that no two are in memory.
            held = nil
            let content = Result { () throws(StreamFault) in try unpack() }
            held = Held(index: index, content: content)
            return content
        }
        return try content.get()
    }
}
