import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArchiveFormats

/// Blocks that are unpacked for one content, and held for the next.
@Suite struct AppleArchiveHeldBlocksTests {
    private typealias Raw = RawAppleArchive

    private static func zlibPacked(_ bytes: [UInt8]) throws -> [UInt8]? { ZlibStream.deflated(bytes) }

    @Test func `a block that several contents lie in is unpacked once`() throws {
        try withTemporaryFolder { folder in
            let contents = (0..<40).map { Raw.words(200, seed: $0) }
            let stream = contents.enumerated().flatMap { Raw.file("\($0)", $1) }
            let path = try folder.write("sample.aar", try Raw.packed("z", stream, size: 2500, Self.zlibPacked))
            let file = try AppleArchiveFile(ReadableFile(path))
            #expect(file.blockCount == 4 && file.storedBlockCount == 0)
            let entries = try file.allEntries()
            #expect(try file.content(entries[1]) == contents[1])
            // What was unpacked is there still when the file is not.
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            try handle.truncate(atOffset: 0)
            for index in [9, 3, 0, 1] { #expect(try file.content(entries[index]) == contents[index]) }
            #expect(throws: StreamFault.self) { try file.content(entries[20]) }
        }
    }

    @Test func `contents are read from many threads at once`() throws {
        let contents = (0..<200).map { Raw.words(150, seed: $0) }
        let stream = contents.enumerated().flatMap { Raw.file("\($0)", $1) }
        let file = try AppleArchiveFile.open(try Raw.packed("z", stream, size: 1000, Self.zlibPacked))
        let entries = try file.allEntries()
        let wrong = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: entries.count) { index in
            // Neighbours in the order of chance, so that blocks come and go.
            let place = index * 77 % entries.count
            if (try? file.content(entries[place])) != contents[place] { wrong.withLock { $0.append(place) } }
        }
        #expect(wrong.withLock { $0 } == [])
    }

    @Test func `the fault of a block is told to all who want it`() throws {
        let stream = (0..<10).flatMap { Raw.file("\($0)", Raw.words(150)) }
        var bytes = try Raw.packed("z", stream, size: stream.count, Self.zlibPacked)
        bytes[bytes.count - 1] ^= 1
        let file = try AppleArchiveFile.open(bytes)
        let fault = StreamFault(
            .damaged, "the block at its byte 12 can't be unpacked: its compressed bytes are damaged")
        for start in [30, 500, 0] {
            #expect(throws: fault) { try file.stream(UInt64(start)..<UInt64(start + 10)).all() }
        }
    }

    @Test func `a block too large to be held is read from any byte on all the same`() throws {
        let content = Raw.words(1000) + [UInt8](repeating: 7, count: 9 << 20) + Raw.words(1000, seed: 2)
        let stream = Raw.file("a", content) + Raw.file("b", [1, 2])
        let file = try AppleArchiveFile.open(try Raw.packed("z", stream, size: stream.count, Self.zlibPacked))
        #expect(file.unpackedSize > AppleArchiveHeldBlocks.mostBytes)
        let entries = try file.allEntries()
        #expect(try file.content(entries[1]) == [1, 2])
        let end = UInt64(26 + content.count)
        #expect(try file.stream(end - 1000..<end).all() == Raw.words(1000, seed: 2))
        #expect(try file.stream(26..<1026).all() == Raw.words(1000))
    }
}
