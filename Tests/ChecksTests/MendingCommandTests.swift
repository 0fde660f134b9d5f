import Checks
import ContentModel
import Findings
import Foundation
import Packaging
import ProductCatalogs
import TestSupport
import Testing

/// Every command that is offered is run here, on a folder on disk, and what comes of it is examined again.
@Suite struct MendingCommandTests {
    private static let shell = Program(at: "/bin/sh")

    /// Examines a folder, runs the command of the finding with this code in the folder's parent, and examines it again.
    private static func mend(
        _ name: String = "pack1", code: String = "PID-010", in folder: TemporaryFolder, products: [String]
    ) throws -> (command: String, after: [String]) {
        let known = products.map { Examination.products($0)[0] }
        let before = findings(name, in: folder, products: known)
        let command = try #require(before.first { $0.code.id == code }?.remedy?.command)
        let outcome = try shell.run(["-c", command], in: folder.path, environment: ["PATH": BuiltTool.searchPath])
        #expect(outcome.status == 0)
        #expect(outcome.errorText == "")
        return (command, summaries(findings(name, in: folder, products: known)))
    }

    /// As a user in the folder's parent would see it: the input's name is relative.
    private static func findings(_ name: String, in folder: TemporaryFolder, products: [KnownProduct]) -> [Finding] {
        let tree = FolderReader.tree(atPath: folder.path(name))
        return Examination.run(
            [ContentInput(path: name, kind: .folder, content: .success(tree))], products: products)[0].findings
    }

    private static func write(_ text: String, _ name: String = "pack1", in folder: TemporaryFolder) throws {
        try folder.makeContentFolder(name)
        try folder.write(name + "/ContentInfo.plist", text)
    }

    @Test func `the command of the main job changes the value, and every other byte stays`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("CatPhotos", productIdentifier: "CatPhotos")
            let (command, after) = try Self.mend(
                "CatPhotos", in: folder, products: ["com.masteringios.Photos.CatPhotos"])
            #expect(command == "iapkit edit CatPhotos --product-id com.masteringios.Photos.CatPhotos")
            #expect(after == [])
            #expect(
                try String(contentsOfFile: folder.path("CatPhotos/ContentInfo.plist"), encoding: .utf8)
                    == ContentInfoText.xml(productIdentifier: "com.masteringios.Photos.CatPhotos"))
        }
    }

    @Test(arguments: [
        "-pack1", "a b", "it's", #"$(touch X)|&'""#, "Köln", "a\\b", "*", "~", "#x", "!", "pack1/", "./pack1",
    ])
    func `a folder's name is taken literally`(name: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder(name, productIdentifier: "CatPhotos")
            let (_, after) = try Self.mend(name, in: folder, products: ["com.example.CatPhotos"])
            #expect(after == [])
            #expect(!FileManager.default.fileExists(atPath: folder.path("X")))
        }
    }

    @Test(arguments: [
        // What is special in a regular expression, in a replacement, to the shell, and to XML.
        ("Cat.Photos", "com.example.Cat_Photos"), (#"C[a]t*^$\1"#, #"com.C[a]t*^$\1"#), ("Cat|Photos", "x.Cat|Photos"),
        ("Cat Photos", "Cat-Photos"), ("cat'photos", "com.cat'photos"), ("cat$PHOTOS", "com.cat$PHOTOS"),
        (#"A|#,%@!~:/B"#, #"x.A|#,%@!~:/B"#), ("a+?{2}(b)", "x.a+?{2}(b)"),
    ])
    func `a value is taken literally`(value: String, product: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("pack1", productIdentifier: value)
            let (_, after) = try Self.mend(in: folder, products: [product])
            #expect(after.allSatisfy { $0.hasPrefix("PID-001") })
        }
    }

    @Test func `a value with an ampersand is written as XML`() throws {
        try withTemporaryFolder { folder in
            try Self.write(ContentInfoText.xml(productIdentifier: "Cat&amp;Dog"), in: folder)
            let (command, after) = try Self.mend(in: folder, products: ["com.example.Cat&Dog"])
            #expect(command.hasPrefix(#"sed -i.bak '8s|>Cat&amp;Dog<|>com.example.Cat\&amp;Dog<|' "#))
            #expect(after == ["PID-001 error ContentInfo.plist:8:10"])
        }
    }

    @Test func `line ends of Windows and a byte-order mark stay`() throws {
        try withTemporaryFolder { folder in
            let text = "\u{FEFF}" + ContentInfoText.xml(productIdentifier: "CatPhotos").replacing("\n", with: "\r\n")
            try Self.write(text, in: folder)
            let (command, after) = try Self.mend(in: folder, products: ["com.example.CatPhotos"])
            #expect(command == "iapkit edit pack1 --product-id com.example.CatPhotos")
            #expect(after == [])
            let mended = try Data(contentsOf: URL(fileURLWithPath: folder.path("pack1/ContentInfo.plist")))
            #expect(mended == Data(text.replacing(">CatPhotos<", with: ">com.example.CatPhotos<").utf8))
        }
    }

    @Test func `the same value of another key on the line is left alone`() throws {
        try withTemporaryFolder { folder in
            try Self.write(
                """
                <plist version="1.0"><dict><key>Title</key><string>CatPhotos</string><key>ContentVersion</key>\
                <string>1.0</string><key>IAPProductIdentifier</key><string>CatPhotos</string></dict></plist>
                """, in: folder)
            let (command, after) = try Self.mend(in: folder, products: ["com.example.CatPhotos"])
            #expect(command.hasPrefix("iapkit edit "))
            #expect(after == [])
            let mended = try String(contentsOfFile: folder.path("pack1/ContentInfo.plist"), encoding: .utf8)
            #expect(mended.contains("<key>Title</key><string>CatPhotos</string>"))
        }
    }

    @Test func `a binary property list stays binary`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("pack1")
            try folder.write(
                "pack1/ContentInfo.plist",
                BinaryPropertyList.dictionary([("IAPProductIdentifier", "CatPhotos"), ("ContentVersion", "1.0")]))
            let (command, after) = try Self.mend(in: folder, products: ["com.example.CatPhotos"])
            #expect(command == "iapkit edit pack1 --product-id com.example.CatPhotos")
            #expect(after == [])
            let mended = try Data(contentsOf: URL(fileURLWithPath: folder.path("pack1/ContentInfo.plist")))
            #expect(mended.starts(with: Data("bplist00".utf8)))
        }
    }

    @Test(arguments: [
        // White space over several lines, an entity, a comment within, CDATA.
        "\n\t\tcom.example.app.Pack1\n\t", "com.example&#46;app.Pack1", "com.example.<!-- x -->app.Pack1",
        "<![CDATA[com.example.app.Pack1]]>",
    ])
    func `a value that does not stand literally on its line is set too`(value: String) throws {
        try withTemporaryFolder { folder in
            try Self.write(ContentInfoText.xml(productIdentifier: value), in: folder)
            let (command, after) = try Self.mend(in: folder, products: ["com.example.app.pack1"])
            #expect(command.hasPrefix("iapkit edit pack1 "))
            #expect(after == [])
        }
    }

    @Test func `UTF-16 and an old-style list stay what they are`() throws {
        try withTemporaryFolder { folder in
            func utf16(_ identifier: String) -> Data {
                let text = ContentInfoText.xml(productIdentifier: identifier).replacing("UTF-8", with: "UTF-16")
                return Data([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
            }
            func oldStyle(_ identifier: String) -> Data {
                Data("{ IAPProductIdentifier = \(identifier); /* x */ ContentVersion = \"1.0\"; }".utf8)
            }
            for file in [utf16, oldStyle] {
                try folder.makeContentFolder("pack1")
                try folder.write("pack1/ContentInfo.plist", file("CatPhotos"))
                let (command, _) = try Self.mend(in: folder, products: ["com.example.CatPhotos"])
                #expect(command == "iapkit edit pack1 --product-id com.example.CatPhotos")
                let mended = try Data(contentsOf: URL(fileURLWithPath: folder.path("pack1/ContentInfo.plist")))
                #expect(mended == file("com.example.CatPhotos"))
            }
        }
    }

    @Test func `white space around a value, a slip in a key and a number have their commands`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("pack1", productIdentifier: " com.example.app.pack1 ")
            #expect(try Self.mend(code: "KEY-004", in: folder, products: ["com.example.app.pack1"]).after == [])

            try Self.write(
                ContentInfoText.xml().replacing("IAPProductIdentifier", with: "IAPProductionIdentifier"), in: folder)
            #expect(try Self.mend(code: "KEY-001", in: folder, products: ["com.example.app.pack1"]).after == [])

            try Self.write(
                ContentInfoText.xml().replacing("<string>1.0</string>", with: "<real>1.10</real>"), in: folder)
            #expect(try Self.mend(code: "KEY-002", in: folder, products: ["com.example.app.pack1"]).after == [])
            let mended = try String(contentsOfFile: folder.path("pack1/ContentInfo.plist"), encoding: .utf8)
            #expect(mended == ContentInfoText.xml(contentVersion: "1.10"))
        }
    }

    @Test func `a copy of the user's own is not overwritten`() throws {
        try withTemporaryFolder { folder in
            try Self.write(
                ContentInfoText.xml().replacing("IAPProductIdentifier", with: "IAPProductionIdentifier"), in: folder)
            try folder.write("pack1/ContentInfo.plist.bak", "mine")
            let (command, after) = try Self.mend(code: "KEY-001", in: folder, products: ["com.example.app.pack1"])
            #expect(command.hasPrefix("sed -i.bak1 "))
            #expect(after == ["LAY-004 warning ContentInfo.plist.bak"])
            #expect(try String(contentsOfFile: folder.path("pack1/ContentInfo.plist.bak"), encoding: .utf8) == "mine")
        }
    }

    @Test func `no command is offered where none is safe`() {
        let products = Examination.products("com.example.CatPhotos")
        let folder = ContentSketch.contentFolder(productIdentifier: "CatPhotos")
        let cases = [
            (folder.with { $0.kind = .zip }, "pack1.zip"), (folder, "pack\u{1B}1"),
            (folder, "a\nb"),
            (folder, "pack\u{FFFD}"),
        ]
        for (sketch, name) in cases {
            let finding = Examination.findings(for: sketch, named: name, products: products).first {
                $0.code.id == "PID-010"
            }
            #expect(finding?.suggestion == "com.example.CatPhotos")
            #expect(finding?.remedy != nil)
            #expect(finding?.remedy?.command == nil, "\(name.debugDescription)")
        }
    }

    @Test func `a file with another fault, which iapkit edit refuses, is mended by sed`() throws {
        try withTemporaryFolder { folder in
            try Self.write(
                ContentInfoText.xml(productIdentifier: "CatPhotos").replacing("</dict>", with: "<x/></dict>"),
                in: folder)
            let (command, after) = try Self.mend(in: folder, products: ["com.example.CatPhotos"])
            #expect(command.hasPrefix("sed -i.bak '8s|>CatPhotos<|>com.example.CatPhotos<|' "))
            #expect(after.map { $0.prefix(7) } == ["PLI-014"])
        }
    }

    @Test func `a version is mended by its own option`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("pack1", contentVersion: " 1.10 ")
            let (command, after) = try Self.mend(code: "KEY-004", in: folder, products: ["com.example.app.pack1"])
            #expect(command == "iapkit edit pack1 --content-version 1.10")
            #expect(after == [])
        }
    }
}
