import Foundation
import TestSupport
import Testing

/// Each status that `match` can give, in one run.
@Suite struct MatchTests {
    @Test func `every status of a row, with its candidate and its reason`() throws {
        try withTemporaryFolder { folder in
            let identifiers = [
                "a-exact": "com.example.cats", "b-near": "com.example.dosg", "c-missing": "org.other.whales",
                "d-twice": "com.example.birds", "e-twice": "com.example.birds", "f-coins": "com.example.coins",
            ]
            for (name, identifier) in identifiers {
                try folder.makeContentFolder("Packs/\(name)", productIdentifier: identifier)
            }
            try folder.write("Packs/g-broken/ContentInfo.plist", "<plist><dict>")
            try folder.write("Photos.storekit", storeKit)
            let outcome = try BuiltTool.run(
                ["match", "Packs", "--products", "Photos.storekit", "--report", "json"], in: folder.path)
            #expect(outcome.status == 1)
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            let rows = try #require(document["matches"] as? [[String: Any]])
            #expect(
                rows.map { $0["path"] as? String } == (identifiers.keys + ["g-broken"]).sorted().map { "Packs/\($0)" })
            #expect(
                rows.map { $0["status"] as? String }
                    == ["exact", "near", "missing", "duplicate", "duplicate", "wrong-type", "missing"])
            #expect(rows[0]["reason"] == nil && rows[0]["candidate"] == nil)
            #expect(rows[1]["candidate"] as? String == "com.example.dogs")
            #expect(rows[2]["candidate"] == nil)
            #expect((rows[3]["reason"] as? String)?.contains("Packs/e-twice") == true)
            #expect((rows[5]["reason"] as? String)?.contains("consumable") == true)
            #expect(rows[6]["productIdentifier"] == nil)
            let unclaimed = (document["unclaimed"] as? [[String: Any]])?.map { $0["productIdentifier"] as? String }
            #expect(unclaimed == ["com.example.dogs"])
            let codes = (document["findings"] as? [[String: Any]])?.map { $0["code"] as? String }
            #expect(codes == ["PID-010", "PID-010", "PID-012", "PID-012", "PID-011", "PLI-003"])
        }
    }

    @Test func `products that no folder claims are never an error`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(
                ["match", "Cats", "--expect", "com.example.app.pack1", "--expect", "com.example.other"], in: folder.path
            )
            #expect(outcome.status == 0)
            #expect(
                outcome.outputText == """
                    exact  Cats  com.example.app.pack1

                    Products that no input claims:
                      com.example.other

                    """)
        }
    }

    @Test func `verbose tells how a source was read, on standard error`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("list.txt", "com.example.app.pack1\n")
            let outcome = try BuiltTool.run(["validate", "-v", "Cats", "--products", "list.txt"], in: folder.path)
            #expect(outcome.errorText == "iapkit: list.txt: read as text: 1 product\n")
            #expect(
                outcome.outputText == "Cats: valid ('com.example.app.pack1', version 1.0, 2 files with 311 bytes)\n")
        }
    }

    private let storeKit = """
        { "identifier": "A", "version": { "major": 3, "minor": 0 }, "settings": {},
          "products": [
            { "productID": "com.example.cats", "type": "NonConsumable", "referenceName": "Cats" },
            { "productID": "com.example.dogs", "type": "NonConsumable", "referenceName": "Dogs" },
            { "productID": "com.example.birds", "type": "NonConsumable", "referenceName": "Birds" },
            { "productID": "com.example.coins", "type": "Consumable", "referenceName": "Coins" } ],
          "subscriptionGroups": [] }
        """
}
