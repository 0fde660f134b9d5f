import Foundation
import TestSupport
import Testing

/// No command, report or message repeats a byte of a key or a token, wherever it stands in a source.
@Suite struct SecretTests {
    /// Each is found again by a part of it, so that no shortened form passes either.
    private static let token =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6Ik1BUktFUjEifQ.eyJpc3MiOiJNQVJLRVIyIiwiYXVkIjoiYXBwIn0.TUFSS0VSMzM0NDU1NjY3Nzg4OTk"
    private static let keyLine = "MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQgMARKER4abcdEFGHij"
    private static let markers = [
        "MARKER", "eyJhbGci", "eyJpc3Mi", "TUFSS0VS", "MIGTAgEA", "BHkwdwIBAQ", "MARKERABC",
    ]

    private static let pem = "-----BEGIN PRIVATE KEY-----\n\(keyLine)\n\(keyLine)\n-----END PRIVATE KEY-----\n"

    private static let sound: [String: String] = [
        "pair.storekit": """
        {"identifier": "A", "products": [{"productID": "com.x.a", "type": "NonConsumable", "internalID": "1"}],
         "settings": {"_developerTeamID": "MARKERTEAM"}, "subscriptionGroups": [],
         "subscriptionOffersKeyPair": {"id": "MARKERID", "privateKey": "\(pem.replacing("\n", with: "\\n"))"},
         "version": {"major": 4, "minor": 0}}
        """,
        "page.json": """
        {"data": [{"type": "inAppPurchases", "id": "7", "attributes": {"productId": "com.x.a", "reviewNote": "MARKERNOTE"},
          "links": {"self": "https://h/x?token=\(token)"}}],
         "links": {"self": "https://h/v1/apps/1/inAppPurchasesV2?access_token=\(token)"}, "token": "\(token)"}
        """,
        "next.json": """
        {"data": [{"type": "inAppPurchases", "id": "7", "attributes": {"productId": "com.x.a"}}],
         "links": {"self": "https://h/v1/apps/1/inAppPurchasesV2?t=\(token)", "next": "https://h/v1/apps/1/inAppPurchasesV2?cursor=\(token)&t=MARKER"}}
        """,
        "error.json": """
        {"errors": [{"status": "401", "code": "\(token)", "title": "Bad token \(token).",
          "detail": "Sent 'Authorization: Bearer \(token)' to https://h/v1?jwt=MARKERQUERY and \(keyLine)"}]}
        """,
        "names.json": """
        [{"productId": "com.x.a", "name": "\(token)", "state": "Bearer MARKER", "password": "MARKERPASS"}]
        """,
        "id.json": "[\"com.x.a\", \"\(token)\"]",
        "curl.log": """
        * Connected to h
        > GET /v1/apps/1/inAppPurchasesV2?token=\(token) HTTP/2
        > Authorization: Bearer \(token)
        < HTTP/2 200
        {"data": []}
        """,
        "headers.txt": "HTTP/2 200\nx-token: \(token)\n\n{\"data\": []}\n",
        "bare-token.txt": token + "\n", "bare-key.txt": "com.x.a\n\(keyLine)\n", "AuthKey_MARKED.p8": pem,
        "late.txt": "com.x.a\n\(pem)",
        "table.csv": "product_id,name\ncom.x.a,\(token)\n\(token),b\n",
        "keys.plist": """
        <?xml version="1.0"?><plist version="1.0"><dict><key>com.x.a</key><string>\(token)</string>
        <key>\(token)</key><string>MARKERABC</string></dict></plist>
        """,
        "metadata.xml": """
        <package xmlns="http://apple.com/itunes/importer"><software><vendor_id>\(token)</vendor_id>
        <in_app_purchase><product_id>com.x.a</product_id><reference_name>\(token)</reference_name></in_app_purchase>
        </software></package>
        """,
        "catalog.json":
            "{\"products\": [{\"id\": \"com.x.a\", \"type\": 1}], \"apiKey\": \"MARKER\", \"appleSKU\": \"\(token)\"}",
        "config.json":
            "{\"appId\": \"\(token)\", \"schemaVersion\": 1, \"inAppPurchases\": [{\"productId\": \"com.x.a\"}]}",
    ]

    @Test(arguments: sound.keys.sorted())
    func `nothing of a secret is in any output, whole or cut or spoilt`(file: String) throws {
        let text = try #require(Self.sound[file])
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.x.b")
            var texts = [text]
            // Cut near the secrets, so that the faults are reported there.
            texts += stride(from: 7, to: text.utf8.count, by: max(1, text.utf8.count / 6)).map {
                String(decoding: text.utf8.prefix($0), as: UTF8.self)
            }
            texts.append(text.replacing("\",", with: ","))
            texts.append(text.replacing("\": \"", with: "\": [\""))
            texts.append(text.replacing("<string>", with: "<MARKERELEMENT>"))
            texts.append(text.replacing(".", with: "\u{7}"))
            for (number, text) in texts.enumerated() {
                let name = number == 0 ? file : "\(number)-\(file.replacing("MARKED", with: "x"))"
                try folder.write(name, text)
                let isWhole = number == 0
                for arguments in Self.commands(name, all: isWhole) {
                    let outcome = try BuiltTool.run(arguments, in: folder.path)
                    #expect([0, 1, 3].contains(outcome.status), "\(arguments): \(outcome.errorText)")
                    for output in [outcome.outputText, outcome.errorText] { Self.expectClean(output, arguments) }
                }
                if let report = try? String(contentsOfFile: folder.path("report.json"), encoding: .utf8) {
                    Self.expectClean(report, ["report.json of", name])
                }
            }
        }
    }

    private static func commands(_ source: String, all: Bool) -> [[String]] {
        let few = [
            ["products", source], ["validate", "-v", "Cats", "--products", source, "--report", "json=report.json"],
        ]
        guard all else { return few }
        let formats = [
            "storekit", "app-store-connect", "catalog-report", "sales-report", "itmsp", "plist", "unity", "revenuecat",
            "storeconfig", "itunes-connect", "csv", "json", "text",
        ]
        return few + [
            ["products", source, "--report", "json"], ["match", "-v", "Cats", "--products", source],
            ["match", "Cats", "--products", source, "--report", "json"],
            ["pack", "-v", "Cats", "--dry-run", "--products", source], ["products", source, "--app", "1"],
            ["validate", source], ["validate", source, "--report", "json"], ["inspect", source],
        ] + formats.map { ["products", source, "--products-format", $0] }
    }

    private static func expectClean(_ output: String, _ arguments: [String]) {
        for marker in markers {
            #expect(!output.contains(marker), "\(arguments) tells \(marker)")
        }
    }
}
