import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// What programs that are not ours see in a package that we wrote.
@Suite struct XarForeignReadersTests {
    /// Small, with room to spare, and with names that need care.
    private static let samples = [
        SamplePackage(), SamplePackage(tableLength: 4096),
        SamplePackage(component: "Ünï <&> \"quoted\" 'pack' 城", tableLength: 65_536),
        SamplePackage(component: String(repeating: "long ", count: 40), tableLength: 65_549),
    ]

    /// Apple's has been built without it since macOS 10.15.
    private static let bsdtarKnowsXar = {
        guard let bsdtar = Program("bsdtar") else { return false }
        return (try? bsdtar.run(["--format", "xar", "-cf", "-", "--files-from", "/dev/null"]))?.status == 0
    }()

    private static func contents(_ sample: SamplePackage) -> [(path: String, content: [UInt8])] {
        let folder = sample.component + ".pkg/"
        return [
            ("Distribution", sample.distribution), (folder + "Bom", sample.bom),
            (folder + "Payload", sample.payload), (folder + "PackageInfo", sample.packageInfo),
        ]
    }

    private static func expectFiles(of sample: SamplePackage, in folder: String) throws {
        for (path, content) in contents(sample) {
            let file = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))
            #expect(Array(file).elementsEqual(content), "\(path)")
        }
    }

    @Test(.enabled(if: bsdtarKnowsXar, "there is no bsdtar that knows xar"), arguments: samples)
    func `bsdtar lists and unpacks it, and finds every checksum right`(sample: SamplePackage) throws {
        let bsdtar = try #require(Program("bsdtar"))
        try withTemporaryFolder { folder in
            let path = try folder.write("a.pkg", sample.bytes())
            let environment = ["LC_ALL": "C.UTF-8", "TZ": "UTC"]
            let list = try bsdtar.run(["-tvf", path], environment: environment)
            #expect(list.status == 0 && list.error.isEmpty, "\(list.errorText)")
            let lines = list.outputText.split(separator: "\n")
            #expect(lines.count == 5)
            #expect(lines.contains { $0.contains(#/^drwx------ +2 root +wheel +0 Jan +1 +1970 /#) }, "\(lines)")
            #expect(lines.contains { $0.contains(#/^-rw-r--r-- +1 root +wheel +3017 Jul +8 +2015 /#) }, "\(lines)")
            let target = try folder.makeFolder("bsdtar")
            let unpack = try bsdtar.run(["-xf", path, "-C", target], environment: environment)
            #expect(unpack.status == 0 && unpack.error.isEmpty, "\(unpack.errorText)")
            try Self.expectFiles(of: sample, in: target)
        }
    }

    @Test(.enabled(if: Program("7zz") != nil, "7zz is not installed"), arguments: samples)
    func `7-Zip tests it without an error or a warning`(sample: SamplePackage) throws {
        let sevenZip = try #require(Program("7zz"))
        try withTemporaryFolder { folder in
            let path = try folder.write("a.pkg", sample.bytes())
            let test = try sevenZip.run(["t", path])
            #expect(test.status == 0 && test.error.isEmpty)
            let text = test.outputText
            #expect(text.contains("Everything is Ok") && text.contains("Type = Xar"), "\(text)")
            #expect(
                !text.localizedCaseInsensitiveContains("warning") && !text.localizedCaseInsensitiveContains("error"))
            let target = folder.path("7zz")
            let unpack = try sevenZip.run(["x", "-y", "-o" + target, path], environment: ["LC_ALL": "C.UTF-8"])
            #expect(unpack.status == 0, "\(unpack.outputText)")
            try Self.expectFiles(of: sample, in: target)
        }
    }

    @Test(.enabled(if: Program("unar") != nil && Program("lsar") != nil, "unar is not installed"), arguments: samples)
    func `The Unarchiver lists and unpacks it`(sample: SamplePackage) throws {
        try withTemporaryFolder { folder in
            let path = try folder.write("a.pkg", sample.bytes())
            let list = try #require(Program("lsar")).run([path], environment: ["LC_ALL": "C.UTF-8"])
            #expect(list.status == 0, "\(list.outputText)\(list.errorText)")
            for (path, _) in Self.contents(sample) { #expect(list.outputText.contains(path)) }
            let target = try folder.makeFolder("unar")
            let unpack = try #require(Program("unar")).run(
                ["-q", "-D", "-o", target, path], environment: ["LC_ALL": "C.UTF-8"])
            #expect(unpack.status == 0, "\(unpack.outputText)\(unpack.errorText)")
            try Self.expectFiles(of: sample, in: target)
        }
    }

    @Test(.enabled(if: Program("clamscan") != nil, "clamscan is not installed"))
    func `ClamAV finds both checksums of each file to match`() throws {
        let clamscan = try #require(Program("clamscan"))
        try withTemporaryFolder { folder in
            let path = try folder.write("a.pkg", SamplePackage(tableLength: 4096).bytes())
            let database = try folder.write("own.ndb", "x:0:*:6e6f2d737563682d7374756666\n")
            let outcome = try clamscan.run(["-d", database, "--debug", path])
            let text = outcome.outputText + outcome.errorText
            #expect(outcome.status == 0, "\(text)")
            let lines = text.split(separator: "\n").filter { $0.contains("cli_scanxar") }
            #expect(lines.count { $0.contains("archived-checksum matched") } == 4, "\(lines)")
            // It does not compute the second of what is stored.
            #expect(lines.count { $0.contains("extracted-checksum matched") } == 3, "\(lines)")
            #expect(!lines.contains { $0.contains("mismatch") }, "\(lines)")
        }
    }

    @Test(.enabled(if: Program("file") != nil, "file is not installed"))
    func `file knows what it is`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.write("a.pkg", SamplePackage(tableLength: 4096).bytes())
            let text = try #require(Program("file")).run(["-b", path]).outputText
            #expect(text.hasPrefix("xar archive compressed TOC: 4096, SHA-1 checksum"), "\(text)")
        }
    }

    @Test(.enabled(if: bsdtarKnowsXar, "there is no bsdtar that knows xar"))
    func `what bsdtar writes is read back, however it packs`() throws {
        let bsdtar = try #require(Program("bsdtar"))
        try withTemporaryFolder { folder in
            try folder.write("in/long.txt", String(repeating: "text ", count: 50_000))
            try folder.write("in/empty.txt", "")
            for packing in ["none", "gzip", "bzip2", "lzma", "xz"] {
                for digest in ["sha1", "md5"] {
                    let path = folder.path("\(packing)-\(digest).xar")
                    let outcome = try bsdtar.run([
                        "--format", "xar", "--options", "xar:compression=\(packing),xar:checksum=\(digest)", "-cf",
                        path,
                        "-C", folder.path("in"), "long.txt", "empty.txt",
                    ])
                    #expect(outcome.status == 0, "\(outcome.errorText)")
                    let archive = try XarArchive(of: ReadableFile(path))
                    #expect(archive.remarks.isEmpty, "\(archive.remarks)")
                    #expect(archive.paths.sorted() == ["empty.txt", "long.txt"])
                    #expect(
                        try archive.content(of: "long.txt") == Array(String(repeating: "text ", count: 50_000).utf8))
                    #expect(try archive.content(of: "empty.txt") == [])
                    let data = try #require(archive.entries.first { $0.path == Array("long.txt".utf8) }?.data)
                    let expected: [String: XarEncoding] = [
                        "none": .stored, "gzip": .zlib, "bzip2": .bzip2, "lzma": .lzma, "xz": .xz,
                    ]
                    #expect(data.encoding == expected[packing])
                    #expect(data.extractedChecksum?.algorithm?.rawValue == digest)
                    #expect(archive.trailingBytes == 20, "libarchive leaves the start of the table behind the heap")
                }
            }
        }
    }

    @Test func `our own reader reads it and has nothing to remark`() throws {
        for sample in Self.samples {
            let bytes = try sample.bytes()
            let archive = try XarArchive.read(bytes)
            #expect(archive.remarks.isEmpty)
            #expect(archive.trailingBytes == 0)
            #expect(archive.signatures.isEmpty)
            #expect(archive.creationTime == "2015-07-08T20:29:21")
            #expect(archive.heapStart == 28 + archive.header.compressedLength)
            #expect(archive.tableOfContentsChecksum == XarTableChecksum(style: "sha1", offset: 0, size: 20))
            let folder = sample.component + ".pkg"
            #expect(
                archive.paths == [
                    "Distribution", folder, folder + "/Bom", folder + "/Payload", folder + "/PackageInfo",
                ])
            #expect(archive.entries.map(\.kind) == [.file, .directory, .file, .file, .file])
            #expect(archive.entries.map(\.mode) == [nil, 0o700, 0o644, 0o644, nil])
            #expect(archive.entries.map(\.user) == [nil, "root", "root", "root", nil])
            #expect(archive.entries.map(\.group) == [nil, "wheel", "wheel", "wheel", nil])
            #expect(archive.entries.map(\.identifier) == ["5", "1", "2", "3", "4"])
            for (path, content) in Self.contents(sample) { #expect(try archive.content(of: path) == content) }
        }
    }
}
