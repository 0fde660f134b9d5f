import ArchiveFormats
import Checks
import ContentModel
import Findings
import Foundation
import Packaging
import TestSupport
import Testing

/// Packages as strangers' tools make them, from the file to the findings.
@Suite struct ForeignPackageTests {
    @Test func `a package made by hand in the form of Apple's gives no finding`() throws {
        expect(try HandMadePackage().findings(), [])
    }

    // MARK: PackageInfo

    @Test(arguments: [
        (
            "numberOfFiles=\"4\"", "numberOfFiles=\"3\"",
            "PackageInfo says numberOfFiles 3, and the payload has 4 entries"
        ),
        (" numberOfFiles=\"4\"", "", "PackageInfo has no numberOfFiles, and the payload has 4 entries"),
    ])
    func `a wrong count of files is an error`(old: String, new: String, message: String) throws {
        var package = try HandMadePackage()
        try package.changeInfo(old, to: new)
        expect(try package.findings(), ["PKG-005 error -"], message)
    }

    @Test func `a wrong size on disk is a warning`() throws {
        var package = try HandMadePackage()
        try package.changeInfo("installKBytes=\"2\"", to: "installKBytes=\"9\"")
        expect(
            try package.findings(), ["PKG-005 warning -"],
            "PackageInfo says installKBytes 9, and the payload takes 2")
    }

    @Test(arguments: [
        (" content-type=\"in-app\"", "", "it has no content-type"),
        ("\"in-app\"", "\"other\"", "its content-type is 'other'"),
        (" auth=", " install-location=\"/\" auth=", "it has the install-location '/'"),
        ("<relocate/>", "<scripts><postinstall file=\"./p\"/></scripts>", "it has scripts"),
    ])
    func `content in a package that is not in the form of hosted content is a warning`(
        old: String, new: String, how: String
    ) throws {
        var package = try HandMadePackage()
        try package.changeInfo(old, to: new)
        expect(
            try package.findings(), ["PKG-007 warning -"], "PackageInfo is not that of hosted content: \(how)")
    }

    @Test func `an ordinary installer package is told to be one, with its identifier and place`() throws {
        var payload = HandMadePayload()
        payload.folder(".")
        payload.folder("./bin")
        payload.file("./bin/tool", "x")
        var package = try HandMadePackage(payload)
        try package.changeInfo(" content-type=\"in-app\"", to: " install-location=\"/usr/local\"")
        try package.changeInfo("identifier=\"pack1\"", to: "identifier=\"com.example.tool\"")
        expect(
            try package.findings(), ["PKG-001 error -"],
            "input is no content package: an ordinary installer package for /usr/local ('com.example.tool'), not one of "
                + "In-App Purchase content")
    }

    @Test func `a package of several components is told to have them`() throws {
        var package = try HandMadePackage()
        package.more = """
            <file id="200"><name>pack2.pkg</name><type>directory</type>\
            <file id="201"><name>PackageInfo</name><type>file</type></file></file>
            """
        expect(
            try package.findings(), ["PKG-001 error -"],
            "input is no content package: an installer package of 2 components; one of In-App Purchase content has one")
    }

    @Test func `a xar that is no package is told so, with what it holds`() throws {
        var package = try HandMadePackage()
        package.parts = [.stored("a.txt", [1])]
        package.distribution = nil
        package.component = nil
        expect(
            try package.findings(), ["PKG-001 error -"],
            "input is no content package: an xar archive without a PackageInfo: it holds 'a.txt', and no package")
    }

    @Test(arguments: [
        ("Nothing", "an installer package without a Payload: it installs nothing"),
        ("LargeSegmentedPayload", "an installer package with a segmented payload, which no hosted content has"),
    ])
    func `a package without a payload that content has is told so`(name: String, what: String) throws {
        var package = try HandMadePackage()
        package["Payload"].name = name
        expect(try package.findings(), ["PKG-001 error -"], "input is no content package: \(what)")
    }

    @Test func `two members of one name are damage, and of names that differ in case only one that Apple refuses`()
        throws
    {
        var package = try HandMadePackage()
        package.more = "<file id=\"200\"><name>Distribution</name><type>file</type></file>"
        expect(
            try package.findings(), ["PKG-003 error -"],
            "package is damaged: its member 'Distribution': two entries have this name")
        package.more = "<file id=\"200\"><name>distribution</name><type>file</type></file>"
        expect(
            try package.findings(), ["PKG-008 error -"],
            "Apple's tools refuse this package: its members 'Distribution' and 'distribution' differ in letter case only"
        )
    }

    // MARK: Distribution

    @Test func `a bare component is a warning`() throws {
        var package = try HandMadePackage()
        package.distribution = nil
        package.component = nil
        expect(
            try package.findings(), ["PKG-006 warning -"], "package has no Distribution: it is a bare component")
    }

    @Test(arguments: [
        (Array("#other.pkg".utf8), "Distribution refers to 'other.pkg', and the component is 'pack1.pkg'"),
        (Array("".utf8), "Distribution refers to nothing, and the component is 'pack1.pkg'"),
    ])
    func `a Distribution that does not lead to the component is an error`(reference: [UInt8], message: String) throws {
        var package = try HandMadePackage()
        let text = String(decoding: try #require(package.distribution).content, as: UTF8.self)
            .replacing("#pack1.pkg", with: String(decoding: reference, as: UTF8.self))
        package.distribution = .zlib("Distribution", Array(text.utf8))
        expect(try package.findings(), ["PKG-006 error -"], message)
    }

    @Test(arguments: ["file:./pack1.pkg", "#pack%31.pkg"])
    func `a reference in another spelling leads to the component as well`(reference: String) throws {
        var package = try HandMadePackage()
        package.distribution = .zlib(
            "Distribution",
            Array(
                "<installer-script minSpecVersion=\"1\"><pkg-ref id=\"pack1\">\(reference)</pkg-ref></installer-script>"
                    .utf8))
        expect(try package.findings(), [])
    }

    @Test func `a Distribution that is no XML is an error, and the content is judged all the same`() throws {
        var package = try HandMadePackage(.contentFolder(contentInfo: ContentInfoText.xml(productIdentifier: "")))
        package.distribution = .zlib("Distribution", Array("<installer-gui-script".utf8))
        expect(
            try package.findings(), ["PKG-006 error -", "KEY-003 error ContentInfo.plist:8:10"])
    }

    // MARK: The payload's form

    @Test func `a payload that is compressed a second time is one that Apple's tools refuse`() throws {
        var package = try HandMadePackage()
        package["Payload"] = .zlib("Payload", package["Payload"].content)
        expect(
            try package.findings(), ["PKG-008 error -"],
            "Apple's tools refuse this package: its Payload is compressed a second time, and macOS reads it from the file "
                + "as it is")
    }

    @Test(arguments: [false, true])
    func `a payload without compression is read, in either form of cpio`(isNew: Bool) throws {
        let payload = HandMadePayload.contentFolder()
        var package = try HandMadePackage(payload)
        package["Payload"] = .stored("Payload", isNew ? payload.newCpio : payload.cpio)
        expect(try package.findings(), [])
        package["Payload"] = .stored("Payload", HandMadePackage.gzip(payload.newCpio))
        expect(try package.findings(), [])
    }

    @Test(arguments: [
        ("pbzx\0\0\0\0\u{1}", "a pbzx archive, not compressed with gzip"),
        ("AA01", "an Apple Archive, not compressed with gzip"),
        ("BZh9", "compressed with bzip2, not compressed with gzip"),
    ])
    func `a payload of a form that hosted content never had is told by its name`(start: String, what: String) throws {
        var package = try HandMadePackage()
        package["Payload"] = .stored("Payload", Array(start.utf8) + [UInt8](repeating: 7, count: 500))
        expect(
            try package.findings(), ["PKG-001 error -"],
            "input is no content package: a package whose payload can't be read: it is \(what)")
    }

    @Test(
        .enabled(if: ["bzip2", "lzma", "xz"].allSatisfy { Program($0) != nil }, "bzip2 or xz is not installed"),
        arguments: [
            ("bzip2", "application/x-bzip2"), ("lzma", "application/x-lzma"), ("xz", "application/x-xz"),
        ])
    func `members that are packed otherwise are read`(tool: String, style: String) throws {
        // The programs take the same options.
        let program = try #require(Program(tool))
        var package = try HandMadePackage()
        for name in ["Bom", "PackageInfo"] {
            let packed = try program.run(["-c"], input: Data(package[name].content)).output
            package[name].packed = Array(packed)
            package[name].style = style
        }
        expect(try package.findings(), [])
    }

    @Test func `checksums that are missing or of another kind are no fault`() throws {
        for style: DigestAlgorithm? in [nil, .md5, .sha256, .sha512] {
            var package = try HandMadePackage()
            package.parts = package.parts.map { part in
                var part = part
                part.checksums = style
                return part
            }
            expect(try package.findings(), [])
        }
    }

    // MARK: The container

    @Test func `what follows the last part is a note`() throws {
        var package = try HandMadePackage()
        package.trailing = [UInt8](repeating: 0x55, count: 1200)
        expect(try package.findings(), ["PKG-009 note -"], "1,200 bytes follow the last part of the package")
    }

    @Test(
        arguments: [
            (0, nil, ["its table of contents has no checksum"]),
            (2, .md5, ["the checksum of its table of contents is MD5, which is too weak"]),
            (1, .sha256, ["its header names the checksum sha1, and its table of contents sha256"]),
            (3, .sha256, []), (4, .sha512, []),
        ] as [(UInt32, DigestAlgorithm?, [String])])
    func `a checksum of the table that Apple's reader does not take is an error`(
        number: UInt32, digest: DigestAlgorithm?, reasons: [String]
    ) throws {
        var package = try HandMadePackage()
        package.algorithm = (number, digest)
        expect(
            try package.findings(), reasons.map { _ in "PKG-008 error -" },
            reasons.first.map { "Apple's tools refuse this package: \($0)" })
    }

    @Test func `a header that is longer than Apple's is an error`() throws {
        var package = try HandMadePackage()
        package.headerSize = 32
        expect(
            try package.findings(), ["PKG-008 error -"],
            "Apple's tools refuse this package: its header has 32 bytes, not 28")
    }

    @Test func `extended attributes and signatures are no fault`() throws {
        var package = try HandMadePackage()
        package["Payload"].more = (
            "<ea id=\"7\"><name>com.apple.provenance</name><length>4</length><offset>@</offset><size>4</size></ea>",
            [1, 2, 3, 4]
        )
        package.preamble = (
            """
            <signature style="RSA"><offset>@</offset><size>256</size><KeyInfo><X509Data>\
            <X509Certificate>MAA=</X509Certificate></X509Data></KeyInfo></signature>
            """,
            [UInt8](repeating: 9, count: 256)
        )
        expect(try package.findings(), [])
        let bytes = try package.laidOut().bytes
        try withTemporaryFolder { folder in
            let input = try ContentInput.open(folder.write("pack1.pkg", bytes))
            let signatures = try #require(input.flatPackage).signatures
            #expect(signatures.map(\.style) == ["RSA"] && signatures.map(\.certificateCount) == [1])
        }
    }

    @Test(
        .enabled(if: Program("bsdtar") != nil, "bsdtar is not installed"),
        arguments: [
            (["xar:compression=none"], ["PKG-009 note -"]),
            ([], ["PKG-008 error -", "PKG-009 note -"]),
            (["xar:compression=bzip2"], ["PKG-008 error -", "PKG-009 note -"]),
            (["xar:compression=none", "xar:checksum=md5"], ["PKG-009 note -"]),
            (["xar:compression=none", "xar:toc-checksum=md5"], ["PKG-008 error -", "PKG-009 note -"]),
            (["xar:compression=none", "xar:toc-checksum=none"], ["PKG-008 error -"]),
        ])
    func `a package that bsdtar put together is judged by how it did`(
        options: [String], expected: [String]
    ) throws {
        let bsdtar = try #require(Program("bsdtar"))
        try withTemporaryFolder { folder in
            let package = try HandMadePackage()
            for part in package.parts { try folder.write("pack1.pkg/\(part.name)", part.content) }
            try folder.write("Distribution", try #require(package.distribution).content)
            let chosen = options.isEmpty ? [] : ["--options", options.joined(separator: ",")]
            let outcome = try bsdtar.run(
                ["--format", "xar"] + chosen + ["-cf", "out.pkg", "Distribution", "pack1.pkg"], in: folder.path)
            try #require(outcome.status == 0, "\(outcome.errorText)")
            let found = Examination.run([try ContentInput.open(folder.path("out.pkg"))])[0].findings
            expect(found, expected)
        }
    }
}
