import Synchronization

/// A flag that can be taken once.
final class Flag: Sendable {
    private let isTaken = Mutex(false)

    /// Whether this call took it.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

/// Numbers that look random and are the same on every run (SplitMix64).
struct TestRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Bytes that do not shrink.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes += $0 } }
        return Array(bytes.prefix(count))
    }

    /// Text that does.
    mutating func text(_ count: Int) -> [UInt8] {
        let words = ["level ", "chunk ", "photo ", "castle ", "knight\n"].map { Array($0.utf8) }
        var text: [UInt8] = []
        text.reserveCapacity(count + 8)
        while text.count < count { text += words[Int(next() % 5)] }
        return Array(text.prefix(count))
    }
}
