import ArchiveFormats
import Checks
import Findings
import Packaging
import TestSupport
import Testing

/// A flat package put together part by part, so that each can be what a stranger's tool makes of it.
struct HandMadePackage {
    /// A file of the xar, in the folder of the component or at the top.
    struct Part {
        var name: String
        /// The bytes as they are kept, and as they are once unpacked.
        var packed: [UInt8]
        var content: [UInt8]
        /// How they are kept, as the table of contents calls it.
        var style: String
        /// The style of both checksums; `nil` for none.
        var checksums: DigestAlgorithm? = .sha1
        /// How many times the name stands in the table.
        var nameCount = 1
        /// More XML of its entry, with `@` for where the next byte of the heap lies, and the bytes that lie there.
        var more: (xml: String, bytes: [UInt8])?

        /// A part that is kept as a zlib stream.
        static func zlib(_ name: String, _ content: [UInt8]) -> Part {
            Part(name: name, packed: ZlibStream.deflated(content) ?? [], content: content, style: "application/x-gzip")
        }

        /// A part that is kept as it is.
        static func stored(_ name: String, _ content: [UInt8]) -> Part {
            Part(name: name, packed: content, content: content, style: "application/octet-stream")
        }
    }

    /// The property list in it.
    static let contentInfo = ContentInfoText.xml()

    /// The folder of the component; `nil` for a bare component, whose parts stand at the top.
    var component: String? = "pack1.pkg"
    /// The parts of the component in the order of the heap.
    var parts: [Part]
    /// `Distribution`; `nil` for none.
    var distribution: Part?
    /// More XML of the table, before the files, with `@` for where its bytes lie in the heap.
    var preamble: (xml: String, bytes: [UInt8])?
    /// More XML behind the files.
    var more = ""
    /// The number of the checksum in the header, and the digest that the table has.
    var algorithm: (number: UInt32, digest: DigestAlgorithm?) = (1, .sha1)
    /// The size of the header.
    var headerSize: UInt16 = 28
    /// What follows the last part.
    var trailing: [UInt8] = []

    /// A package in order, with whatever the payload has.
    init(_ payload: HandMadePayload = .contentFolder()) throws {
        let info = PackageInfoDocument(
            identifier: "pack1", generatorVersion: "hand", numberOfFiles: payload.entries.count,
            installKBytes: payload.installKBytes)
        parts = [
            .zlib("Bom", try BomWriting.bytes(payload.bomEntries)), .stored("Payload", Self.gzip(payload.cpio)),
            .zlib("PackageInfo", info.bytes(.current)),
        ]
        distribution = .zlib(
            "Distribution",
            DistributionDocument.bytes(name: "pack1", installKBytes: payload.installKBytes, form: .current))
    }

    /// A part by its name; it must be there.
    subscript(name: String) -> Part {
        get { parts.first { $0.name == name } ?? .stored(name, []) }
        set { parts = parts.map { $0.name == name ? newValue : $0 } }
    }

    /// Replaces text in `PackageInfo`.
    mutating func changeInfo(_ old: String, to new: String) throws {
        let text = String(decoding: self["PackageInfo"].content, as: UTF8.self)
        try #require(text.contains(old))
        self["PackageInfo"] = .zlib("PackageInfo", Array(text.replacing(old, with: new).utf8))
    }

    /// A gzip member, as Apple's payloads are.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let deflated = (ZlibStream.deflated(bytes, level: 6) ?? []).dropFirst(2).dropLast(4)
        return GzipFraming.header + deflated
            + GzipFraming.trailer(checksum: CRC32.of(bytes), size: UInt64(bytes.count))
    }

    // MARK: The file

    /// The whole package, and where each part of the file begins.
    func laidOut() throws -> (bytes: [UInt8], starts: [(name: String, offset: Int)]) {
        let digestLength = algorithm.digest?.length ?? 0
        var heap: [UInt8] = []
        var places: [(name: String, offset: Int)] = []
        func place(_ bytes: [UInt8], _ name: String) -> Int {
            places.append((name, heap.count))
            heap += bytes
            return digestLength + heap.count - bytes.count
        }
        func xml(_ more: (xml: String, bytes: [UInt8])?) -> String {
            guard let more else { return "" }
            return more.xml.replacing("@", with: String(place(more.bytes, "more")))
        }
        let before = xml(preamble)
        var files = ""
        for (index, part) in parts.enumerated() {
            files += Self.xml(part, index + 2, at: place(part.packed, part.name))
        }
        files = files.replacing("</file>", with: "</file>\n")
        for part in parts {
            guard let more = part.more else { continue }
            files = files.replacing("<!--\(part.name)-->", with: xml(more))
        }
        if let component {
            files = "<file id=\"1\"><name>\(component)</name><type>directory</type>\(files)</file>"
        }
        if let distribution {
            files += Self.xml(distribution, 100, at: place(distribution.packed, distribution.name))
        }
        let checksum =
            algorithm.digest.map {
                "<checksum style=\"\($0.rawValue)\"><offset>0</offset><size>\($0.length)</size></checksum>"
            } ?? ""
        let table =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><xar><toc>\(checksum)\(before)\(files)\(more)</toc></xar>"
        let packedTable = try #require(ZlibStream.deflated(Array(table.utf8)))
        var bytes = Array("xar!".utf8)
        bytes.append(bigEndian: headerSize)
        bytes.append(bigEndian: 1 as UInt16)
        bytes.append(bigEndian: UInt64(packedTable.count))
        bytes.append(bigEndian: UInt64(table.utf8.count))
        bytes.append(bigEndian: algorithm.number)
        bytes += [UInt8](repeating: 0, count: Int(headerSize) - 28)
        var starts = [("header", 0), ("table", bytes.count)]
        bytes += packedTable
        starts.append(("checksum", bytes.count))
        if let digest = algorithm.digest { bytes += Digest.of(packedTable, digest) }
        starts += places.map { ($0.name, bytes.count + $0.offset) }
        return (bytes + heap + trailing, starts)
    }

    private static func xml(_ part: Part, _ id: Int, at offset: Int) -> String {
        func sum(_ element: String, _ bytes: [UInt8]) -> String {
            part.checksums.map {
                "<\(element) style=\"\($0.rawValue)\">\(Digest.hexadecimal(Digest.of(bytes, $0)))</\(element)>"
            } ?? ""
        }
        return """
            <file id="\(id)">\(String(repeating: "<name>\(part.name)</name>", count: part.nameCount))<type>file</type>\
            <data><length>\(part.packed.count)</length><offset>\(offset)</offset><size>\(part.content.count)</size>\
            <encoding style="\(part.style)"/>\(sum("archived-checksum", part.packed))\
            \(sum("extracted-checksum", part.content))</data><!--\(part.name)--></file>
            """
    }
}

extension HandMadePackage {
    /// The findings for the package, from the file to the end.
    func findings() throws -> [Finding] { try Self.findings(laidOut().bytes) }

    /// The findings for any file that is named as a package.
    static func findings(_ bytes: [UInt8], named name: String = "pack1.pkg") throws -> [Finding] {
        try withTemporaryFolder { folder in
            Examination.run([try ContentInput.open(folder.write(name, bytes))])[0].findings
        }
    }
}

/// Expects exactly these findings, and that the message of the first is this one.
func expect(
    _ findings: [Finding], _ expected: [String], _ message: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(summaries(findings) == expected, "\(findings.map(\.message))", sourceLocation: sourceLocation)
    if let message { #expect(findings.first?.message == message, sourceLocation: sourceLocation) }
}
