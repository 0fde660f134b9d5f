import XMLReading

/// Changes one value of a property list in XML; the caller knows that it has no fault.
struct XMLPropertyListEditing {
    /// A tag's place in the bytes of the text.
    private typealias Place = Range<Int>

    private struct Entry {
        let key: Place
        let value: (start: Place, end: Place)
    }

    private let bytes: [UInt8]
    private let text: SourceText
    private var entries: [Entry] = []
    /// Whether the place of every tag is known.
    private var isPlaced = true

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        text = SourceText(bytes)
        findEntries()
    }

    /// - Parameter index: the entry's number in the root dictionary; `nil` where the key is to be added.
    func set(_ key: String, at index: Int?, to value: String) throws(PropertyListEditError) -> [UInt8] {
        for part in [key, value] where !XMLEscaping.canHold(part) {
            throw PropertyListEditError("the value holds a character that XML can't hold")
        }
        guard isPlaced, index.map(entries.indices.contains) ?? true else { throw Self.unplaced }
        let new = XMLEscaping.text(value, in: text.encoding)
        guard let index else { return try add(XMLEscaping.text(key, in: text.encoding), new) }
        let (start, end) = entries[index].value
        guard end.isEmpty else { return try replace(start.upperBound..<end.lowerBound, with: new) }
        // `<string/>`, maybe with a space before the slash.
        var tag = text.utf8[start].dropLast(2)
        while let last = tag.last, TextScan.isSpace(last) { tag.removeLast() }
        return try replace(start, with: "\(String(decoding: tag, as: UTF8.self))>\(new)</string>")
    }

    /// Adds an entry behind the last one, laid out as that is.
    private func add(_ key: String, _ value: String) throws(PropertyListEditError) -> [UInt8] {
        guard let last = entries.last else {
            throw PropertyListEditError(
                "the root dictionary is empty, so there is no layout to follow", at: nil,
                remedy: "write the keys into the file, or make a new folder with iapkit init")
        }
        let before = whiteSpace(before: last.key.lowerBound)
        let between = whiteSpace(before: last.value.start.lowerBound)
        let end = last.value.end.upperBound
        return try replace(end..<end, with: "\(before)<key>\(key)</key>\(between)<string>\(value)</string>")
    }

    /// The white space that ends at an offset, no more of it than one line end and what follows.
    private func whiteSpace(before end: Int) -> String {
        var start = end
        while start > 0, TextScan.isSpace(text.utf8[start - 1]) {
            start -= 1
            guard text.utf8[start] == 0x0A || text.utf8[start] == 0x0D else { continue }
            if text.utf8[start] == 0x0A, start > 0, text.utf8[start - 1] == 0x0D { start -= 1 }
            break
        }
        return String(decoding: text.utf8[start..<end], as: UTF8.self)
    }

    private func replace(_ place: Place, with new: String) throws(PropertyListEditError) -> [UInt8] {
        guard let edited = text.replacing(place, of: bytes, with: new) else {
            throw PropertyListEditError(
                "text in the encoding '\(text.encodingName)' can't be changed without a change of other bytes",
                remedy: "store the file as UTF-8")
        }
        return edited
    }

    private static let unplaced = PropertyListEditError(
        "the place of the value could not be found", remedy: "edit the file by hand")

    /// Notes where the keys and values of the root dictionary stand: the elements three deep.
    private mutating func findEntries() {
        var depth = 0
        var start: Place?
        var name = ""
        var key: Place?
        var (found, isPlaced) = ([Entry](), true)
        _ = XMLReader.readPlaced(text, limits: XMLPropertyListParser.limits) { event, place in
            switch event {
            case .text: break
            case .start(let tag):
                depth += 1
                if depth == 3 { (start, name) = (place, tag.name) }
                if depth == 3, place == nil { isPlaced = false }
            case .end:
                depth -= 1
                guard depth == 2 else { break }
                guard let opening = start, let place else {
                    isPlaced = false
                    break
                }
                if name == "key" {
                    key = opening
                } else if let ownKey = key {
                    found.append(Entry(key: ownKey, value: (opening, place)))
                }
            }
            return isPlaced
        }
        self.entries = found
        self.isPlaced = isPlaced
    }
}
