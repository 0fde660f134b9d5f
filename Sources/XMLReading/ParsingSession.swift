import CXML2

/// One run of libxml2 over one text.
///
/// libxml2's own columns are not used: they count bytes, and stop at 65,535. It tells the byte offset of each event,
/// and line and column are counted in the text itself.
final class ParsingSession {
    private struct OpenElement {
        let name: String
        let position: SourcePosition?
    }

    /// The fault that ended the run.
    private(set) var fault: XMLFault?
    private let utf8: [UInt8]
    private let limits: XMLLimits
    private let receive: (XMLEvent, Range<Int>?) -> Bool
    private var finder = PositionFinder()
    private var open: [OpenElement] = []
    private var elementCount = 0
    private var isStopped = false
    private var hasRoot = false
    /// Just behind the last tag, comment or processing instruction.
    private var lastOffset = 0
    private var text: [UInt8] = []
    private var textStart = 0

    init(_ utf8: [UInt8], limits: XMLLimits, receive: @escaping (XMLEvent, Range<Int>?) -> Bool) {
        self.utf8 = utf8
        self.limits = limits
        self.receive = receive
    }

    func run() {
        guard let count = Int32(exactly: utf8.count) else {
            return stop(.limitExceeded, at: nil, "the text is longer than \(Int32.max) bytes")
        }
        LibXML.prepare()
        var receiver = iapkit_xml_receiver(
            context: Unmanaged.passUnretained(self).toOpaque(),
            start_element: { session(of: $0).didStart(at: $1, name: $2, attributes: $3) },
            end_element: { session(of: $0).didEnd(at: $1) },
            text: { session(of: $0).didMeetText($1, count: $2) },
            other: { session(of: $0).didMeetOther(at: $1) },
            entity_declaration: { session(of: $0).didMeetEntityDeclaration(at: $1) },
            fault: { session(of: $0).didMeetFault(at: $1, code: $2, isFatal: $3 != 0, name: $4) })
        let isRun = utf8.withUnsafeBytes { buffer in
            iapkit_xml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count, &receiver) != 0
        }
        if !isRun { stop(.limitExceeded, at: nil, "there is not the memory to read it") }
    }

    // MARK: - What libxml2 tells

    private func didStart(
        at offset: Int, name: UnsafePointer<CChar>?, attributes: UnsafePointer<UnsafePointer<CChar>?>?
    ) -> Int32 {
        flushText()
        guard !isStopped, let name else { return 1 }
        // libxml2 tells of a tag before it looks for the end of it; where there is none, the fault comes next.
        let isEmptyTag = byte(at: offset) == UInt8(ascii: "/")
        guard byte(at: isEmptyTag ? offset + 1 : offset) == UInt8(ascii: ">") else { return 0 }
        let tag = String(cString: name)
        let start = tagStart(before: offset, name: tag)
        let position = start.map { self.position(of: $0) }
        hasRoot = true
        elementCount += 1
        guard open.count < limits.depth else {
            stop(.limitExceeded, at: position, "elements are nested more than \(limits.depth) deep")
            return 1
        }
        guard elementCount <= limits.elements else {
            stop(.limitExceeded, at: position, "there are more than \(limits.elements) elements")
            return 1
        }
        lastOffset = offset + (isEmptyTag ? 2 : 1)
        open.append(OpenElement(name: tag, position: position))
        let event = XMLStartTag(
            name: tag, attributes: Self.attributes(attributes), position: position,
            contentPosition: start == nil ? nil : self.position(of: lastOffset))
        return goesOn(.start(event), start.map { $0..<lastOffset })
    }

    private func didEnd(at offset: Int) -> Int32 {
        flushText()
        guard !isStopped, let element = open.popLast() else { return 1 }
        let range = endTag(before: offset, name: element.name)
        lastOffset = offset
        return goesOn(.end(element.name), range)
    }

    private func didMeetText(_ bytes: UnsafePointer<CChar>?, count: Int32) -> Int32 {
        guard !isStopped, let bytes else { return 1 }
        if text.isEmpty { textStart = lastOffset }
        text.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return 0
    }

    private func didMeetOther(at offset: Int) -> Int32 {
        lastOffset = offset
        return isStopped ? 1 : 0
    }

    private func didMeetEntityDeclaration(at offset: Int) -> Int32 {
        stop(.entityDeclaration, at: position(of: offset), "the text declares an entity")
        return 1
    }

    private func didMeetFault(at offset: Int, code: Int32, isFatal: Bool, name: UnsafePointer<CChar>?) -> Int32 {
        noteFault(at: offset, code: code, isFatal: isFatal, name: name)
        return isStopped ? 1 : 0
    }

    private func noteFault(at offset: Int, code: Int32, isFatal: Bool, name: UnsafePointer<CChar>?) {
        guard !isStopped else { return }
        let code = Int(code)
        guard isFatal || code == XMLFaultWording.undeclaredEntityWarning else { return }
        if code == XMLFaultWording.noMemory {
            return stop(.limitExceeded, at: nil, "there is not the memory to read it")
        }
        let offset = min(max(offset, 0), utf8.count)
        if XMLFaultWording.endsTooEarly(code, isAtEnd: isAtEnd(offset)), !endsWithRootTag {
            var detail = "the text ends before the root element"
            if let element = open.last {
                detail = "the text ends before the tag '\(element.name)'\(Self.opened(element)) is closed"
            } else if hasRoot {
                detail = "the text ends too early"
            }
            return stop(.truncated, at: position(of: utf8.count), detail)
        }
        if code == XMLFaultWording.tagMismatch, let element = open.last {
            let start = endTagStart(before: offset)
            let other = endTagName(at: start).map { "; '</\($0)>' stands here" } ?? ""
            return stop(
                .notWellFormed, at: position(of: start),
                "the tag '\(element.name)'\(Self.opened(element)) is never closed\(other)")
        }
        let about = name.map { String(cString: $0) }
        stop(
            .notWellFormed, at: position(of: offset),
            XMLFaultWording.clause(
                for: code, about: about, previous: byte(at: offset - 1), next: scalar(at: offset),
                isBehindRoot: hasRoot && open.isEmpty))
    }

    // MARK: - Helpers

    private func goesOn(_ event: XMLEvent, _ range: Range<Int>? = nil) -> Int32 {
        if !receive(event, range) { isStopped = true }
        return isStopped ? 1 : 0
    }

    private func flushText() {
        guard !text.isEmpty, !isStopped else { return }
        let start = position(of: textStart)
        let visible = text.allSatisfy(Self.isSpace) ? nil : SourceSkipping.firstVisible(in: utf8, from: textStart)
        let event = XMLText(
            content: String(decoding: text, as: UTF8.self), position: start,
            firstVisiblePosition: visible.map { self.position(of: $0) })
        text.removeAll(keepingCapacity: text.count < 1 << 16)
        _ = goesOn(.text(event))
    }

    private func stop(_ kind: XMLFault.Kind, at position: SourcePosition?, _ detail: String) {
        guard !isStopped else { return }
        isStopped = true
        fault = XMLFault(kind, position: position, detail: detail)
    }

    private func position(of offset: Int) -> SourcePosition { finder.position(of: offset, in: utf8) }

    private func byte(at offset: Int) -> UInt8? { utf8.indices.contains(offset) ? utf8[offset] : nil }

    private func scalar(at offset: Int) -> Unicode.Scalar? {
        String(decoding: utf8[min(offset, utf8.count)...].prefix(4), as: UTF8.self).unicodeScalars.first
    }

    /// The `<` of a start tag; `nil` where it does not stand where the offset says, rather than a wrong place.
    private func tagStart(before offset: Int, name: String) -> Int? {
        guard offset <= utf8.count, let start = utf8[..<max(offset, 0)].lastIndex(of: UInt8(ascii: "<")),
            utf8[(start + 1)...].starts(with: name.utf8)
        else { return nil }
        return start
    }

    /// The end tag that ends at an offset, or nothing at all behind the tag of an empty element; `nil` where neither
    /// stands there.
    private func endTag(before offset: Int, name: String) -> Range<Int>? {
        guard offset >= lastOffset, offset <= utf8.count else { return nil }
        if offset == lastOffset { return utf8[..<offset].suffix(2).elementsEqual("/>".utf8) ? offset..<offset : nil }
        guard let start = utf8[lastOffset..<offset].lastIndex(of: UInt8(ascii: "<")),
            utf8[start..<offset].starts(with: "</\(name)".utf8), utf8[offset - 1] == UInt8(ascii: ">")
        else { return nil }
        return start..<offset
    }

    private func endTagStart(before offset: Int) -> Int {
        utf8[lastOffset..<max(offset, lastOffset)].lastIndex(of: UInt8(ascii: "<")) ?? offset
    }

    /// The name in the end tag at an offset; `nil` where none starts there, or it is too long to be shown.
    private func endTagName(at offset: Int) -> String? {
        guard utf8[offset...].starts(with: "</".utf8) else { return nil }
        let name = utf8[(offset + 2)...].prefix { $0 != UInt8(ascii: ">") && !Self.isSpace($0) }
        return name.isEmpty || name.count > 80 ? nil : String(decoding: name, as: UTF8.self)
    }

    /// Whether the text ends with the root's end tag: then it was not cut, whatever else is missing.
    private var endsWithRootTag: Bool {
        guard let root = open.first else { return false }
        return utf8.reversed().drop(while: Self.isSpace).starts(with: "</\(root.name)>".utf8.reversed())
    }

    /// Whether nothing follows but white space, or the rest of a markup that never ends.
    private func isAtEnd(_ offset: Int) -> Bool {
        if utf8[offset...].allSatisfy(Self.isSpace) { return true }
        guard let start = utf8.lastIndex(of: UInt8(ascii: "<")), start <= offset else { return false }
        return !utf8[start...].contains(UInt8(ascii: ">"))
    }

    private static func opened(_ element: OpenElement) -> String {
        element.position.map { " opened on line \($0.line)" } ?? ""
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// An attribute's value with `&` as itself. Where libxml2 is not to expand entities it resolves every reference in a
    /// value but those to `&`, and writes each of these as `&#38;`, so no other `&` is in it.
    private static func value(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            result.append(byte)
            rest = rest.dropFirst(rest.starts(with: "&#38;".utf8) ? 5 : 1)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func attributes(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [XMLAttribute] {
        guard var pair = list else { return [] }
        var attributes: [XMLAttribute] = []
        while let name = pair[0] {
            attributes.append(
                XMLAttribute(name: String(cString: name), value: pair[1].map { value(String(cString: $0)) } ?? ""))
            pair += 2
        }
        return attributes
    }
}

/// The session behind the pointer that `run` handed to libxml2, which outlives all calls.
private func session(of context: UnsafeMutableRawPointer?) -> ParsingSession {
    guard let context else { preconditionFailure("libxml2 hands back the context it was given") }
    return Unmanaged<ParsingSession>.fromOpaque(context).takeUnretainedValue()
}
