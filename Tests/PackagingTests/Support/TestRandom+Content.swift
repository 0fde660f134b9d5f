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

    /// Lines as games keep them, of which a compressor finds much in the lines before.
    mutating func lines(_ count: Int) -> [UInt8] {
        var lines: [UInt8] = []
        while lines.count < count {
            let (x, y) = (next() % 4096, next() % 2160)
            lines += Array("{\"id\": \(next() % 99999), \"x\": \(x).5, \"y\": \(y), \"kind\": \"bird\"},\n".utf8)
        }
        return Array(lines.prefix(count))
    }
}
