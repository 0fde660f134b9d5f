internal import XMLReading

/// A table of contents that holds together: paths, numbers, checksums. Where things lie in the heap is not judged yet.
struct XarTable {
    private(set) var entries: [XarEntry] = []
    private(set) var signatures: [XarSignature] = []
    private(set) var remarks: [XarRemark] = []
    /// What of the heap is spoken for.
    private(set) var ranges: [XarHeapRange] = []

    /// The longest path that macOS takes, in bytes. Without a bound, long names of deep folders would take memory by
    /// the product of length and number.
    static let longestPath = 1024

    private struct Sibling: Hashable {
        let parent: Int?
        let name: [UInt8]
    }

    private var exactNames: Set<Sibling> = []
    private var foldedNames: [Sibling: Int] = [:]
    private var identifiers: [String: Int] = [:]

    init(_ raw: XarRawTable) throws(XarFault) {
        remarks = raw.subdocuments.map { .subdocument($0) }
        for signature in raw.signatures { try add(signature) }
        for (index, entry) in raw.entries.enumerated() { try add(entry, at: index) }
    }

    private mutating func add(_ raw: XarRawTable.Signature) throws(XarFault) {
        guard let offset = raw.offset.flatMap(XarText.number), let size = raw.size.flatMap(XarText.number) else {
            throw .damaged("its table of contents does not say where a signature lies")
        }
        var certificates: [[UInt8]] = []
        for text in raw.certificates {
            if let certificate = Base64.decode(text, requiresPadding: false), !certificate.isEmpty {
                certificates.append(certificate)
            } else {
                remarks.append(.unreadableCertificate)
            }
        }
        signatures.append(XarSignature(style: raw.style, offset: offset, size: size, certificates: certificates))
        ranges.append(XarHeapRange(offset: offset, length: size, owner: .signature))
    }

    private mutating func add(_ raw: XarRawTable.Entry, at index: Int) throws(XarFault) {
        let path = try path(of: raw)
        let parent = raw.parent.map { entries[$0] }
        guard parent == nil || parent?.kind == .directory else {
            throw .damagedEntry(name: path, "it lies in something that is no folder")
        }
        try takeName(path, parent: raw.parent, index: index)
        if raw.hasSeveralNames { remarks.append(.severalNames(path: path)) }
        if let identifier = raw.identifier {
            let count = identifiers[identifier, default: 0]
            identifiers[identifier] = count + 1
            if count == 1 { remarks.append(.repeatedIdentifier(identifier)) }
        } else {
            remarks.append(.missingIdentifier(path: path))
        }
        let data = try raw.data.map { content throws(XarFault) in try self.data(content, of: path, index) } ?? nil
        for attribute in raw.attributes { try addRange(of: attribute, path: path, index) }
        entries.append(
            XarEntry(
                path: path, kind: XarEntry.Kind(raw.type), data: data, mode: raw.mode.flatMap(XarText.mode),
                user: raw.user, group: raw.group, identifier: raw.identifier, linkTarget: raw.link,
                extendedAttributes: raw.attributes.map { $0.name ?? "" }))
    }

    // MARK: - Names

    private mutating func path(of raw: XarRawTable.Entry) throws(XarFault) -> [UInt8] {
        let folder = raw.parent.map { entries[$0].path + [UInt8(ascii: "/")] } ?? []
        guard let written = raw.name else {
            throw .damagedEntry(name: folder, "an entry of it has no name")
        }
        guard
            var name = written.isBase64 ? Base64.decode(written.text, requiresPadding: false) : Array(written.text.utf8)
        else {
            throw .damagedEntry(name: folder + Array(written.text.utf8.prefix(255)), "its name is no base64")
        }
        let hasSlash = name.contains(UInt8(ascii: "/"))
        if hasSlash { name = name.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ":") : $0 } }
        let path = folder + name
        guard !name.isEmpty, name != Array(".".utf8), name != Array("..".utf8) else {
            throw .damagedEntry(name: path, "its name is '\(String(decoding: name, as: UTF8.self))'")
        }
        guard !name.contains(0) else { throw .damagedEntry(name: path, "its name holds a NUL") }
        guard path.count <= Self.longestPath else {
            let beginning = Array(path.prefix(Self.longestPath))
            throw .damagedEntry(name: beginning, "its path has \(path.count) bytes, more than \(Self.longestPath)")
        }
        if hasSlash { remarks.append(.slashInName(path: path)) }
        return path
    }

    private mutating func takeName(_ path: [UInt8], parent: Int?, index: Int) throws(XarFault) {
        let name = Array(path.dropFirst(parent.map { entries[$0].path.count + 1 } ?? 0))
        guard exactNames.insert(Sibling(parent: parent, name: name)).inserted else {
            throw .damagedEntry(name: path, "two entries have this name")
        }
        // Apple's reader folds ASCII only.
        let folded = name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        if let other = foldedNames.updateValue(index, forKey: Sibling(parent: parent, name: folded)) {
            remarks.append(.namesDifferInCase(entries[other].path, path))
        }
    }

    // MARK: - Content

    private mutating func data(
        _ raw: XarRawTable.Content, of path: [UInt8], _ index: Int
    ) throws(XarFault) -> XarData? {
        guard let range = try addRange(of: raw, path: path, index) else { return nil }
        guard let size = raw.size.flatMap(XarText.number) else {
            throw .damagedEntry(name: path, "the table of contents does not say how large it is")
        }
        let encoding = XarEncoding(style: raw.encoding)
        if case .other(let style) = encoding { remarks.append(.unknownEncoding(path: path, style: style)) }
        if raw.archived != nil, raw.extracted == nil { remarks.append(.missingExtractedChecksum(path: path)) }
        return XarData(
            offset: range.offset, length: range.length, size: size, encoding: encoding,
            archivedChecksum: try checksum(raw.archived, of: path),
            extractedChecksum: try checksum(raw.extracted, of: path))
    }

    @discardableResult
    private mutating func addRange(
        of raw: XarRawTable.Content, path: [UInt8], _ index: Int
    ) throws(XarFault) -> XarHeapRange? {
        if let element = raw.contradiction {
            throw .damagedEntry(name: path, "the table of contents gives it two values of <\(element)>")
        }
        if raw.length == nil, raw.offset == nil, raw.size == nil { return nil }
        guard let length = raw.length.flatMap(XarText.number) else {
            throw .damagedEntry(name: path, "the table of contents does not say how many bytes it takes")
        }
        // What takes no bytes need not lie anywhere.
        guard let offset = raw.offset.map(XarText.number) ?? (length == 0 ? 0 : nil) else {
            throw .damagedEntry(name: path, "the table of contents does not say where it lies")
        }
        let range = XarHeapRange(offset: offset, length: length, owner: .entry(index))
        ranges.append(range)
        return range
    }

    private mutating func checksum(
        _ raw: XarRawTable.Checksum?, of path: [UInt8]
    ) throws(XarFault) -> XarChecksum? {
        guard let raw else { return nil }
        let style = raw.style.lowercased()
        guard let algorithm = DigestAlgorithm(rawValue: style) else {
            if style != "none" { remarks.append(.unknownChecksum(path: path, style: raw.style)) }
            return XarChecksum(style: raw.style, algorithm: nil, bytes: [])
        }
        guard let bytes = XarText.hexadecimal(raw.text), bytes.count == algorithm.length else {
            throw .damagedEntry(name: path, "one of its checksums is no \(algorithm.rawValue) digest")
        }
        return XarChecksum(style: raw.style, algorithm: algorithm, bytes: bytes)
    }
}
