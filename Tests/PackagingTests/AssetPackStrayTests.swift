import ContentModel
import TestSupport
import Testing

@testable import Packaging

/// What lies in an asset pack beside its content folder: nobody unpacks it, and apps see it all the same.
@Suite struct AssetPackStrayTests {
    private typealias Raw = RawAppleArchive
    private typealias Sample = AssetPackSample

    private static func entry(_ letter: Character, _ path: String, _ fields: [[UInt8]] = []) -> [UInt8] {
        Raw.header([Raw.field("TYP1", [letter.asciiValue ?? 0]), Raw.text("PAT", path)] + fields)
    }

    /// What is said of our pack with these entries behind it; `nil` where it is opened.
    private static func fault(
        _ entries: [UInt8], behind stream: [UInt8] = AssetPackOpeningTests.stream()
    ) throws -> InputFault? {
        try withTemporaryFolder { folder in
            let input = try Sample.open(stream + entries, in: folder)
            #expect(input.kind == .aar)
            guard case .failure(let fault) = input.content else { return nil }
            return fault
        }
    }

    private static func damaged(_ path: String, _ what: String) -> InputFault {
        InputFault(.damaged, detail: "the entry '\(path)' is \(what)")
    }

    @Test(arguments: [
        ("../../x", "a path with '..' in it"), ("/etc/x", "an absolute path"),
        ("Contents/../q", "a path with '..' in it"),
        ("Contents/q/./a", "a path with '.' in it"), ("Contents/q//a", "a path with an empty part"),
        ("notes/../../x", "a path with '..' in it"), ("Contents//a", "a path with an empty part"),
    ])
    func `a path beside the content folder is held to the rules of those in it`(path: String, what: String) throws {
        #expect(try Self.fault(Raw.file(path, "evil")) == Self.damaged(path, what))
        #expect(try Self.fault(Self.entry("L", path, [Raw.text("LNK", "a")])) == Self.damaged(path, what))
    }

    @Test func `a name beside the content folder has no NUL byte`() throws {
        let name = Raw.field("PATP", Raw.number(12, width: 2) + Array("Contents/q".utf8) + [0, 0x61])
        let fault = try Self.fault(Raw.header([Raw.field("TYP1", [0x46]), name]))
        #expect(fault?.kind == .damaged)
    }

    @Test func `what lies beside the content folder lies there once, as one thing`() throws {
        let file = Raw.file("Contents/q/tool", "x")
        #expect(try Self.fault(file) == nil)
        #expect(try Self.fault(file + file) == Self.damaged("Contents/q/tool", "in the archive twice"))
        #expect(
            try Self.fault(file + Self.entry("L", "Contents/q/tool", [Raw.text("LNK", "a")]))
                == Self.damaged("Contents/q/tool", "in the archive twice"))
        #expect(
            try Self.fault(file + Raw.file("Contents/q/tool/a", "x"))
                == Self.damaged("Contents/q/tool/a", "in a folder that is a file as well"))
        #expect(
            try Self.fault(file + Raw.file("Contents/q", "x")) == Self.damaged("Contents/q", "both a file and a folder")
        )
        #expect(
            try Self.fault(Self.entry("L", "Manifest.json", [Raw.text("LNK", "a")]))
                == Self.damaged("Manifest.json", "in the archive twice"))
    }

    @Test func `the root and Contents are folders, and nothing else`() throws {
        for letter: Character in ["F", "L", "P", "B"] {
            #expect(
                try Self.fault(Self.entry(letter, ""))
                    == InputFault(.damaged, detail: "the root of the archive is no folder"))
            #expect(
                try Self.fault(Self.entry(letter, "Contents")) == Self.damaged("Contents", "both a file and a folder"))
        }
    }

    @Test(arguments: ["Contents/../ContentInfo.plist", "Contents//ContentInfo.plist", "Contents/./ContentInfo.plist"])
    func `a content folder has a name of its own`(path: String) throws {
        let fault = try Self.fault(Raw.file(path, ContentInfoText.xml()), behind: Raw.file("Contents/a", "x"))
        #expect(fault?.kind == .damaged)
        #expect(fault?.detail.hasPrefix("the entry '\(path)' is a path with ") == true, "\(fault?.detail ?? "-")")
    }

    @Test func `a pack without a content folder is held to the same`() throws {
        let stream = Raw.file("Contents/Textures/a.png", "png") + Raw.file("Manifest.json", "{}")
        let file = Raw.file("q/tool", "x")
        #expect(try Self.fault(file, behind: stream) == nil)
        #expect(try Self.fault(file + file, behind: stream) == Self.damaged("q/tool", "in the archive twice"))
        #expect(
            try Self.fault(Raw.file("../x", "x"), behind: stream) == Self.damaged("../x", "a path with '..' in it"))
    }
}
