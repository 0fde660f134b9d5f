import Foundation
import TestSupport
import Testing

/// `iapkit unpack`: the folder an app was given, and nothing that a stranger's package wanted besides.
@Suite struct UnpackTests {
    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Makes a zip with Python, which lets names and modes be anything.
    /// - Parameter entries: Lines of Python that call `add(name, bytes, mode)`.
    @discardableResult
    static func zip(_ name: String, in folder: TemporaryFolder, _ entries: String) throws -> String {
        let python = try #require(Program("python3"))
        let code = """
            import sys, warnings, zipfile
            warnings.simplefilter('ignore')
            archive = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
            def add(name, content, mode=0o100644):
                info = zipfile.ZipInfo(name)
                info.create_system = 3
                info.external_attr = mode << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, content)
            add('ContentInfo.plist', sys.argv[2])
            \(entries)
            archive.close()
            """
        let made = try python.run(["-c", code, folder.path(name), ContentInfoText.xml()])
        try #require(made.status == 0, "\(made.errorText)")
        return folder.path(name)
    }

    // MARK: What is right

    @Test func `a package is unpacked, packed again to the same bytes, and other programs agree`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder(
                "Cats", contents: ["a.txt": "tabby", "d/e/b.txt": "b", "caf\u{E9}": "c", "empty/.keep": ""])
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("Cats/Contents/d/link"), withDestinationPath: "../a.txt")
            try folder.makeFolder("again")
            #expect(try BuiltTool.run(["pack", "Cats", "--keep-times"], in: folder.path).status == 0)
            let outcome = try BuiltTool.run(["unpack", "Cats.zip", "-o", "Out/"], in: folder.path)
            #expect(
                outcome.outputText == "Cats.zip: unpacked to Out ('com.example.app.pack1', version 1.0), "
                    + "5 files with \(ContentInfoText.xml().utf8.count + 7) bytes\n")
            #expect(outcome.error.isEmpty)
            #expect(outcome.status == 0)
            let again = try BuiltTool.run(
                ["pack", "Out", "--keep-times", "-o", "again/Cats.zip"], in: folder.path)
            #expect(again.status == 0)
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.path("Cats.zip"), andPath: folder.path("again/Cats.zip")))
            let unzip = try #require(Program("unzip"))
            let theirs = try unzip.run(["-q", "Cats.zip", "-d", "Theirs"], in: folder.path)
            #expect(theirs.status == 0)
            let diff = try #require(Program("diff"))
            let difference = try diff.run(["-r", "--no-dereference", "Out", "Theirs"], in: folder.path)
            #expect(difference.status == 0, "\(difference.outputText)")
        }
    }

    @Test func `JSON tells what was unpacked`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try BuiltTool.run(["pack", "Cats"], in: folder.path)
            let outcome = try BuiltTool.run(
                ["unpack", "Cats.zip", "--output=Out", "--report", "json", "--no-sync"], in: folder.path)
            #expect(outcome.status == 0)
            let document = try #require(
                try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            let input = try #require((document["inputs"] as? [[String: Any]])?.first)
            let unpacked = try #require(input["unpacked"] as? [String: Any])
            #expect(unpacked["path"] as? String == "Out")
            #expect(unpacked["files"] as? Int == 2)
            #expect(unpacked["bytes"] as? Int == ContentInfoText.xml().utf8.count + 1)
            #expect((input["outputs"] as? [Any])?.isEmpty == true)
            #expect(input["kind"] as? String == "zip")
        }
    }

    @Test func `what is no part of the content is left out and told once`() throws {
        try withTemporaryFolder { folder in
            try Self.zip(
                "in.zip", in: folder,
                "add('Contents/a', 'a'); add('readme', 'r'); add('__MACOSX/x', ''); add('Contents/.DS_Store', '')")
            let outcome = try BuiltTool.run(["unpack", "in.zip", "-o", "Out"], in: folder.path)
            #expect(
                outcome.errorText
                    == "iapkit: in.zip: not unpacked, as no part of the content: Contents/.DS_Store, __MACOSX/, readme\n"
            )
            #expect(outcome.status == 0)
            #expect(Repository.files(inFolder: folder.path("Out")) == ["ContentInfo.plist", "Contents/a"])
            let quiet = try BuiltTool.run(["unpack", "in.zip", "-o", "Out2", "-q"], in: folder.path)
            #expect(quiet.output.isEmpty && quiet.error.isEmpty && quiet.status == 0)
        }
    }

    // MARK: What is refused

    @Test(
        arguments: [
            ("add('../../evil', 'x')", "PKG-003"),
            ("add('/tmp/evil', 'x')", "PKG-003"),
            ("add('Contents/../../evil', 'x')", "PKG-003"),
            ("add('Contents/l', '/etc', 0o120777); add('Contents/a', 'a')", "FIL-003"),
            ("add('Contents/l', '../..', 0o120777)", "FIL-004"),
            ("add('Contents/d', '../..', 0o120777); add('Contents/d/evil', 'x')", "PKG-003"),
            ("add('Contents', '/etc', 0o120777)", "LAY-002"),
            ("add('Contents/p', '', 0o010644)", "FIL-006"),
            ("add('Contents/a', '1'); add('Contents/a', '2')", "PKG-003"),
            ("add('Contents/e\\u0301', '1'); add('Contents/\\u00e9', '2')", "NAM-002"),
        ])
    func `a hostile zip is a finding, and nothing is made`(entries: String, code: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("work/deep")
            try Self.zip("work/deep/in.zip", in: folder, entries)
            let outcome = try BuiltTool.run(
                ["unpack", "in.zip", "-o", "Out"], in: folder.path("work/deep"))
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("[\(code) "), "\(outcome.outputText)")
            #expect(outcome.outputText.contains("in.zip: not unpacked"))
            #expect(outcome.error.isEmpty)
            #expect(Repository.files(inFolder: folder.path) == ["work/deep/in.zip"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("work/deep")) == ["in.zip"])
        }
    }

    @Test func `a truncated zip, and what is no package, are findings`() throws {
        try withTemporaryFolder { folder in
            let path = try Self.zip("in.zip", in: folder, "add('Contents/a', 'a' * 5000)")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try folder.write("in.zip", bytes.prefix(bytes.count * 6 / 10))
            let outcome = try BuiltTool.run(["unpack", "in.zip", "-o", "Out"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("[PKG-002 package-truncated]"))
            try folder.write("photo.zip", "no zip at all")
            let other = try BuiltTool.run(["unpack", "photo.zip", "-o", "Out"], in: folder.path)
            #expect(other.status == 1)
            #expect(other.outputText.contains("[PKG-001 not-a-content-package]"))
            #expect(try names(folder) == ["in.zip", "photo.zip"])
        }
    }

    @Test func `a zip of something else says what is missing`() throws {
        try withTemporaryFolder { folder in
            let python = try #require(Program("python3"))
            let code = "import zipfile; zipfile.ZipFile('in.zip', 'w').writestr('readme.txt', 'r')"
            #expect(try python.run(["-c", code], in: folder.path).status == 0)
            let outcome = try BuiltTool.run(["unpack", "in.zip", "-o", "Out"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("[PLI-001 content-info-missing]"))
            #expect(try names(folder) == ["in.zip"])
        }
    }

    @Test func `every file with a wrong checksum is named, and nothing is left`() throws {
        try withTemporaryFolder { folder in
            // Stored, so that the bytes can be found and changed.
            let path = try Self.zip(
                "in.zip", in: folder,
                ["a", "b", "c"].map { "archive.writestr('Contents/\($0)', '\($0)' * 40, zipfile.ZIP_STORED)" }
                    .joined(separator: "; "))
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            for letter in ["a", "c"] {
                let run = Array(repeating: Array(letter.utf8)[0], count: 40)
                let start = try #require(bytes.indices.first { bytes[$0...].starts(with: run) })
                bytes[start + 7] = 0x21
            }
            try folder.write("in.zip", bytes)
            let outcome = try BuiltTool.run(["unpack", "in.zip", "-o", "Out"], in: folder.path)
            #expect(outcome.status == 1)
            let lines = outcome.outputText.split(separator: "\n").filter { $0.contains("[PKG-003 package-damaged]") }
            #expect(lines.map { $0.prefix { $0 != ":" } } == ["in.zip/Contents/a", "in.zip/Contents/c"])
            #expect(try names(folder) == ["in.zip"])
        }
    }

    @Test func `a bomb is status 3 before and while it goes off`() throws {
        try withTemporaryFolder { folder in
            try Self.zip("in.zip", in: folder, "add('Contents/a', b'\\0' * 3_000_000)")
            let outcome = try BuiltTool.run(
                ["unpack", "in.zip", "-o", "Out", "--max-bytes", "2M"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(
                outcome.errorText
                    == "iapkit: in.zip: its files have \(3_000_000 + ContentInfoText.xml().utf8.count) bytes by its own "
                    + "account, and at most 2097152 are unpacked; if you trust it, allow more with --max-bytes\n")
            #expect(try names(folder) == ["in.zip"])
            #expect(
                try BuiltTool.run(["unpack", "in.zip", "-o", "Out", "--max-bytes=3m"], in: folder.path).status == 0)
        }
    }

    @Test(arguments: ["", "0", "-1", "+1", "1.5G", "G", "1T", "9999999999G", "1 G"])
    func `a size that is none is a usage error`(value: String) throws {
        let outcome = try BuiltTool.run(["unpack", "in.zip", "-o", "Out", "--max-bytes", value])
        #expect(outcome.status == 2)
        #expect(
            outcome.errorText == "iapkit: --max-bytes takes a number of bytes, not '\(value)'\n"
                + "iapkit: hint: for example --max-bytes 500M or --max-bytes 8G\n")
    }

    @Test func `a folder is no package, and what exists is not replaced`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try BuiltTool.run(["pack", "Cats"], in: folder.path)
            let wrong = try BuiltTool.run(["unpack", "Cats", "-o", "Out"], in: folder.path)
            #expect(wrong.status == 2)
            #expect(
                wrong.errorText == "iapkit: 'Cats' is a folder, and unpack takes a package\n"
                    + "iapkit: hint: name the .zip or .pkg; a content folder is unpacked already\n")
            for output in ["Cats", "Cats.zip", ".", "no/Out"] {
                let outcome = try BuiltTool.run(["unpack", "Cats.zip", "-o", output], in: folder.path)
                #expect(outcome.status == 3)
                #expect(outcome.outputText.hasPrefix("Cats.zip: not unpacked"))
            }
            #expect(try names(folder) == ["Cats", "Cats.zip"])
            let report = try BuiltTool.run(
                ["unpack", "Cats.zip", "-o", "Out", "--report", "json=Out/report.json"], in: folder.path)
            #expect(report.status == 2)
            #expect(try names(folder) == ["Cats", "Cats.zip"])
        }
    }

    // MARK: When the world does not play along

    @Test(arguments: ["in.zip", "in.pkg"])
    func `an interrupt leaves no folder, neither whole nor partial`(package: String) throws {
        try withTemporaryFolder { folder in
            // A stored entry of 3 GiB that lies in a hole of the file: it costs no disk and keeps the tool busy.
            let zip = """
                import struct
                size, plist, name = 3 << 30, b'<plist/>', b'Contents/big'
                import zlib
                def local(name, crc, size):
                    return struct.pack('<IHHHHHIIIHH', 0x04034b50, 20, 0, 0, 0, 33, crc, size, size, len(name), 0) + name
                def central(name, crc, size, offset):
                    return struct.pack('<IHHHHHHIIIHHHHHII', 0x02014b50, 0x31e, 20, 0, 0, 0, 33, crc, size, size,
                        len(name), 0, 0, 0, 0, 0o100644 << 16, offset) + name
                with open('in.zip', 'wb') as file:
                    crc = zlib.crc32(plist)
                    file.write(local(b'ContentInfo.plist', crc, len(plist)) + plist)
                    offset = file.tell()
                    file.write(local(name, 1, size))
                    file.seek(size, 1)
                    directory = central(b'ContentInfo.plist', crc, len(plist), 0) + central(name, 1, size, offset)
                    start = file.tell()
                    file.write(directory + struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, 2, 2, len(directory), start, 0))
                """
            // The same in a payload that is not compressed. It is unpacked while it is looked at.
            let flat = """
                import struct, zlib
                size, plist = 3 << 30, b'<plist/>'
                info = b'<pkg-info format-version="2" identifier="in" version="0" content-type="in-app"/>'
                def entry(name, mode, size):
                    numbers = '%06o' * 7 % (0, 0, mode, 0, 0, 1, 0)
                    return f'070707{numbers}{0:011o}{len(name) + 1:06o}{size:011o}{name}\\0'.encode()
                head = (entry('.', 0o40755, 0) + entry('./ContentInfo.plist', 0o100644, len(plist)) + plist
                    + entry('./Contents', 0o40755, 0) + entry('./Contents/big', 0o100644, size))
                tail = entry('TRAILER!!!', 0, 0)
                def member(number, name, offset, size):
                    return (f'<file id="{number}"><name>{name}</name><type>file</type><data><offset>{offset}</offset>'
                        f'<size>{size}</size><length>{size}</length></data></file>')
                length = len(head) + size + len(tail)
                table = ('<?xml version="1.0" encoding="UTF-8"?><xar><toc><file id="1"><name>in.pkg</name>'
                    '<type>directory</type>' + member(2, 'PackageInfo', 0, len(info))
                    + member(3, 'Payload', len(info), length) + '</file></toc></xar>').encode()
                packed = zlib.compress(table)
                with open('in.pkg', 'wb') as file:
                    file.write(b'xar!' + struct.pack('>HHQQI', 28, 1, len(packed), len(table), 0) + packed + info + head)
                    file.seek(size, 1)
                    file.write(tail)
                """
            let code = package == "in.zip" ? zip : flat
            let python = try #require(Program("python3"))
            try #require(try python.run(["-c", code], in: folder.path).status == 0)
            for (signal, status) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)] {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: BuiltTool.program.path)
                process.arguments = ["unpack", package, "-o", "Out"]
                process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                // Until the file is being written, the interrupt would prove nothing.
                while !Repository.files(inFolder: folder.path).contains(where: { $0.hasSuffix("Contents/big") }),
                    process.isRunning
                {
                    usleep(1_000)
                }
                #expect(process.isRunning)
                kill(process.processIdentifier, signal)
                process.waitUntilExit()
                #expect(process.terminationReason == .uncaughtSignal)
                #expect(128 + process.terminationStatus == status)
                #expect(try names(folder) == [package])
            }
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "a small file system can't be mounted here"))
    func `a full disk is status 3 and leaves nothing`() throws {
        try withTemporaryFolder { folder in
            try Self.zip("in.zip", in: folder, "add('Contents/a', b'\\0' * 3_000_000)")
            let disk = try folder.makeFolder("disk")
            try SmallDisk.with(size: "256k", on: disk) {
                let outcome = try BuiltTool.run(["unpack", "in.zip", "-o", "disk/Out"], in: folder.path)
                #expect(outcome.status == 3)
                #expect(outcome.errorText == "iapkit: disk/Out/Contents/a: No space left on device\n")
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
            }
        }
    }

    @Test func `a limit on the size of files is status 3 and leaves nothing`() throws {
        try withTemporaryFolder { folder in
            try Self.zip("in.zip", in: folder, "add('Contents/a', b'\\0' * 3_000_000)")
            let shell = try #require(Program("sh"))
            let outcome = try shell.run(
                ["-c", "ulimit -f 1000; exec '\(BuiltTool.program.path)' unpack in.zip -o Out"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText == "iapkit: Out/Contents/a: File too large\n")
            #expect(try names(folder) == ["in.zip"])
        }
    }

    @Test(.enabled(if: getuid() != 0 || Program("setpriv") != nil, "nobody here is an ordinary user"))
    func `a folder above that may not be written to is named`() throws {
        try withTemporaryFolder { folder in
            try Self.zip("in.zip", in: folder, "add('Contents/a', 'a')")
            try folder.makeFolder("locked")
            for (path, mode) in [("", 0o755), ("in.zip", 0o644), ("locked", 0o555)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(path))
            }
            var words = ["./iapkit", "unpack", "in.zip", "-o", "locked/Out"]
            if getuid() == 0 { words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words }
            try FileManager.default.copyItem(atPath: BuiltTool.program.path, toPath: folder.path("iapkit"))
            let outcome = try #require(Program("env")).run(words, in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText == "iapkit: locked: Permission denied; name another output\n")
        }
    }
}
