import ArchiveFormats
import Synchronization
import TestSupport
import Testing

@testable import Packaging

@Suite struct AheadStreamTests {
    /// Gives bytes in pieces of uneven size, and then ends or fails.
    private final class Uneven: ByteStream {
        private var left: ArraySlice<UInt8>
        private let fault: StreamFault?
        private var turn = 0

        init(_ bytes: [UInt8], fault: StreamFault?) {
            left = bytes[...]
            self.fault = fault
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
            turn += 1
            let part = left.prefix(min(buffer.count, turn * 7919 % 90_001 + 1))
            if part.isEmpty, let fault { throw fault }
            buffer.copyBytes(from: part)
            left = left.dropFirst(part.count)
            return part.count
        }
    }

    private static func readAll(_ stream: AheadStream, by size: Int) -> (bytes: [UInt8], fault: StreamFault?) {
        var bytes: [UInt8] = []
        while true {
            do throws(StreamFault) {
                let part = try stream.bytes(size)
                if part.isEmpty { return (bytes, nil) }
                bytes += part
            } catch {
                return (bytes, error)
            }
        }
    }

    @Test(arguments: [0, 1, 128 * 1024 - 1, 128 * 1024, 128 * 1024 + 1, 1_000_003], [1009, 300_000])
    func `what is read ahead is what is there`(count: Int, size: Int) throws {
        var random = TestRandom(seed: UInt64(count))
        let bytes = random.bytes(count)
        let stream = try AheadStream { Uneven(bytes, fault: nil) }
        let read = Self.readAll(stream, by: size)
        #expect(read.bytes == bytes && read.fault == nil)
        #expect(try stream.bytes(1) == [])
    }

    @Test(arguments: [0, 5, 128 * 1024, 700_001])
    func `a fault comes behind the bytes before it, and again`(count: Int) throws {
        var random = TestRandom(seed: UInt64(count))
        let bytes = random.bytes(count)
        let fault = StreamFault(.damaged, "its bytes are wrong")
        let stream = try AheadStream { Uneven(bytes, fault: fault) }
        // One byte at a time at the end, since a longer reading that fails gives nothing.
        let before = try stream.bytes(max(0, count - 3))
        let read = Self.readAll(stream, by: 1)
        #expect(before + read.bytes == bytes && read.fault == fault)
        #expect(Self.readAll(stream, by: 1).fault == fault)
    }

    @Test func `a stream that can't be made is a fault of its first bytes`() throws {
        let fault = StreamFault(.unsupported, "it is no such stream")
        let stream = try AheadStream { () throws(StreamFault) in throw fault }
        #expect(throws: fault) { try stream.bytes(1) }
    }

    @Test func `one that nobody reads to its end lets its thread end`() throws {
        final class Endless: ByteStream {
            let isAlive: Flag
            init(_ isAlive: Flag) { self.isAlive = isAlive }
            deinit { _ = isAlive.take() }
            func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { buffer.count }
        }
        for count in [0, 1, 1_000_000] {
            let isAlive = Flag()
            do {
                let stream = try AheadStream { Endless(isAlive) }
                #expect(try stream.bytes(count).count == count)
            }
            // The stream joined its thread, which held the endless one.
            #expect(!isAlive.take(), "\(count)")
        }
    }
}
