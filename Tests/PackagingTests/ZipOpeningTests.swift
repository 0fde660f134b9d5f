import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

@Suite struct ZipOpeningTests {
    private func open(_ bytes: [UInt8]) throws -> ContentInput {
        try withTemporaryFolder { folder throws in try ContentInput.open(folder.write("in.zip", bytes)) }
    }

    private func expectFault(
        _ bytes: [UInt8], _ kind: InputFault.Kind, _ detail: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let input = try open(bytes)
        #expect(input.kind == .zip, sourceLocation: sourceLocation)
        #expect(throws: InputFault(kind, detail: detail), sourceLocation: sourceLocation) { try input.content.get() }
    }

    private static func text(_ entry: ContentEntry, in tree: ContentTree) throws -> String {
        String(decoding: try tree.source.bytes(of: entry, limit: 1 << 20), as: UTF8.self)
    }

    // MARK: What is right

    @Test func `what the writer wrote is read as the tree it was written from`() throws {
        try withTemporaryFolder { folder throws in
            var random = TestRandom(seed: 4)
            let tree = MemoryTree.package { tree in
                tree.file("Contents/a.txt", .bytes(random.text(200_000)), time: 1_700_000_000)
                tree.file("Contents/large", .bytes(random.text(3 << 20)), time: 0)
                tree.file("Contents/noise", .bytes(random.bytes(2 << 20)))
                tree.file("Contents/é", "e")
                tree.folder("Contents/empty")
                tree.add(ContentEntry(path: ContentPath("Contents/l"), type: .symlink(target: Array("a.txt".utf8))))
            }.tree
            let path = folder.path("o.zip")
            _ = try PackageWriter.write(tree, as: .zip, to: path, options: PackageOptions(times: .kept))
            let input = try ContentInput.open(path)
            #expect(input.kind == .zip)
            let read = try input.content.get()
            #expect(read.entries.map(\.path) == tree.entries.map(\.path))
            #expect(read.entries.map(\.type) == tree.entries.map(\.type))
            #expect(read.entries.map(\.size) == tree.entries.map(\.size))
            #expect(read.entries.map(\.mode) == [0o644, 0o755, 0o644, 0o755, 0o777, 0o644, 0o644, 0o644])
            #expect(read.entry(at: ContentPath("Contents/a.txt"))?.modificationTime == 1_700_000_000)
            #expect(read.entry(at: ContentPath("Contents/large"))?.modificationTime == 315_532_800)
            #expect(read.leftOut.isEmpty && read.failures.isEmpty)
            for entry in tree.entries where entry.type == .file {
                let (was, came) = try (
                    tree.source.bytes(of: entry, limit: 4 << 20), read.source.bytes(of: entry, limit: 4 << 20)
                )
                #expect(was == came, "\(entry.path.displayText)")
            }
            // And packed again, it is the same file.
            let again = try PackageWriter.write(
                read, as: .zip, to: folder.path("again.zip"), options: PackageOptions(times: .kept, jobs: 2))
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: again.path)) == Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    @Test(arguments: [
        ("zip", ["-q", "-r", "../o.zip", "."]),
        ("bsdtar", ["-c", "--format", "zip", "-f", "../o.zip", "ContentInfo.plist", "Contents"]),
        ("7zz", ["a", "-bd", "../o.zip", "."]),
        ("python3", ["-m", "zipfile", "-c", "../o.zip", "ContentInfo.plist", "Contents"]),
        ("sh", ["-c", "zip -q -r - . | cat > ../o.zip"]),
    ])
    func `zips of other tools are read`(tool: String, arguments: [String]) throws {
        try withTemporaryFolder { folder throws in
            _ = try folder.makeContentFolder(
                "pack", contents: ["a.txt": "hello", "d/é.txt": String(repeating: "x", count: 9000)])
            let program = try #require(Program(tool))
            let outcome = try program.run(arguments, in: folder.path("pack"), environment: ["LC_ALL": "C.UTF-8"])
            #expect(outcome.status == 0, "\(outcome.errorText)")
            let tree = try ContentInput.open(folder.path("o.zip")).content.get()
            let names = ["ContentInfo.plist", "Contents", "Contents/a.txt", "Contents/d", "Contents/d/é.txt"]
            #expect(tree.entries.map(\.path.displayText) == names)
            #expect(tree.leftOut.isEmpty)
            #expect(try Self.text(tree.entries[0], in: tree) == ContentInfoText.xml())
            #expect(try Self.text(tree.entries[2], in: tree) == "hello")
            #expect(try Self.text(tree.entries[4], in: tree).count == 9000)
        }
    }

    @Test(arguments: [65_534, 65_535])
    func `C05: a zip of very many entries is read whole, with Zip64 records or without`(count: Int) throws {
        var zip = RawZip()
        for number in 0..<count { zip.add("Contents/\(number)") }
        #expect(try open(zip.bytes).content.get().entries.count == count + 1)
    }

    @Test func `C05: exactly 65,535 entries without a Zip64 record are read, as 0xFFFF is a number too`() throws {
        var zip = RawZip()
        for number in 0..<65_535 { zip.add("Contents/\(number)") }
        let bytes = zip.bytes
        // The Zip64 end record has 56 bytes and its locator 20; the end record is left as it is.
        let without = Array(bytes.dropLast(22 + 20 + 56)) + Array(bytes.suffix(22))
        // The end record has the true size and offset, and 0xFFFF for the count.
        #expect(try open(without).content.get().entries.count == 65_536)
    }

    @Test func `folders that no entry stands for are there all the same`() throws {
        let tree = try open(RawZip.package { $0.add("Contents/a/b/c.txt") }).content.get()
        #expect(
            tree.entries.map(\.path.displayText)
                == ["ContentInfo.plist", "Contents", "Contents/a", "Contents/a/b", "Contents/a/b/c.txt"])
        #expect(tree.entries[2].type == .directory)
    }

    @Test func `an empty zip is a package of nothing`() throws {
        let tree = try open(RawZip().bytes).content.get()
        #expect(tree.entries.isEmpty && tree.leftOut.isEmpty)
    }

    @Test func `heads are read in the given order, each as far as it goes`() throws {
        try withTemporaryFolder { folder throws in
            let bytes = RawZip.package {
                $0.add("Contents/a", Array("abcdef".utf8))
                $0.add("Contents/b", Array("x".utf8))
                $0.add("Contents/c")
            }
            let tree = try ContentInput.open(folder.write("i.zip", bytes)).content.get()
            var heads: [String] = []
            tree.source.readHeads(of: tree.entries.filter { $0.type == .file }.reversed(), count: 4) { entry, head in
                heads.append("\(entry.path.displayText)=\(String(decoding: (try? head.get()) ?? [], as: UTF8.self))")
            }
            #expect(heads == ["Contents/c=", "Contents/b=x", "Contents/a=abcd", "ContentInfo.plist=<pli"])
        }
    }

    @Test func `C12: a link of 2,000 bytes is read with its whole target`() throws {
        let target = [UInt8](repeating: UInt8(ascii: "x"), count: 1991) + Array("/../../..".utf8)
        let tree = try open(RawZip.package { $0.add("Contents/l", target, kind: .symlink) }).content.get()
        #expect(tree.entry(at: ContentPath("Contents/l"))?.type == .symlink(target: target))
    }

    // MARK: What does not belong

    @Test func `A17: a zip that holds only a pkg has no ContentInfo.plist, and says what it has`() throws {
        var zip = RawZip()
        zip.add("pack1.pkg", [1, 2, 3])
        let tree = try open(zip.bytes).content.get()
        #expect(tree.entries.isEmpty)
        #expect(
            tree.leftOut
                == [LeftOutEntry(path: ContentPath("pack1.pkg"), reason: .besideContents, isDirectory: false)])
    }

    @Test func `C24: a backslash is kept as a byte of the name`() throws {
        let tree = try open(RawZip.package { $0.add("Contents\\a.txt", [1]) }).content.get()
        #expect(tree.entries.map(\.path.displayText) == ["ContentInfo.plist"])
        #expect(
            tree.leftOut
                == [LeftOutEntry(path: ContentPath("Contents\\a.txt"), reason: .besideContents, isDirectory: false)])
    }

    @Test func `a name that is not UTF-8 is kept as it is`() throws {
        let name = Array("Contents/caf".utf8) + [0xE9]
        let tree = try open(RawZip.package { $0.add(name, [1, 2]) }).content.get()
        let entry = try #require(tree.entry(at: ContentPath(bytes: name)))
        #expect(entry.size == 2)
    }

    @Test func `what macOS adds is left out, and so is what lies beside Contents, each once`() throws {
        let tree = try open(
            RawZip.package {
                $0.add("__MACOSX/")
                $0.add("__MACOSX/._ContentInfo.plist", [1])
                $0.add("._ContentInfo.plist", [1])
                $0.add("Contents/.DS_Store", [1])
                $0.add("Contents/d/._a", [1])
                $0.add("pack/ContentInfo.plist", [1])
                $0.add("pack/Contents/a", [1])
                $0.add("readme.txt", [1])
            }
        ).content.get()
        #expect(tree.entries.map(\.path.displayText) == ["ContentInfo.plist"])
        func entry(
            _ path: String, _ reason: LeftOutEntry.Reason, isDirectory: Bool = false, isContentFolder: Bool = false
        ) -> LeftOutEntry {
            LeftOutEntry(
                path: ContentPath(path), reason: reason, isDirectory: isDirectory, isContentFolder: isContentFolder)
        }
        #expect(
            tree.leftOut == [
                entry("._ContentInfo.plist", .junk("the Mac's attributes of another file (AppleDouble)")),
                entry("Contents/.DS_Store", .junk("Finder's settings of a folder")),
                entry("Contents/d/._a", .junk("the Mac's attributes of another file (AppleDouble)")),
                entry("__MACOSX", .junk("the Mac's attributes of a zip's files"), isDirectory: true),
                entry("pack", .besideContents, isDirectory: true, isContentFolder: true),
                entry("readme.txt", .besideContents),
            ])
    }

    @Test func `what the user excludes is left out of a zip as well, but never the property list`() throws {
        try withTemporaryFolder { folder throws in
            let bytes = RawZip.package {
                $0.add("Contents/a.plist", [1])
                $0.add("Contents/d/b", [1])
                $0.add("Contents/d/c", [1])
            }
            let path = try folder.write("i.zip", bytes)
            let input = try ContentInput.open(path, excluding: [ContentGlob("*.plist"), ContentGlob("Contents/d")])
            let tree = try input.content.get()
            #expect(tree.entries.map(\.path.displayText) == ["ContentInfo.plist"])
            #expect(
                tree.leftOut == [
                    LeftOutEntry(
                        path: ContentPath("Contents/a.plist"), reason: .excluded("*.plist"), isDirectory: false),
                    LeftOutEntry(path: ContentPath("Contents/d"), reason: .excluded("Contents/d"), isDirectory: true),
                ])
        }
    }

    // MARK: What is wrong

    @Test(arguments: [0.02, 0.3, 0.6, 0.99])
    func `C31: a zip that was cut off is called incomplete`(share: Double) throws {
        let whole = RawZip.package { $0.add("Contents/a.bin", [UInt8](repeating: 7, count: 9000)) }
        let part = Array(whole.prefix(Int(Double(whole.count) * share)))
        try expectFault(part, .truncated, "the zip is incomplete: it ends before its end record")
    }

    @Test func `C29: two names for one entry are refused`() throws {
        let bytes = RawZip.package { $0.add("Contents/a.txt") { $0.name = Array("Contents/b.txt".utf8) } }
        try expectFault(
            bytes, .damaged,
            "the entry 'Contents/a.txt' is called 'Contents/b.txt' in its own header, so readers differ in what they unpack"
        )
    }

    @Test func `two sizes for one entry are refused`() throws {
        let bytes = RawZip.package { $0.add("Contents/a", [1, 2]) { $0.size = 3 } }
        try expectFault(
            bytes, .damaged,
            "the entry 'Contents/a': its header and the central directory differ in size or checksum")
    }

    @Test(arguments: [
        ("/etc/passwd", "an absolute path"), ("Contents/../../a", "a path with '..' in it"),
        ("..", "a path with '..' in it"),
        ("./Contents/a", "a path with '.' in it"), ("Contents//a", "a path with an empty part"),
        ("", "a path with an empty part"), ("Contents/a\0b", "a name with a NUL byte"),
        ("ContentInfo.plist", "in the zip twice"), ("ContentInfo.plist/a", "in a folder that is a file as well"),
        ("Contents/x/", "a folder with 1 bytes of content"),
    ])
    func `a name that means mischief is refused`(name: String, what: String) throws {
        let content: [UInt8] = name == "Contents/x/" ? [1] : []
        let shown = ContentPath.displayText(of: name.utf8)
        try expectFault(RawZip.package { $0.add(name, content) }, .damaged, "the entry '\(shown)' is \(what)")
    }

    @Test func `links whose targets take more memory together than any package's are refused`() throws {
        let bytes = RawZip.package {
            for name in ["a", "b", "c"] { $0.add("Contents/\(name)", Array("0123456789".utf8), kind: .symlink) }
        }
        try withTemporaryFolder { folder throws in
            let file = try ReadableFile(folder.write("i.zip", bytes))
            let whole = try ZipOpening.tree(of: file, path: "i.zip", excluding: [], targetRoom: 30)
            #expect(whole.entry(at: ContentPath("Contents/c"))?.type == .symlink(target: Array("0123456789".utf8)))
            #expect(throws: InputFault(.damaged, detail: "the targets of its links take absurdly many bytes")) {
                try ZipOpening.tree(of: file, path: "i.zip", excluding: [], targetRoom: 29)
            }
        }
    }

    @Test func `entries that share bytes are refused`() throws {
        let bytes = RawZip.package {
            $0.add("Contents/a", [UInt8](repeating: 1, count: 100))
            $0.add("Contents/b", [1])
            $0.changeLast { $0.offset = 20 }
        }
        let input = try open(bytes)
        #expect(throws: InputFault.self) { try input.content.get() }
    }

    @Test func `an encrypted entry is refused`() throws {
        try withTemporaryFolder { folder throws in
            _ = try folder.makeContentFolder("pack")
            let zip = try #require(Program("zip"))
            _ = try zip.run(["-q", "-r", "-P", "secret", "../o.zip", "."], in: folder.path("pack"))
            let fault = #expect(throws: InputFault.self) {
                try ContentInput.open(folder.path("o.zip")).content.get()
            }
            #expect(fault?.kind == .encrypted)
            #expect(fault?.detail.hasSuffix("' can't be unpacked without a password") == true)
        }
    }

    @Test func `content that does not match its checksum can't be read`() throws {
        try withTemporaryFolder { folder throws in
            var bytes = RawZip.package { $0.add("Contents/a", Array("hello".utf8)) }
            let position = try #require(bytes.firstIndex(of: UInt8(ascii: "h")))
            bytes[position] = UInt8(ascii: "j")
            let tree = try ContentInput.open(folder.write("i.zip", bytes)).content.get()
            let entry = try #require(tree.entry(at: ContentPath("Contents/a")))
            let error = #expect(throws: ContentReadError.self) { try tree.source.bytes(of: entry, limit: 100) }
            #expect(error?.path == ContentPath("Contents/a"))
        }
    }

    @Test func `bytes behind the end record are told`() throws {
        let bytes = RawZip.package { _ in } + [1, 2, 3]
        try expectFault(bytes, .damaged, "3 bytes follow its end record")
    }

    @Test func `a zip that was replaced after it was opened can't be read any more`() throws {
        try withTemporaryFolder { folder throws in
            let path = try folder.write("i.zip", RawZip.package { _ in })
            let tree = try ContentInput.open(path).content.get()
            try folder.write("i.zip", RawZip.package { $0.add("Contents/b") })
            #expect(
                throws: ContentReadError(
                    path: ContentPath("ContentInfo.plist"), reason: "the zip changed after it was opened",
                    isChange: true)
            ) { try tree.source.bytes(of: tree.entries[0], limit: 100) }
        }
    }

    @Test func `no damaged byte and no cut makes the reader crash`() throws {
        var random = TestRandom(seed: 6)
        let whole = RawZip.package {
            $0.add("Contents/")
            $0.add("Contents/a", random.bytes(50))
            $0.add("Contents/l", Array("a".utf8), kind: .symlink)
        }
        try withTemporaryFolder { folder throws in
            for position in whole.indices {
                for value in [0x00, 0xFF] as [UInt8] where whole[position] != value {
                    var bytes = whole
                    bytes[position] = value
                    let input = try ContentInput.open(folder.write("i.zip", bytes))
                    guard let tree = try? input.content.get() else { continue }
                    for entry in tree.entries where entry.type == .file {
                        _ = try? tree.source.bytes(of: entry, limit: 1000)
                    }
                }
            }
        }
    }

    @Test func `of two zips one behind the other it is not known which one is meant`() throws {
        let one = RawZip.package { $0.add("Contents/a.txt", Array("one".utf8)) }
        let two = RawZip.package { $0.add("Contents/a.txt", Array("two".utf8)) }
        try expectFault(one + two, .damaged, "its central directory does not lie where its end record says")
    }

    @Test func `a byte that is wrong far behind the head of a file is found`() throws {
        try withTemporaryFolder { folder throws in
            let content = [UInt8](repeating: 65, count: 300_000)
            var bytes = RawZip.package { $0.add("Contents/a.bin", content) }
            bytes[200_000] ^= 1
            let tree = try ContentInput.open(folder.write("in.zip", bytes)).content.get()
            let entry = try #require(tree.entry(at: ContentPath("Contents/a.bin")))
            var reasons: [String] = []
            tree.source.readHeads(of: [entry], count: 16) { _, head in
                if case .failure(let error) = head { reasons.append(error.reason) }
            }
            #expect(reasons.count == 1)
            #expect(reasons.first == "its bytes do not match its checksum")
        }
    }

    @Test func `files beyond the limit on what is proved have their heads, however many calls ask for them`() throws {
        try withTemporaryFolder { folder throws in
            let bytes = RawZip.package { zip in
                for number in 0..<3 {
                    zip.add("Contents/\(number)", Array(repeating: 65, count: 1000)) { $0.checksum ^= 1 }
                    zip.changeLast { $0.checksum ^= 1 }
                }
            }
            let path = try folder.write("in.zip", bytes)
            // The property list counts too.
            for (room, proved) in [(2500 as UInt64, 2), (1 << 20, 3)] {
                let tree = try ZipOpening.tree(
                    of: ReadableFile(path), path: path, excluding: [], mostProvedBytes: room)
                let files = tree.entries.filter { $0.type == .file && $0.path.isInside(ContentTree.contentsPath) }
                var reasons: [String?] = []
                for file in files {
                    tree.source.readHeads(of: [file], count: 16) { _, head in
                        switch head {
                        case .success(let bytes): reasons.append(bytes == Array(repeating: 65, count: 16) ? nil : "?")
                        case .failure(let error): reasons.append(error.reason)
                        }
                    }
                }
                let expected = (0..<3).map { $0 < proved ? "its bytes do not match its checksum" : nil }
                #expect(reasons == expected)
            }
        }
    }

    @Test func `a zip filled up with zeros is not taken for one that was cut off`() throws {
        let zip = RawZip.package { $0.add("Contents/a.txt", Array("one".utf8)) }
        try expectFault(
            zip + [UInt8](repeating: 0, count: 9000), .damaged, "9000 bytes follow its end record")
    }

    @Test func `what other readers refuse is refused`() throws {
        let zip = RawZip.package { $0.add("Contents/a.txt", Array("one".utf8)) }
        let header = try #require(Self.firstCentralHeader(in: zip))
        func expect(_ detail: String, _ change: (inout [UInt8]) -> Void) throws {
            var bytes = zip
            change(&bytes)
            try expectFault(bytes, .damaged, "the entry 'ContentInfo.plist': \(detail)")
        }
        try expect("it asks for version 6.4 of the format; there are none above 6.3") { $0[header + 6] = 64 }
        try expect("it is a patch to some other file") { $0[header + 8] |= 1 << 5 }
        var encrypted = zip
        encrypted[header + 8] |= 1 << 6
        try expectFault(encrypted, .encrypted, "'ContentInfo.plist' can't be unpacked without a password")
    }

    @Test func `extra fields that break off are refused`() throws {
        var zip = RawZip.package { $0.add("Contents/a.txt", Array("one".utf8)) }
        let header = try #require(Self.firstCentralHeader(in: zip))
        let nameLength = Int(zip[header + 28])
        zip[header + 30] = 4
        zip.insert(contentsOf: [0x55, 0x54, 9, 0], at: header + 46 + nameLength)
        zip[zip.count - 10] += 4
        try expectFault(
            zip, .damaged, "the entry 'ContentInfo.plist': its extra fields in the central directory break off")
    }

    @Test func `a size that only the record behind the content contradicts is found`() throws {
        try withTemporaryFolder { folder throws in
            _ = try folder.makeContentFolder("pack", contents: ["a.txt": String(repeating: "hello", count: 99)])
            let shell = try #require(Program("sh"))
            let made = try shell.run(
                ["-c", "zip -q -r - ContentInfo.plist Contents | cat > ../o.zip"], in: folder.path("pack"))
            #expect(made.status == 0)
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("o.zip"))))
            let header = try #require(Self.firstCentralHeader(in: bytes))
            #expect(bytes[header + 8] & 1 << 3 != 0)
            bytes[header + 20] -= 1
            try expectFault(
                bytes, .damaged,
                "the entry 'ContentInfo.plist': the record behind its content and the central directory differ in size "
                    + "or checksum")
        }
    }

    private static func firstCentralHeader(in zip: [UInt8]) -> Int? {
        zip.indices.first { zip[$0...].starts(with: [0x50, 0x4B, 1, 2]) }
    }
}
