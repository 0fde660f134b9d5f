import ProductCatalogs
import Testing
import XMLReading

struct StoreKitConfigurationFormatTests {
    @Test(arguments: [(1, 0), (1, 1), (1, 2), (2, 0), (3, 0), (4, 0), (5, 0)])
    func `every version is read, all three places and no offers`(major: Int, minor: Int) throws {
        let source = try read(Self.file(version: "{\"major\" : \(major), \"minor\" : \(minor)}"))
        #expect(source.format == "storekit")
        #expect(source.remarks == [Self.localRemark])
        #expect(
            source.products == [
                KnownProduct(
                    identifier: "com.x.cats", source: "P.storekit", type: .nonConsumable, name: "Cats",
                    position: SourcePosition(line: 5, column: 42)),
                KnownProduct(
                    identifier: "com.x.coins", source: "P.storekit", type: .consumable, name: "Coins",
                    position: SourcePosition(line: 6, column: 42)),
                KnownProduct(
                    identifier: "com.x.season", source: "P.storekit", type: .nonRenewingSubscription,
                    position: SourcePosition(line: 3, column: 69)),
                KnownProduct(
                    identifier: "com.x.monthly", source: "P.storekit", type: .autoRenewableSubscription,
                    position: SourcePosition(line: 11, column: 74)),
            ])
    }

    @Test(arguments: [
        "{\"version\": 2, \"products\": [\"com.a.b\"]}", "{\"version\": \"2\", \"products\": [{\"id\": \"com.a.b\"}]}",
        "{\"subscriptionGroups\": [], \"products\": [{\"id\": \"com.a.b\"}]}",
    ])
    func `a list of another kind with some of its keys is a plain list`(text: String) throws {
        let source = try read(text)
        #expect(source.format == "json")
        #expect(source.products.map(\.identifier) == ["com.a.b"])
    }

    @Test func `a later version is read with a remark`() throws {
        let source = try read(Self.file(version: "{\"major\" : 9}"))
        #expect(source.products.count == 4)
        #expect(
            source.remarks == [
                Self.localRemark,
                "The file has a later version than this reader knows; the product IDs were taken from the places where "
                    + "earlier versions have them.",
            ])
    }

    @Test func `a synced file tells its date, its app and the products' numbers`() throws {
        let source = try read(Self.synced())
        #expect(
            source.remarks == [
                "Synced with App Store Connect on 2024-02-29 (UTC) for app 1234567890; what changed there later is not in it."
            ])
        #expect(source.products.map(\.appleID) == ["6441234567"])
    }

    @Test(arguments: [
        ("0.0", "1234567890", "6441234567"), ("-5", "1234567890", "6441234567"), ("1e300", "1234567890", "6441234567"),
        ("730943999.9", "1000", "6441234567"), ("730943999.9", "My App name", "6441234567"),
        ("730943999.9", "1234567890", "8C3F5A1D"), ("\"2024\"", "1234567890", "6441234567"),
    ])
    func `a file that is only made to look synced is a local one`(date: String, app: String, internalID: String) throws
    {
        let source = try read(Self.synced(date: date, app: app, internalID: internalID))
        #expect(source.remarks == [Self.localRemark])
        #expect(source.products.map(\.appleID) == [nil])
    }

    @Test(arguments: [
        ("0.5", "2001-01-01"), ("86399", "2001-01-01"), ("86400", "2001-01-02"), ("94608000", "2004-01-01"),
        ("99705599", "2004-02-28"), ("99705600", "2004-02-29"), ("99792000", "2004-03-01"), ("788918400", "2026-01-01"),
        ("3129062400", "2100-02-27"), ("3129235200", "2100-03-01"), ("252423993599", "9999-12-31"),
    ])
    func `the date of a sync is a day in UTC`(seconds: String, day: String) throws {
        #expect(try read(Self.synced(date: seconds)).remarks.first?.contains(" on \(day) (UTC)") == true)
    }

    @Test func `products without an ID or of an unknown type are counted`() throws {
        let source = try read(
            """
            {"products": [{"productID": "", "type": "Consumable"}, {"productID": null}, {"type": "NonConsumable"},
             {"productID": "com.x.a", "type": "Rental"}, {"productID": "com.x.b"}], "version": {"major": 2}}
            """)
        #expect(source.products.map(\.identifier) == ["com.x.a", "com.x.b"])
        #expect(source.products.map(\.type) == [nil, nil])
        #expect(
            source.remarks == [
                Self.localRemark, "Left out, since without a product ID: 3 products.",
                "Of a type that this reader does not know: 1 product.",
            ])
    }

    @Test func `the same ID twice is kept twice`() throws {
        let source = try read("{\"products\":[{\"productID\":\"a\"},{\"productID\":\"a\"}],\"version\":{}}")
        #expect(source.products.map(\.identifier) == ["a", "a"])
    }

    @Test(arguments: [
        ("{\"products\": {}, \"version\": {\"major\": 1}}", "products is an object instead of an array"),
        ("{\"products\": [5], \"version\": {\"major\": 1}}", "products[0] is a number instead of an object"),
        (
            "{\"products\": [{}, {\"productID\": 5}], \"version\": {\"major\": 1}}",
            "products[1].productID is a number instead of a string"
        ),
        (
            "{\"products\": [{\"productID\": \"a\", \"type\": true}], \"version\": {\"major\": 1}}",
            "products[0].type is a truth value instead of a string"
        ),
        (
            "{\"nonRenewingSubscriptions\": \"x\", \"version\": {\"major\": 1}}",
            "nonRenewingSubscriptions is a string instead of an array"
        ),
        (
            "{\"subscriptionGroups\": [{\"subscriptions\": [[]]}], \"version\": {\"major\": 1}}",
            "subscriptionGroups[0].subscriptions[0] is an array instead of an object"
        ),
        ("{\"products\": [], \"version\": {\"major\": 1}}", "lists no product ID"),
    ])
    func `a value of the wrong type is an error that names its place`(text: String, reason: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.reason == reason)
    }

    @Test func `nothing of a private key is ever repeated`() throws {
        let pair = """
            "subscriptionOffersKeyPair": {"id": "SECRETID", "privateKey": "-----BEGIN PRIVATE KEY-----SECRETKEY"},
            """
        let whole = Self.file(version: "{\"major\" : 9}").replacing(
            "{\n  \"identifier\"", with: "{\n \(pair)\n  \"identifier\"")
        #expect(whole.contains("SECRETKEY"))
        let source = try read(whole)
        #expect(!"\(source)".contains("SECRET"))
        #expect(source.remarks.count == 2)
        // Cut anywhere, and spoilt in several ways, it never leads to a message with a part of the key in it.
        var texts = stride(from: 1, to: whole.count, by: 7).map { String(whole.prefix($0)) }
        texts.append(whole.replacing("SECRETKEY\"", with: "SECRETKEY"))
        texts.append(whole.replacing("\"SECRETID\"", with: "SECRETID"))
        texts.append(whole.replacing("\"type\" : \"NonConsumable\"", with: "\"type\" : [\"SECRET\"]"))
        texts.append("{\"subscriptionOffersKeyPair\": {\"privateKey\": \"SECRETKEY\"}}")
        texts.append("[{\"subscriptionOffersKeyPair\": {\"privateKey\": \"SECRETKEY\"}}]")
        texts.append("{\"SECRETKEY\": 1}")
        texts.append("SECRETKEY: -----BEGIN PRIVATE KEY-----")
        for text in texts {
            for format in [nil, "text", "json", "storekit"] {
                let content = SourceContent(name: "P.storekit", bytes: Array(text.utf8))
                do {
                    let source = try ProductSourceFormats.read(content, as: format)
                    #expect(!"\(source)".contains("SECRET"))
                } catch {
                    #expect(!"\(error) \(error.reason) \(error.remedy)".contains("SECRET"))
                }
            }
        }
    }

    @Test func `a file that is something else is said not to be one`() {
        let error = #expect(throws: ProductSourceError.self) {
            try ProductSourceFormats.read(SourceContent(name: "l", bytes: Array("[\"a\"]".utf8)), as: "storekit")
        }
        #expect(
            error?.reason
                == "not a StoreKit configuration file: it has none of the keys products, nonRenewingSubscriptions, "
                + "subscriptionGroups")
    }

    private static let localRemark =
        "A local configuration file says what its author believes, and is no proof that a product exists in App Store "
        + "Connect."

    private static func file(version: String) -> String {
        """
        {
          "identifier" : "5A1B2C3D",
          "nonRenewingSubscriptions" : [{ "internalID" : "1", "productID" : "com.x.season", "referenceName" : null }],
          "products" : [
            { "internalID" : "A1", "productID" : "com.x.cats", "type" : "NonConsumable", "referenceName" : "Cats" },
            { "internalID" : "A2", "productID" : "com.x.coins", "type" : "Consumable", "referenceName" : "Coins" }
          ],
          "settings" : {},
          "subscriptionGroups" : [
            { "id" : "B", "name" : "Plans", "subscriptions" : [
              { "adHocOffers" : [ { "offerID" : "com.x.offer" } ], "productID" : "com.x.monthly",
                "introductoryOffer" : null, "type" : "RecurringSubscription", "winbackOffers" : [ { "offerID" : "o" } ] } ] }
          ],
          "version" : \(version)
        }

        """
    }

    /// By default of the last second of a leap day.
    private static func synced(
        date: String = "730943999.9", app: String = "1234567890", internalID: String = "6441234567"
    ) -> String {
        """
        {"products": [{"productID": "com.x.cats", "type": "NonConsumable", "internalID": "\(internalID)"}],
         "settings": {"_applicationInternalID": "\(app)", "_lastSynchronizedDate": \(date)}, "subscriptionGroups": []}
        """
    }

    private func read(_ text: String) throws -> ProductSource {
        try ProductSourceFormats.read(SourceContent(name: "P.storekit", bytes: Array(text.utf8)))
    }
}
