internal import CDeflate
internal import CZlib
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct DeflateEncoderTests {
    private static let efforts = DeflateEncoder.Effort.allCases

    /// Deflates, and checks that nothing is written behind the output.
    private func deflate(
        _ encoder: DeflateEncoder, _ bytes: [UInt8], from start: Int = 0, isLast: Bool = true, room: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> [UInt8]? {
        let room = room ?? bytes.count + bytes.count / 1000 + 64
        var memory = [UInt8](repeating: 0xA5, count: room + 16)
        let count = memory.withUnsafeMutableBytes { memory in
            bytes.withUnsafeBytes {
                encoder.deflate(
                    $0, from: start, isLast: isLast, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<room]))
            }
        }
        #expect(memory[room...].allSatisfy { $0 == 0xA5 }, sourceLocation: sourceLocation)
        return count.map { Array(memory[..<$0]) }
    }

    /// What zlib makes of raw deflate, if the stream ends with its last byte.
    private func inflated(_ stream: [UInt8], dictionary: [UInt8] = [], count: Int) -> [UInt8]? {
        var state = z_stream()
        guard iapkit_inflateInit2(&state, -15) == Z_OK else { return nil }
        defer { inflateEnd(&state) }
        if !dictionary.isEmpty {
            guard inflateSetDictionary(&state, dictionary, UInt32(dictionary.count)) == Z_OK else { return nil }
        }
        var stream = stream
        var output = [UInt8](repeating: 0, count: count + 1)
        var status = Z_OK
        let (inputCount, outputCount) = (stream.count, output.count)
        stream.withUnsafeMutableBufferPointer { stream in
            output.withUnsafeMutableBufferPointer { output in
                state.next_in = stream.baseAddress
                state.avail_in = UInt32(inputCount)
                state.next_out = output.baseAddress
                state.avail_out = UInt32(outputCount)
                status = inflate(&state, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END, state.avail_in == 0 else { return nil }
        return Array(output[..<(outputCount - Int(state.avail_out))])
    }

    /// What libdeflate makes of it, likewise.
    private func inflatedFast(_ stream: [UInt8], count: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var output = [UInt8](repeating: 0, count: count + 1)
        var (read, written) = (0, 0)
        let status = libdeflate_deflate_decompress_ex(
            decompressor, stream, stream.count, &output, count + 1, &read, &written)
        return status == LIBDEFLATE_SUCCESS && read == stream.count ? Array(output[..<written]) : nil
    }

    @discardableResult
    private func expectRoundTrip(
        _ encoder: DeflateEncoder, _ bytes: [UInt8], _ note: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Int {
        guard let stream = deflate(encoder, bytes, sourceLocation: sourceLocation) else {
            Issue.record("no stream of \(bytes.count) bytes \(note)", sourceLocation: sourceLocation)
            return 0
        }
        // Not `#expect(a == b)`, which prints both where they differ.
        #expect(
            inflated(stream, count: bytes.count) == bytes ? true : false, "\(bytes.count) bytes \(note)",
            sourceLocation: sourceLocation)
        #expect(
            inflatedFast(stream, count: bytes.count) == bytes ? true : false, "\(bytes.count) bytes \(note)",
            sourceLocation: sourceLocation)
        return stream.count
    }

    private func random(_ count: Int, seed: UInt64 = 1, values: UInt64 = 256) -> [UInt8] {
        var random = TestRandom(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() % values) }
    }

    @Test(arguments: efforts, DeflateSamples.kinds)
    func `zlib and libdeflate inflate what is deflated`(effort: DeflateEncoder.Effort, kind: String) throws {
        let encoder = try #require(DeflateEncoder(effort))
        let counts = [0, 1, 2, 3, 4, 7, 8, 9, 10, 16, 17, 257, 511, 512, 600, 4096, 9000, 33_000, 70_000]
        for count in counts { expectRoundTrip(encoder, DeflateSamples.bytes(kind, count), kind) }
    }

    @Test(arguments: [2, 3, 5, 7, 9, 12, 20, 60, 100])
    func `bytes of any number of values, and so matches of any least length, come back`(values: UInt64) throws {
        let encoder = try #require(DeflateEncoder(.normal))
        for count in [600, 40_000, 67_000] {
            // Two thirds of what was before comes again, in pieces.
            var random = TestRandom(seed: values)
            var bytes = self.random(count / 3, seed: values, values: values)
            while bytes.count < count {
                let length = Int(random.next() % 40) + 3
                let start = Int(random.next() % UInt64(bytes.count - 60))
                bytes += bytes[start..<(start + length)]
                bytes.append(UInt8(truncatingIfNeeded: random.next() % values))
            }
            expectRoundTrip(encoder, bytes)
        }
    }

    @Test(arguments: efforts)
    func `periods of every length come back, and are found`(effort: DeflateEncoder.Effort) throws {
        let encoder = try #require(DeflateEncoder(effort))
        for period in 1...300 {
            let one = random(period, seed: UInt64(period))
            let bytes = Array((0..<(1400 / period + 1)).map { _ in one }.joined())
            let count = expectRoundTrip(encoder, bytes, "of period \(period)")
            #expect(count < period * 9 / 8 + 100, "period \(period)")
        }
    }

    @Test(arguments: [32_766, 32_767, 32_768, 32_769])
    func `a period as long as the window comes back`(period: Int) throws {
        let encoder = try #require(DeflateEncoder(.normal))
        let one = random(period, seed: 4)
        let count = expectRoundTrip(encoder, one + one + one[..<500])
        // Up to one less than deflate allows, matches are found.
        #expect(period <= MatchFinder.window ? count < 36_000 : count > 65_000)
    }

    @Test(arguments: [3, 4, 5, 8, 257, 258, 259, 260, 515, 516, 517])
    func `a match may be of any length`(length: Int) throws {
        let encoder = try #require(DeflateEncoder(.normal))
        let repeated = random(length, seed: 9)
        let (before, between, after) = (random(700, seed: 2), random(700, seed: 3), random(300, seed: 5))
        // Not at the end, at the end, and near it.
        for tail in [after, [], Array(after[..<1]), Array(after[..<7]), Array(after[..<9])] {
            expectRoundTrip(encoder, before + repeated + between + repeated + tail, "with \(tail.count) behind")
        }
    }

    @Test(arguments: [1, 3, 4, 7, 8, 9, 300, 5000, 32_000, 32_767, 32_768])
    func `matches reach into what stands before`(count: Int) throws {
        let encoder = try #require(DeflateEncoder(.normal))
        let before = random(count, seed: 11)
        for size in [0, 1, 5, 8, 9, 300, 9000] {
            let bytes = Array((before + random(size, seed: 12)).prefix(size))
            let stream = try #require(deflate(encoder, before + bytes, from: count))
            #expect(inflated(stream, dictionary: before, count: bytes.count) == bytes ? true : false)
            if size >= 300, size <= count, count <= 32_000 { #expect(stream.count < size / 8 + 40) }
        }
    }

    @Test(arguments: efforts)
    func `parts with what stands before them make one stream`(effort: DeflateEncoder.Effort) throws {
        let encoder = try #require(DeflateEncoder(effort))
        let bytes = DeflateSamples.kinds.flatMap { DeflateSamples.bytes($0, 7000) }
        for size in [1000, 4096, 40_000] {
            var stream: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let end = min(start + size, bytes.count)
                let before = max(start - DeflateEncoder.dictionarySize, 0)
                let part = try #require(
                    deflate(encoder, Array(bytes[before..<end]), from: start - before, isLast: end == bytes.count))
                if end < bytes.count { #expect(part.suffix(4) == [0, 0, 0xFF, 0xFF]) }
                stream += part
            }
            DeflateSamples.expect(stream, inflatesTo: bytes)
        }
    }

    @Test func `several blocks may end among the literals before a match`() throws {
        let encoder = try #require(DeflateEncoder(.normal))
        // Nothing repeats, but the values change, so that other codes are worth a block; then comes a match.
        let first = random(20_000, seed: 1, values: 200)
        let second = random(20_000, seed: 2, values: 128).map { $0 + 100 }
        let third = random(20_000, seed: 3, values: 256)
        let fourth = random(20_000, seed: 4, values: 90)
        expectRoundTrip(encoder, first + second + third + fourth + fourth[15_000...] + second[..<300])
    }

    @Test func `nothing is an empty block, or none`() throws {
        let encoder = try #require(DeflateEncoder(.normal))
        #expect(deflate(encoder, []) == [3, 0])
        #expect(deflate(encoder, [], isLast: false) == [0, 0, 0, 0xFF, 0xFF])
        #expect(deflate(encoder, [1, 2, 3], from: 3) == [3, 0])
    }

    @Test func `random bytes are stored`() throws {
        let encoder = try #require(DeflateEncoder(.normal))
        let bytes = random(100_000)
        let stream = try #require(deflate(encoder, bytes))
        #expect(stream.count == 100_010)
        #expect(inflated(stream, count: bytes.count) == bytes ? true : false)
    }

    @Test func `what an encoder did before changes nothing`() throws {
        let encoder = try #require(DeflateEncoder(.normal))
        var random = TestRandom(seed: 77)
        var inputs = DeflateSamples.kinds.flatMap { kind in
            [5, 300, 5000, 40_000].map { DeflateSamples.bytes(kind, $0) }
        }
        inputs.shuffle(using: &random)
        for bytes in inputs {
            let start = bytes.count / 3
            let fresh = try #require(DeflateEncoder(.normal))
            #expect(deflate(encoder, bytes, from: start) == deflate(fresh, bytes, from: start) ? true : false)
        }
    }

    @Test func `an output that is too small is refused, and one that is just large enough is not`() throws {
        let encoder = try #require(DeflateEncoder(.normal))
        for kind in DeflateSamples.kinds {
            for isLast in [true, false] {
                let bytes = DeflateSamples.bytes(kind, 1500)
                let stream = try #require(deflate(encoder, bytes, isLast: isLast))
                #expect(deflate(encoder, bytes, isLast: isLast, room: stream.count) == stream ? true : false)
                let rooms = [0, 1, 2, 7, 8, 9, stream.count / 2] + (1...12).map { max(stream.count - $0, 0) }
                for room in rooms where room < stream.count {
                    #expect(deflate(encoder, bytes, isLast: isLast, room: room) == nil)
                }
            }
        }
    }

    @Test func `text is made no larger than zlib makes it`() throws {
        let encoder = try #require(DeflateEncoder(.normal))
        var random = TestRandom(seed: 3)
        var text = "[\n"
        for number in 0..<400 {
            text +=
                "  { \"id\": \(number), \"name\": \"level \(random.next() % 90)\", \"x\": \(random.next() % 5000) },\n"
        }
        let bytes = Array(text.utf8)
        let stream = try #require(deflate(encoder, bytes))
        // Without its head of two bytes and its sum of four.
        let zlib = try #require(ZlibStream.deflated(bytes, level: 6)).count - 6
        #expect(stream.count <= zlib)
    }

    @Test func `the same bytes make the same stream on every machine`() throws {
        // The CRC-32 of what this machine made: the decisions must not depend on anything but the bytes.
        let encoder = try #require(DeflateEncoder(.normal))
        let bytes = DeflateSamples.kinds.flatMap { DeflateSamples.bytes($0, 12_000) }
        let stream = try #require(deflate(encoder, bytes))
        #expect(CRC32.of(stream) == 1_496_033_322)
    }
}
