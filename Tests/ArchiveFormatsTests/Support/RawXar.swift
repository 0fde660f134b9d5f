import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// A xar put together by hand, so that any part of it can be wrong.
struct RawXar {
    /// What stands in `<toc>` behind the checksum.
    var files = ""
    /// What stands in front of the files; a SHA-1 of the table by default.
    var checksum = "<checksum style=\"sha1\"><offset>0</offset><size>20</size></checksum>"
    /// What stands in `<xar>` behind the table.
    var more = ""
    /// The whole XML, in place of one made of the above.
    var xml: [UInt8]?
    var headerSize: UInt16 = 28
    var version: UInt16 = 1
    var algorithm: UInt32 = 1
    /// The digest that is written at the start of the heap.
    var digest: DigestAlgorithm? = .sha1
    /// The heap behind the digest.
    var heap: [UInt8] = []
    /// Bytes of the table behind its zlib stream.
    var padding: [UInt8] = []
    /// What the header says in place of the true lengths.
    var compressedLength: UInt64?
    var uncompressedLength: UInt64?

    func bytes() throws -> [UInt8] {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><xar><toc>\(checksum)\(files)</toc>\(more)</xar>"
        let xml = self.xml ?? Array(text.utf8)
        let table = try #require(ZlibStream.deflated(xml)) + padding
        var bytes = XarHeader.magic
        bytes.append(bigEndian: headerSize)
        bytes.append(bigEndian: version)
        bytes.append(bigEndian: compressedLength ?? UInt64(table.count))
        bytes.append(bigEndian: uncompressedLength ?? UInt64(xml.count))
        bytes.append(bigEndian: algorithm)
        bytes += [UInt8](repeating: 0, count: max(0, Int(headerSize) - 28))
        bytes += table
        if let digest { bytes += Digest.of(table, digest) }
        return bytes + heap
    }

    /// A `<file>` with the content that lies from `offset` on, as it is.
    static func stored(_ name: String, _ content: String, at offset: Int, id: Int = 1) -> String {
        let sum = Digest.hexadecimal(Digest.of(Array(content.utf8), .sha1))
        return packed(
            name, "application/octet-stream", at: offset, length: content.utf8.count, size: content.utf8.count,
            sums: (sum, sum), id: id)
    }

    /// A `<file>` with its content packed in some way.
    static func packed(
        _ name: String, _ encoding: String, at offset: Int, length: Int, size: Int, sums: (String, String)? = nil,
        id: Int = 1
    ) -> String {
        let checksums =
            sums.map {
                "<archived-checksum style=\"sha1\">\($0.0)</archived-checksum>"
                    + "<extracted-checksum style=\"sha1\">\($0.1)</extracted-checksum>"
            } ?? ""
        return """
            <file id="\(id)"><name>\(name)</name><type>file</type><data><length>\(length)</length>\
            <offset>\(offset)</offset><size>\(size)</size><encoding style="\(encoding)"/>\(checksums)</data></file>
            """
    }
}

extension XarArchive {
    /// Reads a xar that is in memory.
    static func read(_ bytes: [UInt8]) throws -> XarArchive {
        try withTemporaryFolder { folder in
            // The file stays open, and so readable, when its folder is gone.
            try XarArchive(of: ReadableFile(folder.write("a.xar", bytes)))
        }
    }

    /// Reads a xar and unpacks an entry.
    func content(of path: String) throws -> [UInt8] {
        let entry = try #require(entries.first { $0.path == Array(path.utf8) })
        return try XarMemberStream(entry, in: self).allBytes(limit: 1 << 24)
    }

    /// The fault of bytes that are no xar; a test fails where there is none.
    static func fault(of bytes: [UInt8]) throws -> XarFault? {
        do {
            _ = try read(bytes)
            Issue.record("no fault")
            return nil
        } catch let fault as XarFault {
            return fault
        }
    }

    /// The paths as text.
    var paths: [String] { entries.map { String(decoding: $0.path, as: UTF8.self) } }
}
