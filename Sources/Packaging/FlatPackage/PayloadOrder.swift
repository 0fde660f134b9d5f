internal import ContentModel

/// The order of a payload: a folder before what is in it, and the names in a folder as Apple's tools found them on a
/// case-insensitive disk.
enum PayloadOrder {
    /// Whether one path comes before another.
    ///
    /// Names are compared with the letters A to Z as small ones, so `_` comes before `a`; where that makes them equal, as
    /// they are. Other letters count as their bytes, since tables of Unicode change.
    static func precedes(_ left: ContentPath, _ right: ContentPath) -> Bool {
        left.bytes.withUnsafeBufferPointer { left in
            right.bytes.withUnsafeBufferPointer { right in
                let count = min(left.count, right.count)
                var start = 0
                var index = 0
                while index < count, left[index] == right[index] {
                    if left[index] == UInt8(ascii: "/") { start = index + 1 }
                    index += 1
                }
                return namePrecedes(name(left, from: start), name(right, from: start))
                    ?? (left.count < right.count)
            }
        }
    }

    /// The part of a path that begins at `start`.
    private static func name(_ path: UnsafeBufferPointer<UInt8>, from start: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        path[start...].prefix { $0 != UInt8(ascii: "/") }
    }

    /// `nil` where the names are equal: then one path is the start of the other.
    private static func namePrecedes(
        _ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool? {
        for (left, right) in zip(left, right) {
            let (left, right) = (folded(left), folded(right))
            if left != right { return left < right }
        }
        if left.count != right.count { return left.count < right.count }
        for (left, right) in zip(left, right) where left != right { return left < right }
        return nil
    }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
