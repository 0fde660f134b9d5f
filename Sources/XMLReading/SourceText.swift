/// A text file as UTF-8, whatever it was before, and the way from a byte of it to line and column.
package struct SourceText: Sendable {
    /// The text as UTF-8 without byte-order mark; where `fault` is set, only what stands before the fault.
    ///
    /// It is valid UTF-8 and holds no NUL.
    package let utf8: [UInt8]
    /// The name of the encoding that the bytes were in, as IANA writes it (`UTF-8`, `UTF-16LE`).
    package let encodingName: String
    /// How the bytes stand for the text.
    package let encoding: SourceEncoding
    /// The first place where the bytes are not what their encoding allows.
    package let fault: XMLFault?

    /// Decodes a text.
    ///
    /// The encoding is taken from a byte-order mark; without one it is UTF-16 or UTF-32 where the first character
    /// shows that, else what an XML declaration at the start says, else UTF-8 (XML 1.0, appendix F).
    package init(_ bytes: [UInt8]) {
        let decoding = TextDecoding.decode(bytes)
        self.utf8 = decoding.utf8
        self.encodingName = decoding.encodingName
        self.encoding = decoding.encoding
        if let problem = decoding.problem {
            var finder = PositionFinder()
            let position = problem.isPlaceKnown ? finder.position(of: decoding.utf8.count, in: decoding.utf8) : nil
            self.fault = XMLFault(problem.kind, position: position, detail: problem.detail)
        } else {
            self.fault = nil
        }
    }

    /// The position of a byte of `utf8`; that of the end where the offset is larger.
    ///
    /// A line ends with LF, CR, or CR LF.
    /// - Complexity: O(offset). To ask for many places in order, keep a `PositionFinder`.
    package func position(ofByte offset: Int) -> SourcePosition {
        var finder = PositionFinder()
        return finder.position(of: offset, in: utf8)
    }
}

/// Finds line and column of bytes in the order of the text, and looks at each byte once.
package struct PositionFinder: Sendable {
    private var offset = 0
    private var line = 1
    private var column = 1

    /// Starts at the text's start.
    package init() {}

    /// The position of a byte. Going back starts over from the text's start.
    package mutating func position(of target: Int, in utf8: [UInt8]) -> SourcePosition {
        if target < offset { self = PositionFinder() }
        let end = min(target, utf8.count)
        while offset < end {
            let byte = utf8[offset]
            offset += 1
            if byte == 0x0A || byte == 0x0D {
                // Of CR LF the LF ends the line.
                if byte == 0x0D, offset < utf8.count, utf8[offset] == 0x0A { continue }
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return SourcePosition(line: line, column: column)
    }
}
