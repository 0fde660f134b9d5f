import Foundation
import TestSupport
import Testing

/// What a person sees at a terminal: colour, and lines that fit.
@Suite(.enabled(if: PseudoTerminal.isAvailable, "there is no script of util-linux"))
struct TerminalTests {
    private static let tool = "'\(BuiltTool.program.path)'"

    private func plain(_ text: String) -> String { text.replacing(/\x1B\[[0-9;]*m/, with: "") }

    /// A folder with a wrong product ID and a list that has the right one.
    private func withFolder(_ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "Cats")
            try folder.write("list.txt", "com.example.Photos.Cats\n")
            try body(folder)
        }
    }

    @Test func `on a terminal text has colours, and says the same without them`() throws {
        try withFolder { folder in
            let line = "\(Self.tool) validate Cats --products list.txt"
            let colored = try PseudoTerminal.run(line, columns: 300, in: folder.path)
            #expect(colored.status == 1)
            #expect(colored.text.contains("\u{1B}[1;31merror\u{1B}[0m"))
            #expect(colored.text.contains("\u{1B}[1;31m^^^^\u{1B}[0m"))
            let bare = try PseudoTerminal.run("\(line) --color never", columns: 300, in: folder.path)
            #expect(!bare.text.contains("\u{1B}"))
            #expect(plain(colored.text) == bare.text)
        }
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": ""]])
    func `a person who wants no colour, or whose terminal has none, gets none`(environment: [String: String]) throws {
        try withFolder { folder in
            let line = "\(Self.tool) validate Cats --products list.txt"
            let outcome = try PseudoTerminal.run(line, columns: 80, in: folder.path, environment: environment)
            #expect(outcome.status == 1)
            #expect(outcome.text.contains("error: product ID 'Cats'"))
            #expect(!outcome.text.contains("\u{1B}"))
            let forced = try PseudoTerminal.run(
                "\(line) --color always", columns: 80, in: folder.path, environment: environment)
            #expect(forced.text.contains("\u{1B}[1;31merror"))
        }
    }

    @Test func `E11: each stream is judged by itself`() throws {
        try withFolder { folder in
            let line = "\(Self.tool) validate Cats none --products list.txt"
            let output = try PseudoTerminal.run("\(line) 2> err.txt", columns: 80, in: folder.path)
            #expect(output.text.contains("\u{1B}[1;31merror"))
            let error = try String(contentsOfFile: folder.path("err.txt"), encoding: .utf8)
            #expect(error.hasPrefix("iapkit: none: ") && !error.contains("\u{1B}"))
            // Standard error is the terminal, and standard output is none.
            let other = try PseudoTerminal.run("\(line) > out.txt", columns: 80, in: folder.path)
            #expect(other.text.hasPrefix("iapkit: none: ") && !other.text.contains("\u{1B}"))
            let written = try String(contentsOfFile: folder.path("out.txt"), encoding: .utf8)
            #expect(written.contains(": error: product ID 'Cats'") && !written.contains("\u{1B}"))
        }
    }

    @Test func `text keeps to the width of the terminal, and only what must be copied whole may be wider`() throws {
        try withFolder { folder in
            for columns in [40, 60, 80, 132] {
                for command in [
                    "validate Cats --products list.txt", "match Cats --products list.txt", "explain PID-010", "explain",
                ] where columns > 40 || command != "explain" {
                    let text = try PseudoTerminal.run("\(Self.tool) \(command)", columns: columns, in: folder.path).text
                    let lines = plain(text).split(separator: "\n").map(String.init)
                    #expect(lines.count > 3)
                    let wide = lines.filter { $0.count > columns && !$0.hasPrefix("        iapkit edit") }
                    // The outcome is one line: path, product ID and version in one.
                    #expect(wide.allSatisfy { $0.hasPrefix("Cats: not valid") }, "\(columns) \(command): \(wide)")
                }
            }
        }
    }

    @Test func `a width that nobody knows is 80, and COLUMNS is asked before the terminal`() throws {
        func widest(_ columns: Int?, _ environment: [String: String] = [:]) throws -> Int {
            let text = try PseudoTerminal.run(
                "\(Self.tool) explain PID-010", columns: columns, environment: environment
            )
            .text
            return plain(text).split(separator: "\n").reduce(0) { max($0, $1.count) }
        }
        #expect((70...80).contains(try widest(nil)))
        #expect((50...60).contains(try widest(200, ["COLUMNS": "60"])))
        // A sentence as wide as a wide terminal can't be read.
        #expect((90...100).contains(try widest(200)))
    }

    @Test func `the table of products is cut to the terminal, and never into a pipe`() throws {
        try withTemporaryFolder { folder in
            let name = String(repeating: "All the photographs of cats ", count: 6)
            try folder.write(
                "list.json",
                """
                {"data":[{"type":"inAppPurchases","id":"1","attributes":{"name":"\(name)",
                "productId":"com.example.app.pack1","inAppPurchaseType":"NON_CONSUMABLE","state":"APPROVED"}}],
                "links":{"self":"https://api.appstoreconnect.apple.com/v1/apps/1/inAppPurchasesV2"}}
                """)
            let line = "\(Self.tool) products list.json"
            let seen = plain(try PseudoTerminal.run("\(line) 2>/dev/null", columns: 70, in: folder.path).text)
            #expect(seen.split(separator: "\n").count == 2)
            #expect(seen.split(separator: "\n").allSatisfy { $0.count <= 70 })
            #expect(seen.contains("com.example.app.pack1") && seen.contains("…"))
            let piped = try BuiltTool.run(["products", "list.json"], in: folder.path, environment: ["COLUMNS": "70"])
            #expect(piped.outputText.contains(name.dropLast()))
            #expect(piped.outputText.contains("list.json\n"))
        }
    }

    @Test func `the table of matches cuts a long path on a terminal, and never the product ID`() throws {
        try withTemporaryFolder { folder in
            let path = "exports/of/the/year/2024/all/Cats"
            try folder.makeContentFolder(path)
            let line = "\(Self.tool) match \(path) --expect com.example.app.pack1"
            let seen = plain(try PseudoTerminal.run(line, columns: 50, in: folder.path).text)
            #expect(seen == "exact  …/year/2024/all/Cats  com.example.app.pack1\n")
            let piped = try BuiltTool.run(
                ["match", path, "--expect", "com.example.app.pack1"], in: folder.path, environment: ["COLUMNS": "50"])
            #expect(piped.outputText == "exact  \(path)  com.example.app.pack1\n")
        }
    }
}
