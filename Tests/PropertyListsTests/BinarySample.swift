/// Makes binary property lists object by object, right ones and wrong ones.
struct BinarySample {
    var objects: [[UInt8]] = []
    var root = 0
    var referenceSize: UInt8 = 1
    /// Replaces the offsets of single objects.
    var offsets: [Int: UInt64] = [:]
    /// Changes the trailer.
    var patch: (inout [UInt8]) -> Void = { _ in }

    var bytes: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt64] = []
        for (index, object) in objects.enumerated() {
            table.append(offsets[index] ?? UInt64(bytes.count))
            bytes += object
        }
        let tableOffset = bytes.count
        for offset in table { bytes += Self.bigEndian(offset, size: 4) }
        var trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 4, referenceSize]
        for number in [objects.count, root, tableOffset] { trailer += Self.bigEndian(UInt64(number), size: 8) }
        patch(&trailer)
        return bytes + trailer
    }

    static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    static func ascii(_ text: String) -> [UInt8] {
        let count = text.utf8.count
        return (count < 15 ? [0x50 | UInt8(count)] : [0x5F, 0x10, UInt8(count)]) + Array(text.utf8)
    }

    /// A dictionary with a value of each type.
    static var everyType: [UInt8] {
        var values: [[UInt8]] = [
            [0x08], [0x09], [0x10, 0xFF], [0x11, 0xFF, 0xFE], [0x12, 0x80, 0, 0, 0],
            [0x13] + Array(repeating: 0xFF, count: 8),
            [0x14] + Array(repeating: 0, count: 7) + [1] + Array(repeating: 0, count: 8),
            [0x22, 0x3F, 0xC0, 0, 0], [0x23, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0], [0x33, 0x40, 0, 0, 0, 0, 0, 0, 0],
            [0x43, 1, 2, 3], ascii("a rather long string"), [0x62, 0x00, 0xE9, 0x20, 0xAC],
            [0x63, 0xD8, 0x3D, 0xDE, 0x98, 0x00, 0x41], [0x80, 7], [0x81, 1, 0], [0xA0], [0xD0],
        ]
        let count = values.count
        var sample = BinarySample()
        let keys = (0..<count).map { UInt8(1 + $0) }
        sample.objects = [[0xDF, 0x10, UInt8(count)] + keys + (0..<count).map { UInt8(1 + count + $0) }]
        sample.objects += (0..<count).map { ascii("k\($0)") }
        values[16] = [0xA2, 1, 1]
        sample.objects += values
        return sample.bytes
    }
}
