import ArchiveFormats
import Checks
import ContentModel
import Findings
import Foundation
import Packaging
import TestSupport
import Testing

/// Packages whose parts disagree in ways that a check of one part alone does not see.
@Suite struct PackageContradictionTests {
    @Test(.enabled(if: Program("bzip2") != nil, "bzip2 is not installed"))
    func `a payload packed by other means is read as far as it fits in memory, and no further`() throws {
        var payload = HandMadePayload.contentFolder()
        payload.file("./Contents/b.txt", String(repeating: "b", count: 70 << 20))
        var package = try HandMadePackage(payload)
        let packed = try #require(Program("bzip2")).run(["-c"], input: Data(payload.cpio)).output
        package["Payload"] = HandMadePackage.Part(
            name: "Payload", packed: Array(packed), content: payload.cpio, style: "application/x-bzip2")
        expect(
            try package.findings(), ["PKG-001 error -"],
            "input is no content package: a package whose payload can't be read: one that unpacks to more than "
                + "67108864 bytes, which is as far as it is read")
    }

    @Test(arguments: [
        (
            "id=\"pack1\" version=\"0\"", "id=\"pack2\" version=\"0\"",
            "the identifier 'pack2', and PackageInfo 'pack1'"
        ),
        (
            "id=\"pack1\" version=\"0\"", "id=\"pack1\" version=\"1\"", "the version '1', and PackageInfo '0'"
        ),
        ("installKBytes=\"1\"", "installKBytes=\"7\"", "the installKBytes '7', and PackageInfo '1'"),
    ])
    func `a Distribution that says otherwise of the component is an error`(
        old: String, new: String, what: String
    ) throws {
        var package = try HandMadePackage()
        let text = String(decoding: try #require(package.distribution).content, as: UTF8.self)
        let kBytes = HandMadePayload.contentFolder().installKBytes
        let right = old.replacing("\"1\"", with: old.hasPrefix("install") ? "\"\(kBytes)\"" : "\"1\"")
        try #require(text.contains(right))
        package.distribution = .zlib("Distribution", Array(text.replacing(right, with: new).utf8))
        expect(
            try package.findings(), ["PKG-006 error -"],
            "Distribution gives the component " + what.replacing("PackageInfo '1'", with: "PackageInfo '\(kBytes)'"))
    }

    @Test func `a reference with an element in it is read`() throws {
        var package = try HandMadePackage()
        let text = String(decoding: try #require(package.distribution).content, as: UTF8.self)
        let changed = text.replacing("#pack1.pkg</pkg-ref>", with: "#pack1<must-close>x</must-close>.pkg</pkg-ref>")
        try #require(changed != text)
        package.distribution = .zlib("Distribution", Array(changed.utf8))
        expect(try package.findings(), [])
    }

    @Test func `a Bom that gives another kind by its number than by the mode is an error`() throws {
        let payload = HandMadePayload.contentFolder()
        var package = try HandMadePackage(payload)
        var entries = payload.bomEntries
        entries[3].kind = .device
        package["Bom"] = .zlib("Bom", try BomWriting.bytes(entries))
        expect(
            try package.findings(), ["PKG-004 error Contents/a.txt"],
            "'Contents/a.txt' is something special in the Bom and a file in the payload")
    }

    @Test(arguments: [0o100644, 0o40755] as [UInt32])
    func `a folder itself that is a file, or there twice, is damage`(mode: UInt32) throws {
        var payload = HandMadePayload.contentFolder()
        payload.add(".", mode)
        let package = try HandMadePackage()
        var other = package
        other["Payload"] = .stored("Payload", HandMadePackage.gzip(payload.cpio))
        expect(
            try other.findings(), ["PKG-003 error -"],
            "package is damaged: its payload has an entry '.' that is not the one of the folder itself")
    }

    @Test func `hard links in a payload of the newer form are told, not taken for empty files`() throws {
        let payload = HandMadePayload.contentFolder()
        var cpio = payload.newCpio
        // The number of links stands 38 bytes behind the magic of the header.
        let names = cpio.indices.filter { cpio[$0...].starts(with: "./Contents/a.txt".utf8) }
        let header = try #require(names.first) - 110
        cpio[header + 45] = UInt8(ascii: "2")
        var package = try HandMadePackage(payload)
        package["Payload"] = .stored("Payload", HandMadePackage.gzip(cpio))
        expect(
            try package.findings(), ["PKG-001 error -"],
            "input is no content package: a package whose payload has hard links, which no content has")
    }
}
