/// Reads XML in memory and tells what is in it, piece by piece.
///
/// Nothing outside the text is ever opened, no entity is expanded, and time and memory grow with the length of the
/// text only. Names are given as written: name spaces are left alone.
package enum XMLReader {
    /// Reads a text.
    /// - Parameters:
    ///   - text: the text, decoded.
    ///   - limits: how much is read at most.
    ///   - receive: called with each event; what it returns says whether to go on.
    /// - Returns: the faults in the order of the text. Each but a doubled hyphen in a comment ends the reading.
    package static func read(
        _ text: SourceText, limits: XMLLimits = XMLLimits(), _ receive: (XMLEvent) -> Bool
    ) -> [XMLFault] {
        readPlaced(text, limits: limits) { event, _ in receive(event) }
    }

    /// Reads a text as `read` does, and tells where each tag stands.
    ///
    /// - Parameter receive: also gets the bytes of `text.utf8` that a tag takes, from its `<` to just behind its `>`. The
    ///   end of an empty element's tag takes none, just behind that. `nil` for text, and where the place is not known.
    package static func readPlaced(
        _ text: SourceText, limits: XMLLimits = XMLLimits(), _ receive: (XMLEvent, Range<Int>?) -> Bool
    ) -> [XMLFault] {
        guard text.utf8.count <= limits.bytes else { return [tooLong(limits)] }
        let scan = MarkupScan(text.utf8, limits: limits)
        if let found = scan.fault {
            return [XMLFault(found.kind, position: text.position(ofByte: found.offset), detail: found.detail)]
        }
        // What stands before an undecodable place is not read: it would only be reported as cut short.
        if let fault = text.fault, fault.kind != .wrongEncoding || fault.position != nil { return [fault] }
        guard !text.utf8.isEmpty else {
            return [text.fault ?? XMLFault(.truncated, position: SourcePosition(line: 1, column: 1), detail: "no text")]
        }
        let fault = withoutActuallyEscaping(receive) { receive in
            let session = ParsingSession(scan.utf8, limits: limits, receive: receive)
            session.run()
            return session.fault
        }
        var finder = PositionFinder()
        let hyphens = scan.hyphens.map { offset in
            XMLFault(
                .notWellFormed, position: finder.position(of: offset, in: scan.utf8),
                detail: "'--' stands inside a comment, which XML forbids")
        }
        let read = hyphens.filter { hyphen in
            guard let end = fault?.position, let place = hyphen.position else { return true }
            return place < end
        }
        return (text.fault.map { [$0] } ?? []) + read + (fault.map { [$0] } ?? [])
    }

    /// Decodes and reads a text.
    package static func read(
        _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), _ receive: (XMLEvent) -> Bool
    ) -> [XMLFault] {
        guard bytes.count <= limits.bytes else { return [tooLong(limits)] }
        return read(SourceText(bytes), limits: limits, receive)
    }

    private static func tooLong(_ limits: XMLLimits) -> XMLFault {
        XMLFault(.limitExceeded, detail: "the text is longer than \(limits.bytes) bytes")
    }
}
