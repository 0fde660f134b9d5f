import Foundation
import TestSupport
import Testing

/// Product sources and Apple's list of store items, from the command line.
@Suite struct SourceCommandTests {
    private static let sources = "\(Repository.path)/Fixtures/Sources"

    private static func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
        try BuiltTool.run(arguments, in: sources, input: Data(input.utf8))
    }

    @Test func `products shows a table of what was read, and how on standard error`() throws {
        let outcome = try Self.run("products", "in-app-purchases-page1.json", "in-app-purchases-page2.json")
        #expect(outcome.status == 0)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first?.split(separator: " ") == ["PRODUCT", "ID", "TYPE", "STATE", "HOSTED", "NAME", "SOURCE"])
        #expect(
            lines.dropFirst().first?.hasPrefix("com.example.zoo.cats     non-consumable             APPROVED") == true
                || lines.dropFirst().first?.hasPrefix("com.example.zoo.cats     non-consumable  APPROVED") == true)
        #expect(
            outcome.errorText.hasPrefix("iapkit: in-app-purchases-page1.json: read as app-store-connect: 2 products\n"))
    }

    @Test func `a page alone is status 3, and says what is missing`() throws {
        let outcome = try Self.run("products", "in-app-purchases-page1.json")
        #expect(outcome.status == 3)
        #expect(outcome.outputText.isEmpty)
        #expect(
            outcome.errorText
                == "iapkit: in-app-purchases-page1.json: only a part of App Store Connect's answer: App Store Connect counts "
                + "4, and 2 are here; fetch the page that links.next names, and so on to the last, and give all "
                + "pages together\n")
    }

    @Test(arguments: ["1230000001.itmsp", "1230000001.itmsp/", "1230000001.itmsp/metadata.xml"])
    func `a Transporter package is read as a folder or by its file`(path: String) throws {
        let outcome = try Self.run("products", path, "--report", "json")
        #expect(outcome.status == 0)
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let rows = try #require(document["products"] as? [[String: Any]])
        #expect(
            rows.map { $0["productIdentifier"] as? String } == [
                "com.example.zoo.cats", "com.example.zoo.season", "com.example.zoo.monthly",
            ])
        #expect(rows.first?["source"] as? String == path)
        #expect(rows.first?["app"] as? String == "zoo-sku (1230000001)")
    }

    @Test func `any other folder is no source`() throws {
        let outcome = try Self.run("products", ".")
        #expect(outcome.status == 3)
        #expect(
            outcome.errorText
                == "iapkit: .: is a folder, not a product source; name a file; of folders, only a .itmsp with metadata.xml "
                + "is one\n")
    }

    @Test func `a packed report is read from a file on standard input too`() throws {
        let zip = try Repository.bytes("Fixtures/Sources/catalog-report.zip")
        let outcome = try BuiltTool.run(["products", "-", "--app", "Farm"], in: Self.sources, input: Data(zip))
        #expect(outcome.status == 0)
        #expect(outcome.outputText.contains("com.example.farm.cows"))
        #expect(!outcome.outputText.contains("com.example.zoo.cats"))
        let gzip = try Repository.bytes("Fixtures/Sources/sales-report.txt.gz")
        #expect(try BuiltTool.run(["products", "-"], in: Self.sources, input: Data(gzip)).status == 0)
    }

    @Test func `the product of another app is a finding of its own, and a row of match says so`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cows", productIdentifier: "com.example.farm.cows")
            let report = "\(Self.sources)/catalog-report.zip"
            func codes(_ arguments: String...) throws -> [String] {
                let outcome = try BuiltTool.run(
                    ["match", "Cows", "--products", report, "--report", "json"] + arguments, in: folder.path)
                let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
                let rows = try #require(document["matches"] as? [[String: Any]])
                return (document["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
                    + rows.compactMap { $0["reason"] as? String }
            }
            #expect(try codes() == [])
            #expect(try codes("--app", "1230000002") == [])
            #expect(
                try codes("--app", "Zoo")
                    == ["PID-017", "only the app Farm (1230000002) has a product with this ID"])
        }
    }

    @Test func `an app that no source knows is status 3, with those that are known`() throws {
        let outcome = try Self.run("products", "catalog-report.txt", "--app", "Zo")
        #expect(outcome.status == 3)
        #expect(
            outcome.errorText
                == "iapkit: --app Zo: no source has products of this app; choose one of Zoo (1230000001), "
                + "Farm (1230000002)\n")
        #expect(try Self.run("validate", ".", "--app", "Zoo").status == 2)
    }

    @Test func `a deleted product is a finding of its own`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Owls", productIdentifier: "com.example.zoo.owls")
            let outcome = try BuiltTool.run(
                ["match", "Owls", "--products", "\(Self.sources)/itunes-connect.json"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("the product was deleted"))
        }
    }

    @Test func `what was guessed is told unasked, but not by a quiet run`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.zoo.cats")
            let arguments = ["validate", "Cats", "--products", "\(Self.sources)/ProductEmojis.plist"]
            let outcome = try BuiltTool.run(arguments, in: folder.path)
            #expect(outcome.status == 0)
            #expect(
                outcome.errorText
                    == "iapkit: \(Self.sources)/ProductEmojis.plist: 2 IDs read from dictionary keys.\n")
            #expect(try BuiltTool.run(arguments + ["-q"], in: folder.path).errorText.isEmpty)
        }
    }

    @Test func `a sales report alone makes no error of an ID that it lacks`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Birds", productIdentifier: "org.other.birds")
            let outcome = try BuiltTool.run(
                ["validate", "Birds", "--products", "\(Self.sources)/sales-report.txt.gz"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText.contains(": note: product ID 'org.other.birds' is not in the product list"))
            #expect(
                outcome.outputText.split { $0.isWhitespace }.joined(separator: " ").contains(
                    "lacks may exist all the same."))
        }
    }

    @Test func `Apple's list for SKStoreProductViewController is valid as what it is`() throws {
        let outcome = try Self.run("validate", "Products.plist")
        #expect(outcome.outputText == "Products.plist: valid\n")
        #expect(outcome.errorText.isEmpty)
        #expect(outcome.status == 0)
        let json = try Self.run("validate", "Products.plist", "--report", "json")
        let document = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        let input = try #require((document["inputs"] as? [[String: Any]])?.first)
        #expect(input["kind"] as? String == "unknown")
        #expect(input["verdict"] as? String == "ok")
    }

    @Test func `a list of store items with faults has a finding at each place`() throws {
        try withTemporaryFolder { folder in
            let text = try Repository.text("Fixtures/Sources/Products.plist")
                .replacing("<integer>1230000001</integer>", with: "<string>com.example.zoo.cats</string>")
                .replacing("<string>118</string>", with: "<string></string>")
                .replacing("<string>A song</string>", with: "<string></string>")
            try folder.write("Products.plist", text)
            let outcome = try BuiltTool.run(["validate", "Products.plist"], in: folder.path)
            #expect(outcome.status == 1)
            let places = outcome.outputText.split(separator: "\n").filter { $0.contains(": error: ") }.map {
                $0.prefix { $0 != " " }
            }
            #expect(places == ["Products.plist:7:11:", "Products.plist:15:11:", "Products.plist:21:11:"])
            for code in ["SPL-001", "SPL-002", "SPL-004"] { #expect(outcome.outputText.contains("[\(code) ")) }
        }
    }

    @Test(arguments: ["pack", "inspect", "match"])
    func `for every other command it is no content`(command: String) throws {
        let expected = command == "match" ? ["--expect", "a"] : []
        let outcome = try BuiltTool.run([command, "Products.plist"] + expected, in: Self.sources)
        #expect(outcome.status == 1)
    }

    @Test(arguments: ["ProductIds.plist", "ProductEmojis.plist", "HostedProducts.plist"])
    func `any other property list is no input`(file: String) throws {
        let outcome = try Self.run("validate", file)
        #expect(outcome.status == 1)
        #expect(outcome.outputText.contains("[PKG-001 "))
    }
}
