import ProductCatalogs
import PropertyLists
import TestSupport
import Testing

/// What looks like a list of product IDs, or like a part of one, and is not.
struct SourceTrapTests {
    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">

        """

    @Test(arguments: [
        (
            "<dict><key>IAPProductIdentifier</key><string>a</string></dict>",
            "a ContentInfo.plist, which names one product and lists none, and no list of product IDs"
        ),
        ("<dict><key>CFBundleIdentifier</key><string>a</string></dict>", "an Info.plist, and no list of product IDs"),
        (
            "<dict><key>items</key><array><dict/></array></dict>",
            "a manifest for installing an app over the air, and no list of product IDs"
        ),
        ("<dict><key>My products</key><string>a</string></dict>", "a dictionary whose keys can't be product IDs"),
        ("<array><integer>5</integer></array>", "item 1 of a list is of type integer, and only product IDs are read"),
        ("<string>com.x.a</string>", "a property list that holds a single value, and no list"),
        ("<array/>", "lists no product ID"), ("<dict/>", "lists no product ID"),
        ("<array><string>com.x.a</string>", "not a sound property list"),
        (
            "<array><dict><key>productIdentifier</key><integer>5</integer></dict></array>",
            "a list for SKStoreProductViewController: its productIdentifier is the App Store's number of an item, not the "
                + "product ID of an in-app purchase"
        ),
    ])
    func `a property list that is no list of product IDs is refused with the reason`(body: String, reason: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(Self.head + body + "</plist>") }
        #expect(error?.reason == reason)
    }

    @Test func `a property list beyond a limit is said to be that, and not to be none`() {
        let text =
            Self.head + "<array>" + String(repeating: " ", count: PropertyListReader.maximumBytes) + "</array></plist>"
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(
            error?.reason
                == "a property list of more than 16 MiB, 250000 values or 256 levels, which no product list is")
        #expect(error?.remedy == "name a list of the product IDs of one app")
    }

    @Test func `Apple's list for SKStoreProductViewController is refused as products, by name or not`() throws {
        for format in [nil, "plist"] {
            let error = #expect(throws: ProductSourceError.self) {
                try FixtureSource.read("Products.plist", as: format)
            }
            #expect(error?.reason.hasPrefix("a list for SKStoreProductViewController: ") == true)
            #expect(error?.remedy.contains("iapkit validate") == true)
        }
    }

    @Test func `lists under the keys of a dictionary are read, and said to be a guess`() throws {
        let source = try read(
            Self.head + "<dict><key>Consumables</key><array><string>a</string></array>"
                + "<key>Others</key><array><string>b</string></array></dict></plist>")
        #expect(source.products.map(\.identifier) == ["a", "b"])
        #expect(source.guesses == ["Product IDs were read from the keys 'Consumables', 'Others'."])
    }

    @Test(arguments: [
        (
            "{ Products = (a); NonConsumables = (b); Version = \"2\"; }", ["a", "b"],
            [
                "Product IDs were read from the keys 'Products', 'NonConsumables'.",
                "What stands under the key 'Version' was passed over.",
            ]
        ),
        (
            "{ Packs = ({productIdentifier = \"com.a.c\"; hosted = 1;}, {name = x;}); }", ["com.a.c"],
            ["Product IDs were read from the key 'Packs'."]
        ),
        (
            "{ Packs = ({productID = \"com.a.c\";}); Names = {a = b;}; Prices = (1, (2)); }", ["com.a.c"],
            [
                "Product IDs were read from the key 'Packs'.",
                "What stands under the keys 'Names', 'Prices' was passed over.",
            ]
        ),
        ("{ \"com.a.b\" = \"x\"; }", ["com.a.b"], ["1 ID read from dictionary keys."]),
        ("{ \"com.a.b\" = (c, d); e = f; }", ["com.a.b", "e"], ["2 IDs read from dictionary keys."]),
    ])
    func `a dictionary of lists tells which were read, and one of IDs is no broken JSON`(
        text: String, identifiers: [String], guesses: [String]
    ) throws {
        let source = try read(text)
        #expect(source.format == "plist")
        #expect(source.products.map(\.identifier) == identifiers)
        #expect(source.guesses == guesses)
    }

    @Test(arguments: ["{\"products\": [\"a\"], \"x\" = 1}", "{\"a\" 1}", "[\"a\" = 1]"])
    func `JSON with a fault that no property list has stays JSON`(text: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.reason.hasPrefix("not well-formed JSON: ") == true)
    }

    @Test(arguments: ["com.example.eyJewelryPack", "eyJewelry.pack"])
    func `a product ID that starts a part as tokens do is one`(identifier: String) throws {
        #expect(try read(identifier).products.map(\.identifier) == [identifier])
    }

    @Test(arguments: ["eyJhbGciOiJub25lIn0x.x.y", "x.eyJhbGciOiJF.eyJpc3MiOiJN.TUFS"])
    func `a token in place of a product ID is refused, and not shown`(token: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(token) }
        #expect(
            error?.reason == "what looks like a token or a key stands where a product ID should; it is not shown")
    }

    @Test(arguments: [
        (Self.fetched + Self.fetched, SourceAuthority.appStoreConnect),
        (
            "<read_only_info><read_only_value key=\"apple-id\">1</read_only_value></read_only_info>" + Self.bare,
            .appStoreConnect
        ),
        (Self.fetched + Self.bare, .belief), (Self.bare, .belief),
        (Self.fetched + "<in_app_purchase remove=\"true\"><product_id>com.x.a</product_id></in_app_purchase>", .belief),
    ])
    func `metadata that was changed since it was fetched is a belief`(items: String, authority: SourceAuthority) throws
    {
        let source = try read("<package xmlns=\"http://apple.com/itunes/importer\">\(items)</package>")
        #expect(source.authority == authority)
        #expect(
            source.remarks.contains("It was written to be handed in, so App Store Connect may differ from it.")
                == (authority == .belief))
    }

    private static let bare = "<in_app_purchase><product_id>com.x.b</product_id></in_app_purchase>"
    private static let fetched = """
        <in_app_purchase><product_id>com.x.c</product_id><read_only_info>
        <read_only_value key="iap-status">Approved</read_only_value></read_only_info></in_app_purchase>
        """

    @Test func `metadata to be handed in is a belief`() throws {
        let text = """
            <package xmlns="http://apple.com/itunes/importer"><software><software_metadata><in_app_purchases>
            <in_app_purchase><product_id>com.x.a</product_id><type>consumable</type></in_app_purchase>
            <in_app_purchase><type>consumable</type></in_app_purchase>
            </in_app_purchases></software_metadata></software></package>
            """
        let source = try read(text)
        #expect(source.authority == .belief)
        #expect(source.products.map(\.identifier) == ["com.x.a"])
        #expect(
            source.remarks == [
                "It was written to be handed in, so App Store Connect may differ from it.",
                "Left out, since without a product ID: 1 product.",
            ])
        let cut = #expect(throws: ProductSourceError.self) { try read(String(text.dropLast(30))) }
        #expect(cut?.reason == "its XML ends too early")
    }

    @Test func `XML of another name space is no Transporter package, unless it is said to be`() throws {
        let text = "<package><in_app_purchase><product_id>a</product_id></in_app_purchase></package>"
        #expect(throws: ProductSourceError.self) { try read(text) }
        let content = SourceContent(name: "x", bytes: Array(text.utf8))
        #expect(try ProductSourceFormats.read(content, as: "itmsp").products.map(\.identifier) == ["a"])
    }

    @Test(arguments: [
        ("product_id\ncom.x.a\n", "Product IDs were read from the column 'product_id'."),
        ("Name,Product ID\r\n\"a, b\",com.x.a\r\n", "Product IDs were read from the column 'Product ID'."),
        ("name\tSKU\nCats\tcom.x.a", "Product IDs were read from the column 'SKU'."),
        (
            "\u{FEFF}\"productIdentifier\";n\n\"com.x.a\";\"two\nlines\"\n",
            "Product IDs were read from the column 'productIdentifier'."
        ),
    ])
    func `tables of every dialect are read, and the column is told`(text: String, guess: String) throws {
        let source = try read(text)
        #expect(source.format == "csv")
        #expect(source.products.map(\.identifier) == ["com.x.a"])
        #expect(source.guesses == [guess])
    }

    @Test func `a table with a quotation mark that nothing closes is an error with its line`() {
        let error = #expect(throws: ProductSourceError.self) { try read("product_id,name\na,b\nc,\"d\ne,f\n") }
        #expect(error?.reason == "a quotation mark is opened and never closed")
        #expect(error?.line == 3)
    }

    @Test func `a sales report of apps alone lists no product`() {
        let error = #expect(throws: ProductSourceError.self) {
            try read("SKU\tProduct Type Identifier\nzoo\t1F\n")
        }
        #expect(error?.reason == "a sales report without in-app purchases")
    }

    @Test(arguments: [
        ("-----BEGIN PRIVATE KEY-----\nabc\n", "a key or a certificate (PEM), which is a secret"),
        ("> GET /v1/apps HTTP/2\n> Authorization: Bearer abc\n", "the log of a request, with its token"),
        ("curl -H 'Authorization: Bearer abc' https://h\n", "text of an unknown kind"),
        ("HTTP/2 200\nserver: x\n\n{}", "an answer with the headers of HTTP before it"),
    ])
    func `what holds a secret is refused for what it is`(text: String, kind: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        if kind != "text of an unknown kind" { #expect(error?.reason == "not a product list: looks like \(kind)") }
    }

    @Test(arguments: [
        (
            "Authorization: Bearer Q7opaque12 was refused",
            "App Store Connect answered with an error 401: Authorization: Bearer (left out) was refused"
        ),
        (
            "bearer\u{A0}Q7opaque12\tand com.x.MIGTAgEAQ7opaque",
            "App Store Connect answered with an error 401: bearer (left out) and (left out)"
        ),
        (
            "Provide a properly configured and signed bearer token, and make sure that it has not expired.",
            "App Store Connect answered with an error 401: Provide a properly configured and signed bearer token, and make "
                + "sure that it has not expired"
        ),
    ])
    func `what App Store Connect answered is told without the token in it`(detail: String, reason: String) {
        let detail = detail.replacing("\t", with: "\\t")
        let error = #expect(throws: ProductSourceError.self) {
            try read("{\"errors\": [{\"status\": \"401\", \"detail\": \"\(detail)\"}]}")
        }
        #expect(error?.reason == reason)
    }

    @Test(arguments: ["com.x.MIGTAgEAMBMGByqGSM49", "https://h/v1?token=Q7opaque12", "Bearer\u{A0}Q7opaque12"])
    func `a key behind a period, an address with a query and a token behind any space are no product ID`(
        secret: String
    ) throws {
        let error = #expect(throws: ProductSourceError.self) { try read("[\"\(secret)\"]") }
        #expect(error?.reason == "what looks like a token or a key stands where a product ID should; it is not shown")
        let named = try read("product_id,name\ncom.x.a,\"\(secret)\"\n")
        #expect(named.products.map(\.name) == [nil])
    }

    @Test func `one app's products are picked out, and those of others are set aside`() throws {
        let source = try FixtureSource.read("catalog-report.txt")
        for name in ["1230000002", "Farm"] {
            let farm = source.restricted(toApp: name)
            #expect(farm.products.map(\.identifier) == ["com.example.farm.cows"])
            #expect(farm.ofOtherApps.map(\.identifier) == ["com.example.zoo.cats", "com.example.zoo.monthly"])
            #expect(farm.guesses == [])
        }
        let list = try FixtureSource.read("products.txt").restricted(toApp: "Farm")
        #expect(list.products.count == 2)
        #expect(
            list.guesses
                == ["It does not tell whose its products are, so all are taken for those of the app chosen."])
    }

    private func read(_ text: String) throws -> ProductSource {
        try ProductSourceFormats.read(SourceContent(name: "x", bytes: Array(text.utf8)))
    }
}
