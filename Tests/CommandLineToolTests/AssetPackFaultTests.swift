import Foundation
import TestSupport
import Testing

/// Asset packs when something is wrong with them or with the world.
@Suite struct AssetPackFaultTests {
    private static func packed(_ folder: TemporaryFolder) throws -> [UInt8] {
        try folder.makeContentFolder("Cats")
        let outcome = try BuiltTool.run(["pack", "Cats", "-o", "x.aar"], in: folder.path)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("x.aar"))))
    }

    /// What each command that reads packages says of a file, the way to mend it aside.
    private static func expect(
        _ finding: String, in folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for command in [["validate", "f.aar"], ["inspect", "f.aar"], ["unpack", "f.aar", "-o", "out"]] {
            let outcome = try BuiltTool.run(command, in: folder.path)
            #expect(outcome.status == 1, sourceLocation: sourceLocation)
            #expect(
                outcome.outputText.hasPrefix("f.aar: error: \(finding)\n"), "\(outcome.outputText)",
                sourceLocation: sourceLocation)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("out")), sourceLocation: sourceLocation)
    }

    @Test func `half a pack is incomplete`() throws {
        try withTemporaryFolder { folder in
            let bytes = try Self.packed(folder)
            try folder.write("f.aar", bytes.prefix(bytes.count / 2))
            try Self.expect(
                "package is incomplete: the archive is incomplete: it breaks off \(bytes.count - bytes.count / 2) "
                    + "bytes before the end of a block [PKG-002 package-truncated]", in: folder)
        }
    }

    @Test func `bytes that follow a pack are damage`() throws {
        try withTemporaryFolder { folder in
            let bytes = try Self.packed(folder)
            try folder.write("f.aar", bytes + [UInt8](repeating: 0x80, count: 40))
            try Self.expect(
                "package is damaged: the archive is damaged: the block at its byte \(bytes.count) unpacks to "
                    + "9259542123273814144 bytes, where 4194304 are the most [PKG-003 package-damaged]", in: folder)
        }
    }

    @Test func `an encrypted archive, a text, an empty file and one of another format are what they are`() throws {
        try withTemporaryFolder { folder in
            try folder.write("f.aar", Array("AEA1".utf8) + [UInt8](repeating: 0, count: 200))
            try Self.expect(
                "package is encrypted: an encrypted or signed Apple Archive (AEA), which can't be opened without its "
                    + "key [PKG-003 package-damaged]", in: folder)
            try folder.write("f.aar", "hello\n")
            try Self.expect(
                "input is no content package: a text file [PKG-001 not-a-content-package]", in: folder)
            try folder.write("f.aar", "")
            try Self.expect(
                "input is no content package: an empty file [PKG-001 not-a-content-package]", in: folder)
            try folder.write("f.aar", RawAppleArchive.file("readme", "x"))
            try Self.expect(
                "input is no content package: an Apple Archive without Manifest.json and Contents, and so no asset "
                    + "pack [PKG-001 not-a-content-package]", in: folder)
        }
    }

    @Test func `what a name says counts for nothing`() throws {
        try withTemporaryFolder { folder in
            let bytes = try Self.packed(folder)
            try folder.write("x.zip", bytes)
            let outcome = try BuiltTool.run(["inspect", "x.zip"], in: folder.path)
            #expect(outcome.status == 0 && outcome.outputText.hasPrefix("x.zip: asset pack (aar)\n"))
        }
    }

    @Test(arguments: ["aar", "zip"])
    func `a pack is no folder to pack`(format: String) throws {
        try withTemporaryFolder { folder in
            _ = try Self.packed(folder)
            let outcome = try BuiltTool.run(["pack", "x.aar", "--format", format, "-o", "out"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(
                outcome.messages
                    == "iapkit: x.aar: is a package already; give pack the content folder that it was made from\n")
            #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path("out"))) ?? [] == [])
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "a small file system can't be mounted here"))
    func `a full disk is status 3, and the old pack and manifest stand`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            var random = TestRandom(seed: 8)
            try folder.write(
                "Cats/Contents/noise", (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &random) })
            let disk = try folder.makeFolder("disk")
            try SmallDisk.with(size: "256k", on: disk) {
                try folder.write("disk/Cats.aar", "old")
                let outcome = try BuiltTool.run(
                    ["pack", "Cats", "-o", "disk", "--force", "--format", "aar", "--manifest"], in: folder.path)
                #expect(outcome.status == 3)
                #expect(outcome.messages.hasPrefix("iapkit: disk/Cats.aar: No space left on device"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["Cats.aar"])
                #expect(try String(contentsOfFile: disk + "/Cats.aar", encoding: .utf8) == "old")
                let migrated = try BuiltTool.run(["migrate", "Cats", "-o", "disk/M"], in: folder.path)
                #expect(migrated.status == 3)
                #expect(migrated.errorText.contains("No space left on device"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk + "/M/stage") == [])
            }
        }
    }

    @Test(.enabled(if: ReadOnlyDisk.isAvailable, "a folder can't be mounted to be read only here"))
    func `a folder where nothing may be written is status 3, and what it holds can be packed`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("closed/Cats")
            try ReadOnlyDisk.with(folder.path("closed")) {
                let outcome = try BuiltTool.run(
                    ["pack", "closed/Cats", "--format", "aar", "-o", "closed"], in: folder.path)
                #expect(outcome.status == 3)
                #expect(outcome.messages == "iapkit: closed: Read-only file system; name another output\n")
                let migrated = try BuiltTool.run(["migrate", "closed/Cats", "-o", "closed/M"], in: folder.path)
                #expect(migrated.status == 3)
                #expect(
                    migrated.messages
                        == "iapkit: closed/M: the folder can't be made: Read-only file system; choose another --output\n"
                )
                let open = try BuiltTool.run(["migrate", "closed/Cats", "-o", "M", "--packs"], in: folder.path)
                #expect(open.status == 0)
            }
        }
    }

    @Test func `an interrupt leaves the old pack and stage, and nothing unfinished`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            // Sparse, so that it costs no disk and yet keeps the tool busy for long.
            try folder.write("Cats/Contents/big", "")
            #expect(truncate(folder.path("Cats/Contents/big"), 40 << 30) == 0)
            try folder.write("out/Cats.aar", "old")
            for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)] {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: BuiltTool.program.path)
                process.arguments = ["pack", "Cats", "-o", "out", "--format", "aar", "--force"]
                process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                // Until the partial file is there, the interrupt would prove nothing.
                while try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count < 2,
                    process.isRunning
                {
                    usleep(2_000)
                }
                #expect(process.isRunning)
                kill(process.processIdentifier, signal)
                process.waitUntilExit()
                #expect(process.terminationReason == .uncaughtSignal)
                #expect(128 + process.terminationStatus == status)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["Cats.aar"])
                #expect(try String(contentsOfFile: folder.path("out/Cats.aar"), encoding: .utf8) == "old")
            }
        }
    }

    @Test func `a file that grows while it is packed never makes a wrong pack`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            let log = try folder.write("Cats/Contents/log.txt", [UInt8](repeating: 65, count: 8 << 20))
            // The writer appends for as long as the tool runs. Signals may be blocked here, but for one.
            let script = """
                ( while :; do echo more >> '\(log)'; done ) & writer=$!
                '\(BuiltTool.program.path)' pack Cats --format aar; status=$?
                kill -KILL $writer; exit $status
                """
            let outcome = try #require(Program("sh")).run(["-c", script], in: folder.path)
            if outcome.status == 0 {
                #expect(try BuiltTool.run(["validate", "Cats.aar"], in: folder.path).status == 0)
            } else {
                // Noticed while it was looked at, or while it was packed.
                #expect([1, 3].contains(outcome.status))
                #expect((outcome.outputText + outcome.errorText).contains("log.txt: "))
                #expect((outcome.outputText + outcome.errorText).contains("changed"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("Cats.aar")))
            }
        }
    }
}
