/// Finds what a merge left behind in a file that somebody committed unread.
enum MergeConflict {
    /// The line, counted from 1, that opens the first conflict; `nil` where no line closes one after it.
    ///
    /// Git, Mercurial and Subversion write seven `<` and seven `>` at the start of a line, then a space and a name. A
    /// line of `=======` alone may be a heading.
    static func firstMarkerLine(in utf8: [UInt8]) -> Int? {
        var opening: Int?
        var line = 1
        var start = 0
        while start < utf8.count {
            if opening == nil {
                if isMarker(utf8[start...], of: UInt8(ascii: "<")) { opening = line }
            } else if isMarker(utf8[start...], of: UInt8(ascii: ">")) {
                return opening
            }
            start = end(ofLineAt: start, in: utf8)
            line += 1
        }
        return nil
    }

    /// The form of the file round the conflict.
    static func format(of utf8: [UInt8]) -> PropertyListFormat? {
        var start = 0
        while start < utf8.count {
            let end = end(ofLineAt: start, in: utf8)
            if !isMarker(utf8[start...], of: UInt8(ascii: "<")),
                let first = utf8[start..<end].first(where: { !TextScan.isSpace($0) })
            {
                return first == UInt8(ascii: "<") ? .xml : .oldStyle
            }
            start = end
        }
        return nil
    }

    /// Just behind the line's end. A line ends as it does for `SourcePosition`.
    private static func end(ofLineAt start: Int, in utf8: [UInt8]) -> Int {
        var index = start
        while index < utf8.count {
            let byte = utf8[index]
            index += 1
            if byte == 0x0A { break }
            if byte == 0x0D {
                if index < utf8.count, utf8[index] == 0x0A { index += 1 }
                break
            }
        }
        return index
    }

    private static func isMarker(_ text: ArraySlice<UInt8>, of byte: UInt8) -> Bool {
        let head = text.prefix(8)
        guard head.count >= 7, head.prefix(7).allSatisfy({ $0 == byte }) else { return false }
        return head.dropFirst(7).first.map(TextScan.isSpace) ?? true
    }
}
