import Foundation
import TestSupport
import Testing

/// What a person, a log and a pipe get to see of how far the work is.
@Suite struct ProgressTests {
    /// A content folder with a sparse file, which costs no disk and takes as long as it is large.
    private func makeLargeFolder(_ name: String, in folder: TemporaryFolder, size: Int) throws {
        try folder.makeContentFolder(name, contents: [:])
        try folder.write("\(name)/Contents/big", "")
        #expect(truncate(folder.path("\(name)/Contents/big"), size) == 0)
    }

    private static let bar = #"Packing +\[[#-]+\] +\d+% +[\d.]+ of [\d.]+ GiB"#

    @Test(.enabled(if: TerminalHarness.isAvailable, "python3 is not installed"))
    func `on a terminal a bar is drawn for work that lasts, and an interrupt clears it and leaves no file`() throws {
        try withTemporaryFolder { folder in
            try makeLargeFolder("Cats", in: folder, size: 200 << 30)
            for (signal, status) in [("SIGINT", 130), ("SIGTERM", 143)] as [(String, Int32)] {
                let outcome = try TerminalHarness.run(
                    ["pack", "Cats", "-o", "out", "--skip", "FIL-010"], in: folder.path,
                    [.init(on: Self.bar, "pass"), .init(on: Self.bar, "os.kill(pid, signal.\(signal))")])
                #expect(outcome.missed == "")
                #expect(outcome.status == status)
                #expect(outcome.text.hasSuffix("\r\u{1B}[K"))
                #expect(TerminalHarness.lines(of: outcome.text) == [""])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == [])
                // Nothing is done to the terminal that would have to be undone.
                #expect(!outcome.text.replacing("\u{1B}[K", with: "").contains("\u{1B}"))
            }
        }
    }

    @Test(.enabled(if: TerminalHarness.isAvailable, "python3 is not installed"))
    func `the line keeps to the width of the terminal, also when that changes`() throws {
        try withTemporaryFolder { folder in
            try makeLargeFolder("Cats", in: folder, size: 200 << 30)
            let outcome = try TerminalHarness.run(
                ["pack", "Cats", "-o", "out", "--skip", "FIL-010"], columns: 120, in: folder.path,
                [
                    .init(on: Self.bar + ".*Cats", "size(40)"), .init(on: #"\rPacking +\d+%"#, "size(64)"),
                    .init(on: Self.bar, "os.kill(pid, signal.SIGINT)"),
                ])
            #expect(outcome.missed == "")
            let drawn = outcome.text.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
            #expect(drawn.allSatisfy { $0.count < 120 })
            #expect(drawn.contains { $0.count > 64 })
            let narrow = try #require(drawn.firstIndex { !$0.contains("[") && $0.contains("%") })
            #expect(drawn[narrow...].allSatisfy { $0.count < 64 })
        }
    }

    @Test(.enabled(if: TerminalHarness.isAvailable, "python3 is not installed"))
    func `an error line stands alone where the bar was`() throws {
        try withTemporaryFolder { folder in
            try makeLargeFolder("Cats", in: folder, size: 200 << 30)
            let outcome = try TerminalHarness.run(
                ["pack", "Cats", "-o", "out", "--skip", "FIL-010"], in: folder.path,
                [.init(on: Self.bar, "os.truncate('\(folder.path("Cats/Contents/big"))', 5)")])
            #expect(outcome.missed == "")
            #expect(outcome.status == 3)
            let lines = TerminalHarness.lines(of: outcome.text)
            #expect(lines.first?.hasPrefix("iapkit: Cats/Contents/big: ") == true, "\(lines)")
            #expect(!lines.joined().contains("Packing"))
        }
    }

    @Test(.enabled(if: TerminalHarness.isAvailable, "python3 is not installed"))
    func `at the end of work that lasted only the result stands there`() throws {
        // How long it takes depends on the machine, so the work grows until it lasts.
        for size in [16, 64, 256, 1_024, 4_096, 16_384] {
            let isDrawn = try withTemporaryFolder { folder in
                try makeLargeFolder("Cats", in: folder, size: size << 20)
                let outcome = try TerminalHarness.run(
                    ["pack", "Cats", "-o", "out.zip", "--no-sync", "--skip", "FIL-010"], in: folder.path)
                #expect(outcome.status == 0)
                let lines = TerminalHarness.lines(of: outcome.text)
                #expect(lines.first?.contains("out.zip") == true, "\(lines)")
                #expect(!lines.joined().contains("Packing"))
                return outcome.text.contains("Packing")
            }
            if isDrawn { return }
        }
        Issue.record("16 GiB were packed in no time")
    }

    @Test(
        .enabled(if: TerminalHarness.isAvailable, "python3 is not installed"),
        arguments: [["--quiet"], ["--no-progress"], ["--progress", "never"], ["--progress=plain"], []])
    func `who wants no bar, or whose terminal can't draw one, gets none`(arguments: [String]) throws {
        try withTemporaryFolder { folder in
            try makeLargeFolder("Cats", in: folder, size: 200 << 30)
            // The bar would be there after half a second.
            let stop = "import time; time.sleep(1.2); os.kill(pid, signal.SIGINT)"
            let outcome = try TerminalHarness.run(
                ["pack", "Cats", "-o", "out", "--skip", "FIL-010", "--exclude", "nothing"] + arguments, in: folder.path,
                environment: arguments.isEmpty ? ["TERM": "dumb"] : [:],
                [.init(on: arguments == ["--quiet"] ? "" : "leaves nothing out", stop)])
            // With --quiet nothing is ever written, so there is nothing to wait for but the end.
            #expect(
                outcome.text == (arguments == ["--quiet"] ? "" : "iapkit: --exclude 'nothing' leaves nothing out\r\n"))
        }
    }

    @Test func `in pipes no command writes an escape, whatever the terminal is named`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("list.txt", "com.example.app.pack1\n")
            for arguments in [
                ["pack", "Cats", "-o", "Cats.zip"], ["pack", "Cats", "-o", "Cats.pkg"],
                ["validate", "Cats", "Cats.zip", "--products", "list.txt"],
                ["match", "Cats", "--products", "list.txt"], ["inspect", "Cats", "Cats.pkg"],
                ["compare", "Cats.zip", "Cats"], ["unpack", "Cats.zip", "-o", "new"],
            ] {
                for progress in [[], ["--progress", "auto"], ["--progress", "plain"], ["--no-progress"]] {
                    if arguments[0] == "unpack" { try? FileManager.default.removeItem(atPath: folder.path("new")) }
                    let outcome = try BuiltTool.run(
                        arguments + progress + (arguments[0] == "pack" ? ["--force"] : []), in: folder.path,
                        environment: ["TERM": "xterm", "COLUMNS": "80"])
                    #expect(outcome.status == 0, "\(arguments)")
                    #expect(outcome.errorText == "", "\(arguments)")
                    #expect(!outcome.outputText.contains("\u{1B}") && !outcome.outputText.contains("\r"))
                }
            }
        }
    }

    @Test func `work that lasts writes nothing into a pipe`() throws {
        try withTemporaryFolder { folder in
            try makeLargeFolder("Cats", in: folder, size: 200 << 30)
            let shell = try #require(Program("sh"))
            // `timeout` is not everywhere.
            let script = """
                '\(BuiltTool.program.path)' pack Cats -o out --skip FIL-010 & sleep 1.2; kill -TERM $!; wait $! || true
                """
            let outcome = try shell.run(["-c", script], in: folder.path, environment: ["TERM": "xterm"])
            #expect(outcome.errorText.split(separator: "\n").allSatisfy { !$0.contains("iapkit") })
            #expect(!outcome.errorText.contains("\u{1B}") && outcome.output.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == [])
        }
    }
}
