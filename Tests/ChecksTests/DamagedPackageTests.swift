import ArchiveFormats
import Checks
import Findings
import Packaging
import TestSupport
import Testing

/// Packages that are cut short, damaged, or of which the parts contradict each other.
@Suite struct DamagedPackageTests {
    // MARK: The Bom

    /// A package whose Bom is that of other entries than its payload's.
    private static func package(bomOf change: (inout [BomEntry]) -> Void) throws -> HandMadePackage {
        var entries = HandMadePayload.contentFolder().bomEntries
        change(&entries)
        var package = try HandMadePackage()
        package["Bom"] = .zlib("Bom", try BomWriting.bytes(entries))
        return package
    }

    @Test func `a package without a Bom is an error`() throws {
        var package = try HandMadePackage()
        package.parts.removeFirst()
        expect(try package.findings(), ["PKG-004 error -"], "package has no Bom")
    }

    @Test func `a Bom that lists other paths is an error at each`() throws {
        let package = try Self.package { $0[3].path = Array("./Contents/b.txt".utf8) }
        expect(
            try package.findings(), ["PKG-004 error Contents/a.txt", "PKG-004 error Contents/b.txt"],
            "'Contents/a.txt' is in the payload and not in the Bom")
    }

    @Test func `a Bom that says otherwise of a file is an error that tells both`() throws {
        func check(_ message: String, _ change: (inout BomEntry) -> Void) throws {
            let package = try Self.package { change(&$0[3]) }
            expect(try package.findings(), ["PKG-004 error Contents/a.txt"], "'Contents/a.txt' \(message)")
        }
        try check("has 2 bytes in the Bom and 1 in the payload") { $0.size = 2 }
        try check("has the checksum 7 in the Bom and 1220704766 in the payload") { $0.checksum = 7 }
        try check("has mode 0600 in the Bom and 0644 in the payload") { $0.mode = 0o100600 }
        try check("is a folder in the Bom and a file in the payload") { ($0.kind, $0.mode) = (.directory, 0o40755) }
    }

    @Test func `a Bom that lists nothing of the payload is told by twenty paths and a count`() throws {
        var payload = HandMadePayload.contentFolder()
        for number in 10..<40 { payload.file("./Contents/\(number)", "") }
        var package = try HandMadePackage(payload)
        package["Bom"] = .zlib("Bom", try BomWriting.bytes(HandMadePayload.contentFolder().bomEntries))
        let findings = try package.findings()
        expect(
            findings, ["PKG-004 error -"] + (10..<30).map { "PKG-004 error Contents/\($0)" },
            "Bom and payload contradict each other in 10 more paths")
    }

    @Test func `a Bom that can't be read is an error that says why`() throws {
        var package = try HandMadePackage()
        package["Bom"] = .zlib("Bom", Array("BOMStore".utf8))
        expect(try package.findings(), ["PKG-004 error -"], "Bom can't be read: it breaks off within its header")
    }

    // MARK: Cuts

    @Test func `C31: a package that is cut anywhere is said to be incomplete, and not to be no package`() throws {
        let (bytes, starts) = try HandMadePackage().laidOut()
        #expect(starts.map(\.name) == ["header", "table", "checksum", "Bom", "Payload", "PackageInfo", "Distribution"])
        // At every part's start, a byte before and behind it, and in its middle.
        let ends = starts.dropFirst().map(\.offset) + [bytes.count]
        var cuts: Set<Int> = []
        for (start, end) in zip(starts, ends) {
            cuts.formUnion([start.offset - 1, start.offset, start.offset + 1, (start.offset + end) / 2, end - 1])
        }
        cuts.insert(bytes.count * 6 / 10)
        for cut in cuts where cut >= 4 {
            let findings = try HandMadePackage.findings(Array(bytes[..<cut]))
            expect(findings, ["PKG-002 error -"])
            #expect(findings.first?.message.hasPrefix("package is incomplete: ") == true, "\(cut)")
        }
        // "xar!" itself is what tells that it was to be a package.
        expect(try HandMadePackage.findings(Array(bytes[..<3])), ["PKG-001 error -"])
        expect(try HandMadePackage.findings([]), ["PKG-001 error -"], "input is no content package: an empty file")
    }

    @Test func `a payload that breaks off in itself, though the package is whole, is said to be incomplete`() throws {
        var package = try HandMadePackage()
        let cpio = HandMadePayload.contentFolder().cpio
        package["Payload"] = .stored("Payload", HandMadePackage.gzip(Array(cpio[..<300])))
        expect(try package.findings(), ["PKG-002 error -"])
        package["Payload"] = .stored("Payload", Array(HandMadePackage.gzip(cpio).dropLast(20)))
        expect(try package.findings(), ["PKG-002 error -"])
    }

    // MARK: Flips

    @Test(arguments: [
        ("table", ["PKG-003 error -"]), ("checksum", ["PKG-003 error -"]), ("Bom", ["PKG-004 error -"]),
        ("Payload", ["PKG-003 error -"]), ("PackageInfo", ["PKG-003 error -"]), ("Distribution", ["PKG-006 error -"]),
    ])
    func `a damaged byte in any part is one finding`(part: String, expected: [String]) throws {
        let (bytes, starts) = try HandMadePackage().laidOut()
        let index = try #require(starts.firstIndex { $0.name == part })
        let end = index + 1 < starts.count ? starts[index + 1].offset : bytes.count
        for offset in stride(from: starts[index].offset, to: end, by: 7) {
            var damaged = bytes
            damaged[offset] ^= 0x10
            expect(try HandMadePackage.findings(damaged), expected)
        }
    }

    @Test func `a payload that is damaged, and has no checksum but gzip's, is damaged`() throws {
        var package = try HandMadePackage()
        package["Payload"].checksums = nil
        let middle = package["Payload"].packed.count / 2
        package["Payload"].packed[middle] ^= 0x10
        expect(try package.findings(), ["PKG-003 error -"])
    }
}
