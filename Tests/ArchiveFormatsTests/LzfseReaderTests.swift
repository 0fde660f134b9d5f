import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct LzfseReaderTests {
    @Test func `each kind of block of the reference is unpacked, and what follows is left alone`() throws {
        for vector in LzfseSamples.vectors + [LzfseSamples.wide] {
            for rest in [[], [1, 2, 3], [UInt8](repeating: 7, count: 70_000)] {
                let result = try LzfseSamples.unpacked(vector.stream + rest).get()
                #expect(result.bytes == vector.bytes, "\(vector.name)")
                #expect(result.used == vector.stream.count, "\(vector.name)")
            }
        }
    }

    @Test func `blocks of all kinds follow one another, and matches reach back into those before`() throws {
        let vectors = LzfseSamples.vectors + [LzfseSamples.wide]
        let stream = vectors.flatMap { $0.stream.dropLast(4) } + Array("bvx$".utf8)
        #expect(try LzfseSamples.unpacked(stream).get().bytes == vectors.flatMap(\.bytes))
        // LZVN: two literals of a block of their own, then a match of ten bytes from two back.
        let back = LzfseSamples.hex(
            "6276782d020000006162" + "6276786e0a0000000a000000" + "3802" + "0600000000000000" + "62767824")
        #expect(try LzfseSamples.unpacked(back).get().bytes == Array("abababababab".utf8))
    }

    @Test(arguments: [1, 13, 65_536], [1, 777, 3_000_000])
    func `a stream is unpacked however it comes and goes`(most: Int, pieceSize: Int) throws {
        for (kind, count) in [("mixed", 60_000), ("text", 3000), ("random", 5000)] {
            let bytes = LzfseSamples.bytes(kind, count)
            let result = try LzfseSamples.unpacked(LzfseSamples.packed(bytes), most: most, pieceSize: pieceSize).get()
            #expect(result.bytes == bytes ? true : false, "\(kind)")
        }
    }

    @Test func `a stream that is cut off is truncated, wherever it is cut, and a fault stays`() throws {
        for vector in LzfseSamples.vectors + [LzfseSamples.wide] {
            for count in 0..<vector.stream.count {
                #expect(
                    LzfseSamples.fault(Array(vector.stream[..<count]))?.kind == .truncated, "\(vector.name) \(count)")
            }
        }
        let reader = LzfseReader(BytesStream([7]))
        for _ in 0..<2 {
            #expect(throws: StreamFault(.truncated, "it breaks off before its end block")) {
                () throws(StreamFault) in try reader.all()
            }
        }
    }

    @Test func `what is no block is told from a block that is not known`() {
        #expect(
            LzfseSamples.fault(Array("PK\u{3}\u{4}, for example".utf8))
                == StreamFault(.damaged, "it has something else where a block would begin"))
        #expect(
            LzfseSamples.fault(Array("bvx3 and more".utf8))
                == StreamFault(.unsupported, "it has a kind of block that is not known"))
    }

    /// Changes one of the numbers in the header of the `bvx1` block.
    private func wide(at place: Int, _ bytes: [UInt8]) -> StreamFault? {
        var stream = LzfseSamples.wide.stream
        stream.replaceSubrange(place..<place + bytes.count, with: bytes)
        return LzfseSamples.fault(stream)
    }

    @Test func `a header is held to what the format allows`() {
        func has(_ what: String) -> StreamFault { StreamFault(.damaged, "a block's header has \(what)") }
        #expect(wide(at: 12, [0x41, 0x9C, 0, 0]) == has("40001 literals, more than a block may have"))
        #expect(wide(at: 16, [0x11, 0x27, 0, 0]) == has("10001 matches, more than a block may have"))
        #expect(wide(at: 20, [0, 0, 0, 0x7F]) == has("more packed bytes than its symbols can take"))
        #expect(wide(at: 24, [0xFF, 0xFF, 0xFF, 0xFF]) == has("more packed bytes than its symbols can take"))
        #expect(wide(at: 28, [0xF8, 0xFF, 0xFF, 0xFF]) == has("a number of unused bits that is none"))
        #expect(wide(at: 40, [1, 0, 0, 0]) == has("a number of unused bits that is none"))
        for place in [32, 34, 36, 38] { #expect(wide(at: place, [0, 4]) == has("a state that is none")) }
        for place in [44, 46] { #expect(wide(at: place, [64, 0]) == has("a state that is none")) }
        #expect(wide(at: 48, [0, 1]) == has("a state that is none"))
        for place in [50, 90, 130, 258] {
            #expect(wide(at: place, [3, 0xFF]) == has("frequencies that do not share all states"))
        }
    }

    @Test func `a header in few bytes has them all, and no more`() {
        let stream = LzfseSamples.vectors[0].stream
        for (size, reason) in [
            (31, "a block has a header of 31 bytes, which is no size of one"),
            (100_000, "a block has a header of 100000 bytes, which is no size of one"),
            (161, "a block's header breaks off in its frequencies"),
            (163, "a block's header goes on behind its frequencies"),
        ] {
            var stream = stream
            for index in 0..<4 { stream[24 + index] = UInt8(size >> (8 * index) & 0xFF) }
            #expect(LzfseSamples.fault(stream) == StreamFault(.damaged, reason))
        }
    }

    @Test func `a block unpacks to as many bytes as it says`() {
        for (place, count) in [(4, 85), (4, 4600)] {
            guard let vector = LzfseSamples.vectors.first(where: { $0.bytes.count == count }) else { continue }
            var stream = vector.stream
            stream[place] += 1
            #expect(LzfseSamples.fault(stream) == StreamFault(.damaged, "a block unpacks to fewer bytes than it says"))
            stream[place] -= 2
            #expect(LzfseSamples.fault(stream) == StreamFault(.damaged, "a block unpacks to more bytes than it says"))
        }
    }

    private func lzvn(_ codes: [UInt8], makes count: UInt8) -> Result<[UInt8], StreamFault> {
        let head = Array("bvxn".utf8) + [count, 0, 0, 0, UInt8(codes.count), 0, 0, 0]
        return LzfseSamples.unpacked(head + codes + Array("bvx$".utf8)).map(\.bytes)
    }

    @Test func `each code of LZVN means what it does`() {
        let end: [UInt8] = [6, 1, 2, 3, 4, 5, 6, 7]
        let abc: [UInt8] = [0xE3, 0x61, 0x62, 0x63]
        for (codes, text) in [
            ([], "abc"), ([0x0E, 0x16], "abc"),
            ([0xE0, 0] + [UInt8](repeating: 0x7A, count: 16), "abczzzzzzzzzzzzzzzz"),
            ([0x08, 0x03], "abcabca"), ([0x40, 0x02, 0x78], "abcxcxc"), ([0xC8, 0x01, 0x78, 0x79, 0x7A], "abcxyzzzzz"),
            ([0x07, 0x03, 0x00], "abcabc"), ([0x8F, 0x02, 0x00, 0x31, 0x32], "abc121212"),
            ([0xA0, 0x0C, 0x00], "abcabc"), ([0xA9, 0x0A, 0x00, 0x78], "abcxcxcxcxcxc"),
            ([0x00, 0x02, 0x46, 0x79], "abcbcbycyc".replacing("ycyc", with: "ycby".replacing("cby", with: "byb"))),
            ([0x00, 0x02, 0xF2], "abcbcbcb"), ([0x00, 0x01, 0xF0, 0x00], "abcccc" + String(repeating: "c", count: 16)),
        ] as [([UInt8], String)] {
            #expect(lzvn(abc + codes + end, makes: UInt8(text.utf8.count)) == .success(Array(text.utf8)), "\(codes)")
        }
    }

    @Test func `LZVN that means nothing is damaged`() {
        let end: [UInt8] = [6, 0, 0, 0, 0, 0, 0, 0]
        let contradiction = StreamFault(.damaged, "a block's packed bytes contradict themselves")
        let meaningless = (0...255 as ClosedRange<UInt8>).filter {
            [0x1E, 0x26, 0x2E, 0x36, 0x3E].contains($0) || $0 >> 4 == 7 || $0 >> 4 == 13
        }
        for code in meaningless {
            #expect(lzvn([0xE1, 0x61, code, 1, 1, 1, 1, 1] + end, makes: 9) == .failure(contradiction), "\(code)")
        }
        // Before all bytes, at no distance, and at that of a match before which there is none.
        for codes in [[0xE1, 0x61, 0x00, 0x02], [0xE1, 0x61, 0x00, 0x00], [0xE1, 0x61, 0xF3]] as [[UInt8]] {
            #expect(lzvn(codes + end, makes: 4) == .failure(contradiction), "\(codes)")
        }
        let open = StreamFault(.damaged, "a block ends within a code, or without the one that ends it")
        for codes in [[0xE1, 0x61], [0xE3, 0x61], [0xE1, 0x61, 0x00], [0xE1, 0x61, 6, 0, 0]] as [[UInt8]] {
            #expect(lzvn(codes, makes: 1) == .failure(open), "\(codes)")
        }
        #expect(
            lzvn([0xE1, 0x61] + end + [0x0E], makes: 1)
                == .failure(StreamFault(.damaged, "a block goes on behind its end")))
    }
}
