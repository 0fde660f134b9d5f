import Foundation
import TestSupport
import Testing

/// What happens when the world does not play along: nothing is lost, and nothing half-written stays.
@Suite struct ResilienceTests {
    @Test func `E14: an interrupt leaves the old output and no partial file`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            // Sparse, so that it costs no disk and yet keeps the tool busy for long.
            try folder.write("Cats/Contents/big", "")
            #expect(truncate(folder.path("Cats/Contents/big"), 40 << 30) == 0)
            try folder.write("out/Cats.zip", "old")
            for (signal, status) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)] {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: BuiltTool.program.path)
                process.arguments = ["pack", "Cats", "-o", "out", "--force"]
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
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["Cats.zip"])
                #expect(try String(contentsOfFile: folder.path("out/Cats.zip"), encoding: .utf8) == "old")
            }
        }
    }

    @Test(.enabled(if: TerminalHarness.isAvailable, "python3 is not installed"))
    func `a signal that says nothing about ending does not end it, though who started it left it blocked`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            try folder.write("Cats/Contents/big", "")
            #expect(truncate(folder.path("Cats/Contents/big"), 200 << 30) == 0)
            let signals = """
                import time; time.sleep(0.5); os.kill(pid, signal.SIGWINCH); time.sleep(0.5); os.kill(pid, signal.SIGTERM)
                """
            let outcome = try TerminalHarness.run(
                ["pack", "Cats", "-o", "out", "-q"], in: folder.path, [.init(on: "", signals)])
            #expect(outcome.status == 128 + SIGTERM)
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "a small file system can't be mounted here"))
    func `a full disk is status 3, and the old output stands`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            var random = TestRandom(seed: 8)
            try folder.write(
                "Cats/Contents/noise", (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &random) })
            let disk = try folder.makeFolder("disk")
            try SmallDisk.with(size: "256k", on: disk) {
                try folder.write("disk/Cats.zip", "old")
                let outcome = try BuiltTool.run(["pack", "Cats", "-o", "disk", "--force"], in: folder.path)
                #expect(outcome.status == 3)
                #expect(outcome.errorText.contains("No space left on device"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["Cats.zip"])
                #expect(try String(contentsOfFile: disk + "/Cats.zip", encoding: .utf8) == "old")
                let both = try BuiltTool.run(
                    ["pack", "Cats", "-o", "disk", "--force", "--format", "zip", "--format", "pkg"], in: folder.path)
                #expect(both.status == 3)
                for name in ["zip", "pkg"] {
                    #expect(both.errorText.contains("iapkit: disk/Cats.\(name): No space left on device"))
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["Cats.zip"])
            }
        }
    }

    @Test func `a file that can't be packed is told with its folder, since others may have such a one`() throws {
        try withTemporaryFolder { folder in
            for name in ["Cats", "Dogs"] {
                try folder.makeContentFolder("in/\(name)", productIdentifier: "com.example.\(name)", contents: [:])
                try folder.write("in/\(name)/Contents/big", "")
            }
            // Sparse: one byte more than a flat package holds in a file.
            #expect(truncate(folder.path("in/Dogs/Contents/big"), 8 << 30) == 0)
            let outcome = try BuiltTool.run(
                ["pack", "in", "--format", "pkg", "-q", "--skip", "PKG-010", "--skip", "FIL-010"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.hasPrefix("iapkit: in/Dogs/Contents/big: it has 8589934592 bytes"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats.pkg", "in"])
        }
    }

    @Test func `a limit on the size of files is status 3, and no partial file stays`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            try folder.write("Cats/Contents/a.bin", (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) })
            let shell = try #require(Program("sh"))
            let outcome = try shell.run(
                ["-c", "ulimit -f 1; exec '\(BuiltTool.program.path)' pack Cats --compression store"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.hasPrefix("iapkit: Cats.zip: File too large"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test func `many folders are packed where few files may be open, whatever the number of threads`() throws {
        try withTemporaryFolder { folder in
            for number in 0..<300 {
                try folder.makeContentFolder("in/p\(number)", productIdentifier: "com.example.app.p\(number)")
            }
            let shell = try #require(Program("sh"))
            for jobs in [1, 16, 1024] {
                let command = "pack in -o out\(jobs) --format zip --format pkg --no-sync -q --jobs \(jobs)"
                let outcome = try shell.run(
                    ["-c", "ulimit -n 64; exec '\(BuiltTool.program.path)' \(command)"], in: folder.path)
                #expect(outcome.status == 0)
                #expect(outcome.errorText == "")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out\(jobs)")).count == 600)
            }
        }
    }

    @Test(.enabled(if: Program("bash") != nil && (getuid() != 0 || Program("setpriv") != nil)))
    func `where the system gives no further thread the work is done all the same`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.makeContentFolder("Dogs", productIdentifier: "com.example.app.pack2")
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            let arguments = ["validate", "Cats", "Dogs", "--jobs", "4"]
            let outcome = try asOrdinaryUser(arguments, in: folder, limits: "ulimit -u 1")
            #expect(outcome.status == 0)
            #expect(outcome.outputText.hasPrefix("Cats: valid "))
        }
    }

    @Test func `very many slashes behind a path are passed over at once`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let slashes = String(repeating: "/", count: 100_000)
            #expect(try BuiltTool.run(["validate", "Cats" + slashes], in: folder.path).status == 0)
        }
    }

    @Test(.enabled(if: getuid() != 0 || Program("setpriv") != nil))
    func `E15: an unreadable file is a finding, and nothing is written, also with --force`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["secret.txt": "x"])
            try FileManager.default.setAttributes(
                [.posixPermissions: 0], ofItemAtPath: folder.path("Cats/Contents/secret.txt"))
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            try folder.write("Cats.zip", "old")
            let outcome = try asOrdinaryUser(["pack", "Cats", "--force"], in: folder)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("Cats/Contents/secret.txt: error: "))
            #expect(outcome.outputText.contains("FIL-007 unreadable-file"))
            #expect(try String(contentsOfFile: folder.path("Cats.zip"), encoding: .utf8) == "old")
        }
    }

    @Test(.enabled(if: getuid() != 0 || Program("setpriv") != nil))
    func `a folder where nothing may be written is status 3`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let closed = try folder.makeFolder("closed")
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: closed)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            let outcome = try asOrdinaryUser(["pack", "Cats", "-o", "closed"], in: folder)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.contains("Permission denied"))
        }
    }

    @Test func `a reader that goes away ends the tool as the signal would, quietly`() throws {
        try withTemporaryFolder { folder in
            for index in 0..<300 {
                try folder.makeContentFolder("Packs/p\(index)", productIdentifier: "wrong id \(index)")
            }
            let shell = try #require(Program("bash"))
            let script =
                "'\(BuiltTool.program.path)' validate Packs --verbose --skip PID-010 | head -n 1; echo ${PIPESTATUS[0]}"
            let outcome = try shell.run(["-c", script], in: folder.path)
            #expect(outcome.outputText.hasSuffix("\n141\n"))
            #expect(outcome.error.isEmpty)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a standard output that is full is status 3`() throws {
        let shell = try #require(Program("sh"))
        let outcome = try shell.run(["-c", "'\(BuiltTool.program.path)' help > /dev/full"])
        #expect(outcome.status == 3)
        #expect(outcome.errorText == "iapkit: standard output can't be written to: No space left on device\n")
    }

    @Test func `C17: a pipe and a socket in the content are findings, and nothing hangs`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(mkfifo(folder.path("Cats/Contents/pipe"), 0o644) == 0)
            #expect(mkfifo(folder.path("Dogs"), 0o644) == 0)
            let outcome = try BuiltTool.run(["validate", "Cats", "Dogs"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("Cats/Contents/pipe: error: "))
            #expect(outcome.outputText.contains("FIL-006 special-file"))
            #expect(outcome.outputText.contains("Dogs: error: "))
        }
    }

    @Test func `C18: a file that grows while it is packed never makes a wrong archive`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            let log = try folder.write("Cats/Contents/log.txt", [UInt8](repeating: 65, count: 8 << 20))
            let shell = try #require(Program("sh"))
            // The writer appends for as long as the tool runs. Signals may be blocked here, but for one.
            let script = """
                ( while :; do echo more >> '\(log)'; done ) & writer=$!
                '\(BuiltTool.program.path)' pack Cats; status=$?
                kill -KILL $writer; exit $status
                """
            let outcome = try shell.run(["-c", script], in: folder.path)
            if outcome.status == 0 {
                #expect(try #require(Program("unzip")).run(["-tq", "Cats.zip"], in: folder.path).status == 0)
            } else {
                // Noticed while it was looked at, or while it was packed.
                #expect([1, 3].contains(outcome.status))
                #expect((outcome.outputText + outcome.errorText).contains("log.txt: "))
                #expect((outcome.outputText + outcome.errorText).contains("changed"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("Cats.zip")))
            }
        }
    }

    @Test func `a path that names nothing is status 3, and the other inputs are looked at`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["validate", "Nope", "Cats"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.hasPrefix("iapkit: Nope: "))
            #expect(outcome.outputText == "Cats: valid ('com.example.app.pack1', version 1.0)\n")
        }
    }

    /// Runs the tool as somebody whom permissions bind, which they don't root.
    /// - Parameter limits: What `bash` is to set before.
    private func asOrdinaryUser(
        _ arguments: [String], in folder: TemporaryFolder, limits: String = ":"
    ) throws -> Program.Outcome {
        let bash = try #require(Program("bash"))
        let words = ["-c", "\(limits); exec \"$@\"", "bash"]
        guard getuid() == 0, let setpriv = Program("setpriv") else {
            return try bash.run(words + [BuiltTool.program.path] + arguments, in: folder.path)
        }
        try FileManager.default.copyItem(atPath: BuiltTool.program.path, toPath: folder.path("iapkit"))
        return try setpriv.run(
            ["--reuid=65534", "--regid=65534", "--clear-groups", bash.path] + words + [folder.path("iapkit")]
                + arguments, in: folder.path)
    }
}
