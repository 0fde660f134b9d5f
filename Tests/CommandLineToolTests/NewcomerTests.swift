import Foundation
import TestSupport
import Testing

/// What people new to the program stumbled over.
@Suite struct NewcomerTests {
    @Test func `both packages of one folder are no rivals for its product`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(
                try BuiltTool.run(["pack", "Cats", "--format", "zip", "--format", "pkg", "-o", "d"], in: folder.path)
                    .status == 0)
            let outcome = try BuiltTool.run(["validate", "d/Cats.zip", "d/Cats.pkg", "Cats"], in: folder.path)
            #expect(outcome.status == 0, "\(outcome.outputText)")
            try folder.makeFolder("e")
            try FileManager.default.copyItem(atPath: folder.path("d/Cats.zip"), toPath: folder.path("e/Dogs.zip"))
            let rivals = try BuiltTool.run(["validate", "d/Cats.pkg", "e/Dogs.zip"], in: folder.path)
            #expect(rivals.status == 1 && rivals.outputText.contains("[PID-012 duplicate-product-id]"))
        }
    }

    @Test func `what match can't say in a row it says below, above all what makes it fail`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write(
                "asc.json",
                """
                {"data":[{"type":"inAppPurchases","id":"1","attributes":{"name":"Cats","productId":"com.example.app.pack1",
                "inAppPurchaseType":"NON_CONSUMABLE","state":"REJECTED","contentHosting":true}}],
                "links":{"self":"https://api.appstoreconnect.apple.com/v1/apps/1/inAppPurchasesV2"}}
                """)
            let arguments = ["match", "Cats", "--products", "asc.json", "--fail-on", "warning"]
            let outcome = try BuiltTool.run(arguments, in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("exact  Cats") && outcome.outputText.contains("[PID-015 "))
        }
    }

    @Test func `two folders near one product are told to be, and neither is given the other's way out`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("A", productIdentifier: "Cats")
            try folder.makeContentFolder("B", productIdentifier: "com.example.cats")
            let outcome = try BuiltTool.run(["validate", "A", "B", "--expect", "com.example.Cats"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("which is the nearest for 'B' too"))
            #expect(!outcome.outputText.contains("--product-id"))
        }
    }

    @Test func `a folder of content folders, where one is wanted, says to name one`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/A", productIdentifier: "a")
            try folder.makeContentFolder("Packs/B", productIdentifier: "b")
            let outcome = try BuiltTool.run(["compare", "Packs", "Packs/A"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("this is no content folder; it holds 2 content folders"))
            #expect(outcome.outputText.contains("name one of them, such as 'Packs/A'"))
        }
    }

    @Test func `a lowered version is remarked on`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["edit", "Cats", "--content-version", "0.9"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(
                outcome.errorText
                    == "iapkit: Cats: the version is lower than it was; an app that has the higher one keeps it\n")
        }
    }

    @Test func `lists that prove nothing by what they lack change nothing unasked`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cat-photos")
            let columns = [
                "Provider", "SKU", "Product Type Identifier", "Apple Identifier", "Parent Identifier", "Title",
            ]
            let row = ["APPLE", "com.example.cat_photos", "IA1", "1", "APP", "Cats"]
            try folder.write("sales.txt", columns.joined(separator: "\t") + "\n" + row.joined(separator: "\t") + "\n")
            let outcome = try BuiltTool.run(
                ["match", "Cats", "--products", "sales.txt", "--products-format", "sales-report", "--fix", "--yes"],
                in: folder.path)
            #expect(
                outcome.errorText.contains("not changed, since the lists given do not say what is missing"),
                "\(outcome.errorText)")
            #expect(!outcome.outputText.contains("→"))
        }
    }

    @Test func `a file in a package's form that is none has no kind`() throws {
        try withTemporaryFolder { folder in
            try folder.write("x/Payload/Cats.app/Info.plist", "x")
            let made = try #require(Program("zip")).run(["-q", "-r", "../Cats.ipa", "."], in: folder.path("x"))
            try #require(made.status == 0)
            let outcome = try BuiltTool.run(["inspect", "Cats.ipa", "--report", "json"], in: folder.path)
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            let input = try #require((document["inputs"] as? [[String: Any]])?.first)
            #expect(input["kind"] as? String == "unknown")
        }
    }
}
