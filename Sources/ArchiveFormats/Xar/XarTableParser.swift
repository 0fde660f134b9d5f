internal import XMLReading

/// Reads the XML of a table of contents into its parts. The elements may come in any order; unknown ones are passed
/// over. It goes through events with a stack of its own, which ``limits`` bounds.
final class XarTableParser {
    /// Where an element stands, and so what it means.
    private enum Place {
        case document, table, checksum, signature, signaturePart, skipped
        case file(Int)
        case data(file: Int)
        case attribute(file: Int)
        case leaf(Leaf)
    }

    /// An element of which the text counts.
    private enum Leaf {
        case record, creationTime, checksumOffset, checksumSize, signatureOffset, signatureSize, certificate
        case name(isBase64: Bool)
        case type, mode, user, group, link, attributeName, length, offset, size
        case archivedChecksum(style: String)
        case extractedChecksum(style: String)
    }

    /// More entries than any package needs; a table with more is not read.
    static let mostEntries = 100_000
    /// The same for extended attributes, and for signatures with their certificates.
    static let mostAttributes = 200_000
    /// The bytes of XML that are read at most.
    static let largestTable = 64 << 20
    /// A folder's depth costs a level each; Apple's packages have two. An element costs memory while it is read.
    private static let limits = XMLLimits(bytes: largestTable, depth: 256, elements: 3_000_000)

    private var table = XarRawTable()
    private var places: [Place] = []
    private var text = ""
    private var hasTable = false
    private var attributeCount = 0
    private var fault: XarFault?

    private init() {}

    /// Reads a table.
    static func parse(_ xml: [UInt8]) throws(XarFault) -> XarRawTable {
        let parser = XarTableParser()
        let faults = XMLReader.read(xml, limits: limits) { event in
            parser.receive(event)
            return parser.fault == nil
        }
        if let fault = parser.fault { throw fault }
        if let fault = faults.first {
            let place = fault.position.map { ", line \($0.line)" } ?? ""
            throw .damaged("its table of contents can't be read\(place): \(fault.detail)")
        }
        guard parser.hasTable else { throw .damaged("it has no table of contents") }
        return parser.table
    }

    private func receive(_ event: XMLEvent) {
        switch event {
        case .start(let tag):
            let place = place(of: tag)
            if case .leaf = place { text = "" }
            places.append(place)
        case .text(let text):
            if case .leaf = places.last { self.text += text.content }
        case .end:
            guard let place = places.popLast(), let outer = places.last, case .leaf(let leaf) = place else { return }
            take(leaf, in: outer)
        }
    }

    private func place(of tag: XMLStartTag) -> Place {
        switch places.last {
        case nil:
            if tag.name != "xar" { fault = .damaged("its table of contents is <\(tag.name)>, not <xar>") }
            return .document
        case .document: return placeInDocument(tag)
        case .table: return placeInTable(tag)
        case .checksum:
            switch tag.name {
            case "offset": return .leaf(.checksumOffset)
            case "size": return .leaf(.checksumSize)
            default: return .skipped
            }
        case .signature, .signaturePart:
            switch (tag.name, places.last) {
            case ("offset", .signature): return .leaf(.signatureOffset)
            case ("size", .signature): return .leaf(.signatureSize)
            case ("X509Certificate", _): return .leaf(.certificate)
            default: return .signaturePart
            }
        case .file(let index): return placeInFile(tag, index)
        case .data: return placeInContent(tag)
        case .attribute: return tag.name == "name" ? .leaf(.attributeName) : placeInContent(tag)
        case .leaf, .skipped: return .skipped
        }
    }

    private func placeInDocument(_ tag: XMLStartTag) -> Place {
        guard tag.name == "toc" else {
            table.subdocuments.append(tag.name)
            countAttribute()
            return .skipped
        }
        if hasTable { fault = .damaged("it has two tables of contents") }
        hasTable = true
        return .table
    }

    private func placeInTable(_ tag: XMLStartTag) -> Place {
        switch tag.name {
        case "creation-time": return .leaf(.creationTime)
        case "checksum":
            if table.checksumStyle != nil { fault = .damaged("its table of contents names two checksums of itself") }
            table.checksumStyle = tag["style"] ?? ""
            return .checksum
        case "signature", "x-signature":
            table.signatures.append(XarRawTable.Signature(style: tag["style"] ?? ""))
            countAttribute()
            return .signature
        case "file": return startFile(tag, parent: nil)
        case XarWriting.recordName: return .leaf(.record)
        default: return .skipped
        }
    }

    private func placeInFile(_ tag: XMLStartTag, _ index: Int) -> Place {
        switch tag.name {
        case "file": return startFile(tag, parent: index)
        case "name": return .leaf(.name(isBase64: tag["enctype"] == "base64"))
        case "type": return .leaf(.type)
        case "mode": return .leaf(.mode)
        case "user": return .leaf(.user)
        case "group": return .leaf(.group)
        case "link": return .leaf(.link)
        case "data":
            if table.entries[index].data == nil { table.entries[index].data = XarRawTable.Content() }
            return .data(file: index)
        case "ea":
            table.entries[index].attributes.append(XarRawTable.Content())
            countAttribute()
            return .attribute(file: index)
        // Times among them: Apple's own are nonsense at times, and nothing hangs on them.
        default: return .skipped
        }
    }

    private func placeInContent(_ tag: XMLStartTag) -> Place {
        switch tag.name {
        case "length": return .leaf(.length)
        case "offset": return .leaf(.offset)
        case "size": return .leaf(.size)
        case "archived-checksum": return .leaf(.archivedChecksum(style: tag["style"] ?? ""))
        // OS X 10.10 wrote the second name.
        case "extracted-checksum", "unarchived-checksum": return .leaf(.extractedChecksum(style: tag["style"] ?? ""))
        case "encoding":
            change { $0.set(\.encoding, tag["style"], "encoding") }
            return .skipped
        default: return .skipped
        }
    }

    private func startFile(_ tag: XMLStartTag, parent: Int?) -> Place {
        if table.entries.count >= Self.mostEntries { fault = .damaged("it has more than \(Self.mostEntries) entries") }
        table.entries.append(XarRawTable.Entry(parent: parent, identifier: tag["id"]))
        return .file(table.entries.count - 1)
    }

    private func countAttribute() {
        attributeCount += 1
        if attributeCount > Self.mostAttributes {
            fault = .damaged("its table of contents has more than \(Self.mostAttributes) attributes and signatures")
        }
    }

    private func take(_ leaf: Leaf, in outer: Place) {
        let value = text
        switch (leaf, outer) {
        // Of several, none is to be believed.
        case (.record, _): table.record = table.record == nil ? value : ""
        case (.creationTime, _): table.creationTime = value
        case (.checksumOffset, _): table.checksumOffset = value
        case (.checksumSize, _): table.checksumSize = value
        case (.signatureOffset, _): table.signatures[table.signatures.count - 1].offset = value
        case (.signatureSize, _): table.signatures[table.signatures.count - 1].size = value
        case (.certificate, _):
            table.signatures[table.signatures.count - 1].certificates.append(value)
            countAttribute()
        case (.name(let isBase64), .file(let index)):
            let name = XarRawTable.Name(text: value, isBase64: isBase64)
            if let old = table.entries[index].name, old != name { table.entries[index].hasSeveralNames = true }
            table.entries[index].name = name
        case (.type, .file(let index)): table.entries[index].type = value
        case (.mode, .file(let index)): table.entries[index].mode = value
        case (.user, .file(let index)): table.entries[index].user = value
        case (.group, .file(let index)): table.entries[index].group = value
        case (.link, .file(let index)): table.entries[index].link = value
        case (.attributeName, _): change { $0.name = value }
        case (.length, _): change { $0.set(\.length, value, "length") }
        case (.offset, _): change { $0.set(\.offset, value, "offset") }
        case (.size, _): change { $0.set(\.size, value, "size") }
        case (.archivedChecksum(let style), _):
            change { $0.set(\.archived, XarRawTable.Checksum(style: style, text: value), "archived-checksum") }
        case (.extractedChecksum(let style), _):
            change { $0.set(\.extracted, XarRawTable.Checksum(style: style, text: value), "extracted-checksum") }
        default: break
        }
    }

    /// Changes the `<data>` or `<ea>` that is being read.
    private func change(_ body: (inout XarRawTable.Content) -> Void) {
        switch places.last {
        case .data(let file):
            // It is there since its start tag was met.
            guard var content = table.entries[file].data else { return }
            body(&content)
            table.entries[file].data = content
        case .attribute(let file): body(&table.entries[file].attributes[table.entries[file].attributes.count - 1])
        default: break
        }
    }
}

extension XarRawTable.Content {
    /// Takes a value; a second one that differs from the first is a contradiction.
    fileprivate mutating func set<Value: Equatable>(
        _ field: WritableKeyPath<Self, Value?>, _ value: Value?, _ element: String
    ) {
        if let old = self[keyPath: field], old != value { contradiction = contradiction ?? element }
        self[keyPath: field] = value
    }
}
