import Foundation
import TestSupport
import Testing

/// `iapkit match --fix`: what is certain is mended, by whom it is asked.
@Suite struct MatchFixTests {
    private static let products = ["--expect", "com.example.Cats", "--expect", "com.example.Dogs"]

    private static func makeFolders(in folder: TemporaryFolder) throws {
        try folder.makeContentFolder("Packs/Cats", productIdentifier: "Cats")
        try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example.dogs")
        try folder.makeContentFolder("Packs/Whales", productIdentifier: "org.other.whales")
    }

    private static func identifier(_ name: String, in folder: TemporaryFolder) throws -> String? {
        let text = try String(contentsOfFile: folder.path("\(name)/ContentInfo.plist"), encoding: .utf8)
        return text.split(separator: "\n").dropFirst(7).first.map {
            String($0).replacing("\t<string>", with: "").replacing("</string>", with: "")
        }
    }

    @Test func `what has the same end only is not changed unasked`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Whales", productIdentifier: "org.other.Whales")
            let outcome = try BuiltTool.run(
                ["match", "Whales", "--fix", "--yes", "--expect", "com.example.Whales"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(
                outcome.errorText == "iapkit: Whales: not changed, since 'com.example.Whales' has the same end only; "
                    + "if it is the one: iapkit edit Whales --product-id com.example.Whales\n")
            #expect(try Self.identifier("Whales", in: folder) == "org.other.Whales")
        }
    }

    @Test func `with --yes what is certain is changed, and the rows tell how things are then`() throws {
        try withTemporaryFolder { folder in
            try Self.makeFolders(in: folder)
            let outcome = try BuiltTool.run(["match", "Packs", "--fix", "--yes"] + Self.products, in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.errorText == "")
            #expect(
                outcome.outputText == """
                    Packs/Cats: IAPProductIdentifier 'Cats' → 'com.example.Cats'
                    Packs/Dogs: IAPProductIdentifier 'com.example.dogs' → 'com.example.Dogs'

                    exact    Packs/Cats    com.example.Cats
                    exact    Packs/Dogs    com.example.Dogs
                    missing  Packs/Whales  org.other.whales
                             no product has this ID, nor one like it

                    3 inputs: 2 matched, 1 not; 1 error

                    """)
            #expect(try Self.identifier("Packs/Cats", in: folder) == "com.example.Cats")
            #expect(try Self.identifier("Packs/Whales", in: folder) == "org.other.whales")
            let again = try BuiltTool.run(
                ["match", "Packs/Cats", "--fix", "--yes", "--report", "json"] + Self.products, in: folder.path)
            #expect(again.status == 0)
            let document = try #require(try JSONSerialization.jsonObject(with: again.output) as? [String: Any])
            #expect((document["edits"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `a dry run changes nothing, and the rows tell how things are`() throws {
        try withTemporaryFolder { folder in
            try Self.makeFolders(in: folder)
            let outcome = try BuiltTool.run(["match", "Packs", "--fix", "--dry-run"] + Self.products, in: folder.path)
            #expect(outcome.status == 1)
            #expect(
                outcome.outputText.hasPrefix(
                    "Packs/Cats: would change IAPProductIdentifier 'Cats' → 'com.example.Cats'\n"))
            #expect(outcome.outputText.contains("near     Packs/Cats    Cats\n"))
            #expect(try Self.identifier("Packs/Cats", in: folder) == "Cats")
        }
    }

    @Test func `a list from a pipe is read once, and is no answer`() throws {
        try withTemporaryFolder { folder in
            try Self.makeFolders(in: folder)
            let outcome = try BuiltTool.run(
                ["match", "Packs/Cats", "--fix", "--yes", "--products", "-"], in: folder.path,
                input: Data("com.example.Cats\n".utf8))
            #expect(outcome.status == 0)
            #expect(outcome.outputText.hasSuffix("\nexact  Packs/Cats  com.example.Cats\n"))
            let refused = try BuiltTool.run(
                ["match", "Packs/Dogs", "--fix", "--products", "-"], in: folder.path, input: Data("y\ny\n".utf8))
            #expect(refused.status == 2)
            #expect(try Self.identifier("Packs/Dogs", in: folder) == "com.example.dogs")
        }
    }

    @Test func `a package is told to be packed again, and is not changed`() throws {
        try withTemporaryFolder { folder in
            try Self.makeFolders(in: folder)
            try #require(try BuiltTool.run(["pack", "Packs/Cats"], in: folder.path).status == 0)
            let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("Cats.zip")))
            let outcome = try BuiltTool.run(["match", "Cats.zip", "--fix", "--yes"] + Self.products, in: folder.path)
            #expect(outcome.status == 1)
            #expect(
                outcome.errorText
                    == "iapkit: Cats.zip: a package is not changed; edit its content folder, and pack it again\n")
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("Cats.zip"))) == before)
        }
    }

    @Test func `what is not certain is left alone: two folders for one product, a product that is taken`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("A", productIdentifier: "com.example.cats")
            try folder.makeContentFolder("B", productIdentifier: "com.example.Catz")
            try folder.makeContentFolder("C", productIdentifier: "com.example.dogs")
            try folder.makeContentFolder("D", productIdentifier: "com.example.Dogs")
            let outcome = try BuiltTool.run(
                ["match", "A", "B", "C", "D", "--fix", "--yes"] + Self.products, in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.errorText.split(separator: "\n").count == 3)
            #expect(outcome.errorText.contains("iapkit: C: not changed, since 'D' has 'com.example.Dogs' already\n"))
            #expect(
                outcome.errorText.hasPrefix("iapkit: A: not changed, since 'com.example.Cats' is the nearest for 2 "))
            #expect(!outcome.outputText.contains("→"))
            #expect(
                try ["A", "B", "C"].map { try Self.identifier($0, in: folder) } == [
                    "com.example.cats", "com.example.Catz", "com.example.dogs",
                ])
        }
    }

    /// `script` of util-linux gives the program a terminal; that of macOS takes other options.
    private static let script: Program? = {
        #if os(Linux)
            return Program("script")
        #else
            return nil
        #endif
    }()

    @Test(.enabled(if: script != nil, "there is no script of util-linux"))
    func `on a terminal each change is asked for, whatever standard input is`() throws {
        try withTemporaryFolder { folder in
            try Self.makeFolders(in: folder)
            try folder.write("list.txt", "com.example.Cats\ncom.example.Dogs\n")
            let tool = BuiltTool.program.path
            let command = "'\(tool)' match Packs --fix --products - < list.txt > out.txt; echo status $?"
            let outcome = try #require(Self.script).run(
                ["-qec", command, "/dev/null"], in: folder.path, input: Data("maybe\nno\nY\n".utf8))
            #expect(
                outcome.outputText.contains("Packs/Cats: change 'Cats' to 'com.example.Cats' (the product ID set up"))
            #expect(
                outcome.outputText.contains(
                    "'com.example.dogs' to 'com.example.Dogs' (only letter case differs)? [y/N] "))
            #expect(outcome.outputText.contains("status 1"))
            #expect(try Self.identifier("Packs/Cats", in: folder) == "Cats")
            #expect(try Self.identifier("Packs/Dogs", in: folder) == "com.example.Dogs")
            let table = try String(contentsOfFile: folder.path("out.txt"), encoding: .utf8)
            #expect(table.contains("near     Packs/Cats    Cats\n"))
            #expect(table.contains("exact    Packs/Dogs    com.example.Dogs\n"))
        }
    }
}
