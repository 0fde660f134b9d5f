import ArchiveFormats
import ContentModel
import Foundation
import Packaging
import TestSupport
import Testing

/// A small content folder as a zip and as a flat package, and the parts that the package is made of.
struct SmallPackage: Sendable {
    /// The whole zip.
    let zip: [UInt8]
    /// The whole flat package.
    let pkg: [UInt8]
    /// The parts of the package, unpacked.
    let bom: [UInt8]
    let cpio: [UInt8]
    let packageInfo: [UInt8]
    let distribution: [UInt8]
    /// Where the payload lies in the package.
    let payloadRange: Range<Int>
    /// What both hold: the content of each file, and for anything else `nil`.
    let content: [ContentPath: [UInt8]?]

    /// Packs the folder, and takes the package apart.
    init() throws {
        (zip, pkg, content) = try withTemporaryFolder { folder throws in
            let path = try folder.makeContentFolder(
                "pack1",
                contents: [
                    "a.txt": String(repeating: "castle knight ", count: 30), "b.bin": "\u{1}\u{2}x\u{7F}", "empty": "",
                    "sub/c.txt": "c",
                ])
            try FileManager.default.createSymbolicLink(
                atPath: path + "/Contents/link", withDestinationPath: "sub/c.txt")
            let tree = FolderReader.tree(atPath: path)
            func packed(_ kind: PackageKind) throws -> [UInt8] {
                let output = folder.path("out.\(kind)")
                _ = try PackageWriter.write(
                    tree, named: "pack1", as: kind, to: output, options: PackageOptions(synchronizes: false))
                return Array(try Data(contentsOf: URL(fileURLWithPath: output)))
            }
            return (
                try packed(.zip), try packed(.pkg),
                try Dictionary(
                    uniqueKeysWithValues: tree.entries.map { entry in
                        (entry.path, entry.type == .file ? try tree.source.bytes(of: entry, limit: 1 << 20) : nil)
                    })
            )
        }
        let bytes = pkg
        // The file stays open, and so readable, when its folder is gone.
        let archive = try withTemporaryFolder { try XarArchive(of: ReadableFile($0.write("pack1.pkg", bytes))) }
        func member(_ path: String) throws -> (entry: XarEntry, content: [UInt8]) {
            let entry = try #require(archive.entries.first { $0.path == Array(path.utf8) })
            return (entry, try XarMemberStream(entry, in: archive).allBytes(limit: 1 << 20))
        }
        bom = try member("pack1.pkg/Bom").content
        packageInfo = try member("pack1.pkg/PackageInfo").content
        distribution = try member("Distribution").content
        let payload = try member("pack1.pkg/Payload")
        cpio = try GzipReader(MemoryStream(payload.content)).allBytes(limit: 1 << 20)
        let data = try #require(payload.entry.data)
        let start = Int(archive.heapStart + data.offset)
        payloadRange = start..<start + Int(data.length)
    }

    /// The XML of the table of contents.
    var table: [UInt8] {
        var table: [UInt8] = []
        _ = rebuilt {
            table = $0
            return $0
        }
        return table
    }

    // MARK: Put together again

    /// A package in which some parts are others, and every checksum is right.
    /// - Parameter table: Changes the XML of the table of contents.
    func rebuilt(
        bom: [UInt8]? = nil, payload: [UInt8]? = nil, packageInfo: [UInt8]? = nil, distribution: [UInt8]? = nil,
        table: ([UInt8]) -> [UInt8] = { $0 }
    ) -> [UInt8] {
        var heap: [UInt8] = []
        func member(_ id: Int, _ name: String, _ content: [UInt8], _ encoding: XarOutputMember.Encoding)
            -> XarOutputMember
        {
            let stored = encoding == .zlib ? ZlibStream.deflated(content) ?? [] : content
            defer { heap += stored }
            return XarOutputMember(
                id: id, name: name, offset: UInt64(XarWriting.checksumLength + heap.count),
                length: UInt64(stored.count), size: UInt64(content.count), encoding: encoding,
                archivedChecksum: Digest.of(stored, .sha1), extractedChecksum: Digest.of(content, .sha1))
        }
        let members = XarPackageMembers(
            bom: member(2, "Bom", bom ?? self.bom, .zlib),
            payload: member(3, "Payload", payload ?? Self.gzip(cpio), .stored),
            packageInfo: member(4, "PackageInfo", packageInfo ?? self.packageInfo, .zlib),
            distribution: member(5, "Distribution", distribution ?? self.distribution, .zlib))
        let xml = table(XarWriting.tableOfContents(component: "pack1", members: members, time: 0))
        let packed = ZlibStream.deflated(xml) ?? []
        let header = XarWriting.header(
            compressedLength: UInt64(packed.count), uncompressedLength: UInt64(xml.count))
        return header + packed + Digest.of(packed, .sha1) + heap
    }

    /// A gzip member, as Apple's payloads are.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let deflated = (ZlibStream.deflated(bytes, level: 6) ?? []).dropFirst(2).dropLast(4)
        return GzipFraming.header + deflated
            + GzipFraming.trailer(checksum: CRC32.of(bytes), size: UInt64(bytes.count))
    }
}
