import TestSupport

extension TestRandom {
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
