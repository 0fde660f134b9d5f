import Testing

@testable import ArchiveFormats

@Suite struct BitWriterTests {
    private func written(_ capacity: Int, _ write: (inout BitWriter) -> Void) -> [UInt8]? {
        // Four bytes more, which the writer must not touch.
        var memory = [UInt8](repeating: 0xAA, count: capacity + 4)
        let count = memory.withUnsafeMutableBytes { memory in
            var writer = BitWriter(UnsafeMutableRawBufferPointer(rebasing: memory[..<capacity]))
            write(&writer)
            return writer.finish()
        }
        #expect(memory[capacity...].elementsEqual([0xAA, 0xAA, 0xAA, 0xAA]))
        return count.map { Array(memory[..<$0]) }
    }

    @Test func `the first bit is the lowest of the first byte`() {
        let bytes = written(8) { writer in
            writer.add(1, 1)
            writer.add(0b10, 2)
            writer.add(0b10110, 5)
            writer.add(0b11, 2)
        }
        #expect(bytes == [0b1011_0101, 0b11])
    }

    @Test func `nothing written is no byte`() {
        #expect(written(0) { _ in } == [])
    }

    @Test(arguments: 0...24)
    func `bits that fit exactly are written, and one more byte is refused`(count: Int) {
        let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 1) }
        func write(_ writer: inout BitWriter) {
            for byte in expected {
                writer.add(UInt64(byte & 7), 3)
                writer.flush()
                writer.add(UInt64(byte >> 3), 5)
                writer.flush()
            }
        }
        #expect(written(count, write) == expected)
        #expect(written(count + 9, write) == expected)
        if count > 0 { #expect(written(count - 1, write) == nil) }
    }

    @Test(arguments: 1...BitWriter.mostBits)
    func `values of any width come out in order`(width: Int) {
        let pattern: UInt64 = 0x9E37_79B9_7F4A_7C15 >> UInt64(64 - width)
        let bytes = written(width * 2 + 8) { writer in
            for _ in 0..<16 {
                writer.add(pattern, width)
                writer.flush()
            }
        }
        var bits: [Bool] = []
        for _ in 0..<16 { for bit in 0..<width { bits.append(pattern >> UInt64(bit) & 1 == 1) } }
        #expect(bytes == bytesOf(bits))
    }

    private func bytesOf(_ bits: [Bool]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (place, bit) in bits.enumerated() where bit { bytes[place / 8] |= 1 << UInt8(place % 8) }
        return bytes
    }

    @Test func `bytes follow on a byte boundary`() {
        let fitting = written(5) { writer in
            writer.add(1, 3)
            writer.alignToByte()
            ([7, 8, 9] as [UInt8]).withUnsafeBytes { writer.append($0) }
            writer.add(2, 2)
        }
        #expect(fitting == [1, 7, 8, 9, 2])
        let tooMany = written(3) { writer in
            writer.alignToByte()
            ([7, 8, 9, 10] as [UInt8]).withUnsafeBytes { writer.append($0) }
        }
        #expect(tooMany == nil)
    }

    @Test func `the bits are counted`() {
        _ = written(16) { writer in
            writer.add(0, 3)
            #expect(writer.bitCount == 3)
            writer.flush()
            writer.add(5, 13)
            #expect(writer.bitCount == 16)
            writer.flush()
            #expect(writer.bitCount == 16)
        }
    }
}
