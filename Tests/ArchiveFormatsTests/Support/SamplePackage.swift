import Testing

@testable import ArchiveFormats

/// A small package, put together from the pure functions as a packer does it.
struct SamplePackage: Sendable, CustomTestStringConvertible {
    var component = "com.example.pack"
    var bom = Array("the list of files".utf8) + [UInt8](repeating: 0, count: 3000)
    var payload = Array("the payload, packed already".utf8)
    var packageInfo = Array("<pkg-info/>".utf8)
    var distribution = Array("<installer-gui-script/>".utf8)
    var time: Int64 = 1_436_387_361
    /// How many bytes the table takes; the fewest where it is `nil`.
    var tableLength: Int?

    var testDescription: String { "\(component.prefix(20)), a table of \(tableLength ?? 0)" }

    /// The members, and the heap behind the checksum.
    func members() throws -> (XarPackageMembers, heap: [UInt8]) {
        var heap: [UInt8] = []
        func add(_ id: Int, _ name: String, _ content: [UInt8], _ encoding: XarOutputMember.Encoding) throws
            -> XarOutputMember
        {
            let stored = encoding == .zlib ? try #require(ZlibStream.deflated(content)) : content
            defer { heap += stored }
            return XarOutputMember(
                id: id, name: name, offset: UInt64(XarWriting.checksumLength + heap.count),
                length: UInt64(stored.count), size: UInt64(content.count), encoding: encoding,
                archivedChecksum: Digest.of(stored, .sha1), extractedChecksum: Digest.of(content, .sha1))
        }
        let members = XarPackageMembers(
            bom: try add(2, "Bom", bom, .zlib), payload: try add(3, "Payload", payload, .stored),
            packageInfo: try add(4, "PackageInfo", packageInfo, .zlib),
            distribution: try add(5, "Distribution", distribution, .zlib))
        return (members, heap)
    }

    /// The XML of the table.
    func xml() throws -> [UInt8] {
        XarWriting.tableOfContents(component: component, members: try members().0, time: time)
    }

    /// The whole package.
    func bytes() throws -> [UInt8] {
        let xml = try xml()
        let length = tableLength ?? XarWriting.smallestStretch(of: xml)
        let table = try #require(XarWriting.stretched(xml, toCompressedLength: length))
        return XarWriting.header(
            compressedLength: UInt64(length), uncompressedLength: UInt64(table.uncompressedLength))
            + table.bytes + Digest.of(table.bytes, .sha1) + (try members().heap)
    }
}
