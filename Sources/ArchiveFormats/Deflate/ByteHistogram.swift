/// How often each byte occurs, the first thing to know of bytes that may not be worth compressing.
struct ByteHistogram: ~Copyable {
    /// The counts, 256 of them.
    let counts: UnsafeMutableBufferPointer<UInt32>
    /// Four rows of counts: bytes that follow one another are counted apart, since a count that was just written can't
    /// be read again at once.
    private let rows: UnsafeMutableBufferPointer<UInt32>

    init() {
        rows = .allocate(capacity: 4 * 256)
        counts = UnsafeMutableBufferPointer(rebasing: rows[..<256])
    }

    deinit { rows.deallocate() }

    /// Counts all of the bytes.
    borrowing func count(_ bytes: UnsafeRawBufferPointer) {
        rows.update(repeating: 0)
        guard let start = bytes.baseAddress, let row = rows.baseAddress else { return }
        // Every index is a byte and the row's start, so below 4 * 256; bytes lie below their count.
        let byte = start.assumingMemoryBound(to: UInt8.self)
        var offset = 0
        while offset <= bytes.count &- 8 {
            for lane in 0..<8 { row[(lane & 3) &* 256 &+ Int(byte[offset &+ lane])] &+= 1 }
            offset &+= 8
        }
        while offset < bytes.count {
            row[Int(bytes[offset])] &+= 1
            offset += 1
        }
        addUp()
    }

    /// Guesses from a sample which part of the bytes a Huffman code saves: 0 where all bytes are about as frequent.
    ///
    /// Eight bytes of every 128 are counted, whole words, so that no column of a table is favoured. The measure is the
    /// chance that two of them are the same, which is 1 in 256 where all are as frequent. A small excess over that costs
    /// entropy in proportion: it is half of it, in natural units. The counts are those of the sample afterwards.
    borrowing func sampledGain(_ bytes: UnsafeRawBufferPointer) -> Double {
        rows.update(repeating: 0)
        guard bytes.count >= 4096, let start = bytes.baseAddress, let row = rows.baseAddress else { return 1 }
        var offset = 0
        var sample = 0
        while offset <= bytes.count - 8 {
            let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            for lane in 0..<8 {
                let byte = Int(truncatingIfNeeded: word &>> UInt64(lane * 8) & 0xFF)
                row[(lane & 3) &* 256 &+ byte] &+= 1
            }
            offset &+= 128
            sample &+= 8
        }
        addUp()
        var same = 0
        for count in counts { same &+= Int(count) &* (Int(count) &- 1) }
        let chance = Double(same) / (Double(sample) * Double(sample - 1))
        return (chance * 256 - 1) / 2 / 5.545  // ln 256, the natural units of a byte
    }

    private borrowing func addUp() {
        for byte in 0..<256 { rows[byte] &+= rows[256 + byte] &+ rows[512 + byte] &+ rows[768 + byte] }
    }
}
