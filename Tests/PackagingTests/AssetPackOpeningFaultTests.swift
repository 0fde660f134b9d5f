import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// Apple Archives that can't be opened, and the words for each.
@Suite struct AssetPackOpeningFaultTests {
    private typealias Raw = RawAppleArchive
    private typealias Sample = AssetPackSample

    private static let stream = AssetPackOpeningTests.stream()

    /// Opens the bytes, and expects the fault.
    private static func expect(
        _ kind: InputFault.Kind, _ detail: String, as inputKind: ContentInput.Kind = .aar, of bytes: [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try withTemporaryFolder { folder in
            let input = try Sample.open(bytes, in: folder)
            #expect(input.kind == inputKind, sourceLocation: sourceLocation)
            guard case .failure(let fault) = input.content else {
                Issue.record("it is opened: \(try Sample.paths(input))", sourceLocation: sourceLocation)
                return
            }
            #expect(fault == InputFault(kind, detail: detail), sourceLocation: sourceLocation)
        }
    }

    @Test func `an encrypted archive is refused as such`() throws {
        try Self.expect(
            .encrypted, "an encrypted or signed Apple Archive (AEA), which can't be opened without its key",
            of: Array("AEA1".utf8) + [UInt8](repeating: 0, count: 100))
    }

    @Test(arguments: [("b", "LZBITMAP"), ("f", "LZVN"), ("Q", "compression 0x51")])
    func `an algorithm that is not read is named`(letter: Character, name: String) throws {
        let file = Raw.blocks(letter, size: 4096, [(2000, [1, 2, 3])])
        try withTemporaryFolder { folder in
            let input = try Sample.open(file, in: folder)
            #expect(input.kind == .unknown)
            guard case .failure(let fault) = input.content else {
                Issue.record("it is opened")
                return
            }
            #expect(fault.kind == .notAContentPackage)
            #expect(fault.detail.hasPrefix("an Apple Archive that can't be unpacked here: "), "\(fault.detail)")
            #expect(fault.detail.contains("its blocks are packed with \(name), which is not read"), "\(fault.detail)")
        }
    }

    @Test func `an archive that is no asset pack is told to be none`() throws {
        for stream in [
            Raw.folder("") + Raw.file("readme.txt", "x"), Raw.file("Content/cats/ContentInfo.plist", "x"),
            Raw.folder("Manifest.json"),
        ] {
            try Self.expect(
                .notAContentPackage, "an Apple Archive without Manifest.json and Contents, and so no asset pack",
                as: .unknown, of: stream)
        }
    }

    @Test func `a file of blocks that hold something else is no Apple Archive`() throws {
        let payload = Raw.blocks("x", size: 4096, [(9, Array("070707 or".utf8))])
        try Self.expect(.notAContentPackage, "no Apple Archive", as: .unknown, of: payload)
    }

    @Test(arguments: [false, true])
    func `a pack that is cut anywhere is told to be, or is a shorter one`(isPacked: Bool) throws {
        try withTemporaryFolder { folder in
            let whole = isPacked ? Raw.packed("e", Self.stream, size: 300) { _ in nil } : Self.stream
            var shorter = 0
            for count in stride(from: 4, to: whole.count, by: 3) {
                let input = try Sample.open(Array(whole[..<count]), in: folder)
                switch input.content {
                case .success: shorter += 1
                case .failure(let fault):
                    let isSomethingElse =
                        count < 40 || fault.detail.hasSuffix("and so no asset pack")
                        || fault.detail == "no Apple Archive"
                    #expect(fault.kind == .truncated || isSomethingElse, "\(count): \(fault)")
                    if fault.kind == .truncated {
                        #expect(fault.detail.hasPrefix("the archive is incomplete: it breaks off "))
                    }
                }
            }
            #expect(shorter <= 4, "between entries nothing shows that a bare stream was cut")
        }
    }

    @Test func `bytes behind the last block or entry are damage`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats")
            try Sample.pack(content, to: folder.path("c.aar"), options: PackageOptions(synchronizes: false))
            var random = TestRandom(seed: 4)
            for noise in [random.bytes(5), random.bytes(16), random.bytes(400)] {
                let bytes = try Sample.bytes(folder.path("c.aar")) + noise
                let input = try Sample.open(bytes, in: folder)
                #expect(input.kind == .aar)
                #expect(throws: InputFault.self) { try input.content.get() }
                #expect(throws: InputFault.self) { try Sample.open(Self.stream + noise, in: folder).content.get() }
            }
        }
    }

    @Test func `a changed byte in packed content is an error of its file, and of no other in another block`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 6)
            let content = try folder.makeContentFolder("Cats", contents: ["a.txt": "a"])
            try folder.write("Cats/Contents/big", random.text(9 << 20))
            let path = folder.path("c.aar")
            try Sample.pack(content, to: path, options: PackageOptions(synchronizes: false))
            var bytes = try Sample.bytes(path)
            // In the second block there is nothing but a part of the large file. Its end is a magic word.
            let first = Int(bytes[20..<28].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            let second = 28 + first
            let size = Int(bytes[second + 8..<second + 16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            bytes[second + 16 + size - 1] ^= 1
            let input = try Sample.open(bytes, in: folder)
            let tree = try input.content.get()
            #expect(try Sample.text("Contents/a.txt", input) == "a")
            var errors: [String: String?] = [:]
            tree.source.readHeads(of: tree.entries.filter { $0.type == .file }, count: 16) { entry, head in
                if case .failure(let error) = head { errors[entry.path.displayText] = error.reason }
            }
            #expect(errors.keys.sorted() == ["Contents/big"])
            #expect(throws: UnpackingError.self) { try PackageUnpacker.unpack(tree, to: folder.path("out")) }
            #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
        }
    }

    @Test(arguments: [
        ("Contents/cats/../../../evil", "a path with '..' in it"), ("Contents/cats/./a", "a path with '.' in it"),
        ("Contents/cats//a", "a path with an empty part"),
    ])
    func `a path that leads elsewhere is damage, and is told as the archive has it`(path: String, what: String) throws {
        try Self.expect(.damaged, "the entry '\(path)' is \(what)", of: Self.stream + Raw.file(path, "evil"))
    }

    @Test(arguments: [
        "../evil", "/evil", "/Contents/cats/evil", "Contents/../../evil", "//", "Contents/cats2/../../evil",
    ])
    func `a path that leads elsewhere is never let through`(path: String) throws {
        try withTemporaryFolder { folder in
            for stream in [Self.stream, Raw.folder("Contents")] {
                try folder.makeFolder("in")
                let input = try Sample.open(stream + Raw.file(path, "evil"), in: folder)
                defer { try? FileManager.default.removeItem(atPath: folder.path("in")) }
                guard case .success(let tree) = input.content else { continue }
                for entry in tree.entries {
                    let parts = entry.path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    #expect(!parts.contains { $0.isEmpty || $0.elementsEqual("..".utf8) }, "\(entry.path.displayText)")
                    #expect(!entry.path.displayText.contains("evil"))
                }
                _ = try PackageUnpacker.unpack(tree, to: folder.path("in/out"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("evil")))
                #expect(!FileManager.default.fileExists(atPath: folder.path("in/evil")))
            }
        }
    }

    @Test func `two entries of one path are damage`() throws {
        try Self.expect(
            .damaged, "the entry 'Contents/cats/a.txt' is in the archive twice",
            of: Self.stream + Raw.file("Contents/cats/a.txt", "other"))
        try Self.expect(
            .damaged, "the entry 'Contents/cats/sub' is both a file and a folder",
            of: Self.stream + Raw.file("Contents/cats/sub", "other"))
        try Self.expect(
            .damaged, "the entry 'Contents/cats/a.txt/b' is in a folder that is a file as well",
            of: Self.stream + Raw.file("Contents/cats/a.txt/b", "other"))
        for path in ["Contents/cats/ContentInfo.plist/b", "Contents/cats/ContentInfo.plist/"] {
            try Self.expect(
                .damaged, "the entry '\(path)' is in a folder that is a file as well",
                of: Self.stream + Raw.file(path, "other"))
        }
    }

    @Test func `two manifests are damage, since readers differ in which one they take`() throws {
        try Self.expect(
            .damaged, "the entry 'Manifest.json' is in the archive twice",
            of: Self.stream + Raw.file("Manifest.json", AssetPackOpeningTests.manifest("dogs")))
    }

    @Test func `names of more bytes in all than there is room for are refused`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.write("sample.aar", Self.stream)
            let names = [
                "", "Contents", "Contents/cats", "Contents/cats/ContentInfo.plist", "Contents/cats/a.txt",
                "Contents/cats/sub", "Contents/cats/sub/run", "Manifest.json",
            ].map(\.utf8.count).reduce(0, +)
            let opened = try AssetPackOpening.open(ReadableFile(path), path: path, excluding: [], nameRoom: names)
            #expect(opened.tree.entries.count == 5)
            #expect(
                throws: InputFault(.damaged, detail: "its entries have names of more than 67108864 bytes in all")
            ) { try AssetPackOpening.open(ReadableFile(path), path: path, excluding: [], nameRoom: names - 1) }
        }
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
    func `very many entries are refused`() throws {
        // A small file: zlib makes a thousandth of so many alike.
        let entry = Raw.header([Raw.field("TYP1", [0x57]), Raw.field("XYZ*")])
        let packed = try Raw.python("zlib.compress(data * 349526)", entry + entry + entry)
        let size = UInt64(entry.count * 3 * 349_526)
        try Self.expect(
            .notAContentPackage,
            "an Apple Archive that can't be unpacked here: it has more than 1048576 entries, which is as far as they are read",
            as: .unknown, of: Raw.blocks("z", size: size, [(size, packed)]))
    }

    @Test func `a file that claims more than it holds is told to be cut, and takes no memory`() throws {
        let huge = Raw.header([
            Raw.field("TYP1", [0x46]), Raw.text("PAT", "Manifest.json"),
            Raw.field("DATC", Raw.number(UInt64(Int64.max), width: 8)),
        ])
        try withTemporaryFolder { folder in
            let input = try Sample.open(huge, in: folder)
            guard case .failure(let fault) = input.content else {
                Issue.record("it is opened")
                return
            }
            #expect(fault.kind == .truncated)
        }
    }
}
