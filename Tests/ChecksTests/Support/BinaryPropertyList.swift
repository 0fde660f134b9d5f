/// Binary property lists made by hand, whole and broken.
enum BinaryPropertyList {
    /// A file of these objects, the first of which is the top.
    static func file(_ objects: [[UInt8]], topOffset: Int? = nil) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        if let topOffset { offsets[0] = topOffset }
        let table = bytes.count
        for offset in offsets { bytes += big(offset, width: 2) }
        return bytes + [0, 0, 0, 0, 0, 0, 2, 1] + big(objects.count, width: 8) + big(0, width: 8) + big(table, width: 8)
    }

    /// A dictionary of strings, keys and values in the order given; a key may be repeated.
    static func dictionary(_ entries: [(String, String)]) -> [UInt8] {
        let count = entries.count
        let references = (1...(2 * count)).map(UInt8.init)
        return file([[0xD0 | UInt8(count)] + references] + entries.map { string($0.0) } + entries.map { string($0.1) })
    }

    /// An ASCII string.
    static func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return (bytes.count < 15 ? [0x50 | UInt8(bytes.count)] : [0x5F, 0x10, UInt8(bytes.count)]) + bytes
    }

    private static func big(_ number: Int, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
