import ProductCatalogs
import TestSupport
import Testing

/// One fixture for each kind of source, with exactly what is to be read from it.
struct SourceFixtureTests {
    struct Fixture: Sendable, CustomTestStringConvertible {
        let file: String
        let format: String
        let authority: SourceAuthority
        let products: [String]
        var deleted: [String] = []
        var guesses: [String] = []
        var remarks: [String] = []

        var testDescription: String { file }
    }

    static let zoo = "com.example.zoo"

    static let fixtures: [Fixture] = [
        Fixture(
            file: "in-app-purchases-pages.json", format: "app-store-connect", authority: .appStoreConnect,
            products: [
                "\(zoo).cats|non-consumable|APPROVED|Cat photos|hosted|6440000101|1230000001",
                "\(zoo).coins10|consumable|READY_TO_SUBMIT|Ten coins|not hosted|6440000102|1230000001",
                // Without contentHosting in the answer, nothing is known of it.
                "\(zoo).dogs|non-consumable|WAITING_FOR_UPLOAD|Dog photos|-|6440000103|1230000001",
                "\(zoo).season|non-renewing subscription|DEVELOPER_REMOVED_FROM_SALE|Season ticket|-|6440000104|1230000001",
            ],
            remarks: ["Auto-renewable subscriptions are in other answers, those of subscription groups."]),
        Fixture(
            file: "subscriptions.json", format: "app-store-connect", authority: .presence,
            products: ["\(zoo).monthly|auto-renewable subscription|APPROVED|Monthly|-|6440000201|-"],
            remarks: ["It lists subscriptions only; all else is in the answer to inAppPurchasesV2."]),
        Fixture(
            file: "in-app-purchases-old.json", format: "app-store-connect", authority: .appStoreConnect,
            products: [
                "\(zoo).cats|non-consumable|APPROVED|Cat photos|-|6440000101|1230000001",
                "\(zoo).monthly|auto-renewable subscription|APPROVED|Monthly|-|6440000201|1230000001",
            ],
            deleted: ["\(zoo).owls"], remarks: ["Not counted, since deleted in App Store Connect: 1 product."]),
        Fixture(
            file: "filtered.json", format: "app-store-connect", authority: .presence,
            products: ["\(zoo).cats|non-consumable|APPROVED|Cat photos|hosted|6440000101|1230000001"],
            remarks: ["It was asked for with a filter, so what it lacks may exist."]),
        Fixture(
            file: "sparse.json", format: "app-store-connect", authority: .appStoreConnect,
            products: ["\(zoo).cats|-|-|-|-|6440000101|1230000001"],
            remarks: ["Auto-renewable subscriptions are in other answers, those of subscription groups."]),
        Fixture(
            file: "apps-included.json", format: "app-store-connect", authority: .appStoreConnect,
            products: [
                "\(zoo).cats|non-consumable|APPROVED|Cat photos|hosted|6440000101|Zoo (1230000001)",
                "com.example.farm.cows|non-consumable|APPROVED|Cows|-|6440000901|Farm (1230000002)",
            ],
            remarks: ["Auto-renewable subscriptions are in other answers, those of subscription groups."]),
        Fixture(
            file: "Synced.storekit", format: "storekit", authority: .appStoreConnect,
            products: [
                "\(zoo).cats|non-consumable|-|Cat photos|-|6440000101|1230000001",
                "\(zoo).monthly|auto-renewable subscription|-|-|-|6440000201|1230000001",
            ],
            remarks: [
                "Synced with App Store Connect on 2024-02-29 (UTC) for app 1230000001; what changed there later is not in it."
            ]),
        Fixture(
            file: "catalog-report.txt", format: "catalog-report", authority: .appStoreConnect, products: report,
            remarks: ["It lists the products of 2 apps; --app picks those of one."]),
        Fixture(
            file: "catalog-report.zip", format: "catalog-report", authority: .appStoreConnect, products: report,
            remarks: ["It lists the products of 2 apps; --app picks those of one."]),
        Fixture(file: "sales-report.txt", format: "sales-report", authority: .presence, products: sales),
        Fixture(file: "sales-report.txt.gz", format: "sales-report", authority: .presence, products: sales),
        Fixture(
            file: "1230000001.itmsp/metadata.xml", format: "itmsp", authority: .belief,
            products: [
                "\(zoo).cats|non-consumable|Approved|Cat photos|-|-|zoo-sku (1230000001)",
                "\(zoo).season|non-renewing subscription|-|-|-|-|zoo-sku (1230000001)",
                "\(zoo).monthly|auto-renewable subscription|-|-|-|-|zoo-sku (1230000001)",
            ],
            deleted: ["\(zoo).owls"],
            remarks: [
                "It was written to be handed in, so App Store Connect may differ from it.",
                "Not counted, since deleted or to be deleted: 1 product.",
            ]),
        Fixture(
            file: "ProductIds.plist", format: "plist", authority: .belief,
            products: ["\(zoo).cats|-|-|-|-|-|-", "\(zoo).dogs|-|-|-|-|-|-"]),
        Fixture(
            file: "ProductIds-binary.plist", format: "plist", authority: .belief,
            products: ["\(zoo).cats|-|-|-|-|-|-", "\(zoo).dogs|-|-|-|-|-|-"]),
        Fixture(
            file: "ProductEmojis.plist", format: "plist", authority: .belief,
            products: ["\(zoo).cats|-|-|cat|-|-|-", "\(zoo).dogs|-|-|dog|-|-|-"],
            guesses: ["2 IDs read from dictionary keys."]),
        Fixture(
            file: "StoreHelper.plist", format: "plist", authority: .belief,
            products: ["\(zoo).cats|-|-|-|-|-|-", "\(zoo).monthly|auto-renewable subscription|-|-|-|-|-"],
            guesses: ["Product IDs were read from the keys 'Products', 'Subscriptions'."]),
        Fixture(
            file: "HostedProducts.plist", format: "plist", authority: .belief,
            products: ["\(zoo).cats|-|-|-|hosted|-|-", "\(zoo).coins10|consumable|-|-|-|-|-"]),
        Fixture(
            file: "IAPProductCatalog.json", format: "unity", authority: .belief,
            products: [
                "\(zoo).cats|non-consumable|-|Cats|-|-|-", "\(zoo).coins10|consumable|-|-|-|-|-",
                "\(zoo).mac.gold|auto-renewable subscription|-|-|-|-|-",
            ],
            remarks: [
                "Without an ID for Apple's store, so that the ID for all stores was taken: 1 product. Such a product may "
                    + "be meant for other stores only.", "Left out, since without a product ID: 1 product.",
            ]),
        Fixture(
            file: "offerings.json", format: "revenuecat", authority: .belief,
            products: ["\(zoo).monthly|-|-|-|-|-|-", "\(zoo).cats|-|-|-|-|-|-"],
            remarks: ["Offerings hold only what is offered now, so other products may exist."]),
        Fixture(
            file: "entitlements.json", format: "revenuecat", authority: .belief,
            products: ["\(zoo).cats|-|-|-|-|-|-", "\(zoo).monthly|-|-|-|-|-|-"],
            guesses: ["2 IDs read from dictionary keys."],
            remarks: ["The mapping holds the products of all stores, so some may not be Apple's."]),
        Fixture(
            file: "storeconfig.json", format: "storeconfig", authority: .belief,
            products: [
                "\(zoo).cats|non-consumable|-|Cat photos|-|-|1230000001",
                "\(zoo).monthly|auto-renewable subscription|-|-|-|-|1230000001",
            ]),
        Fixture(
            file: "itunes-connect.json", format: "itunes-connect", authority: .appStoreConnect,
            products: [
                "\(zoo).cats|non-consumable|readyForSale|Cat photos|-|6440000101|-",
                "\(zoo).season|non-renewing subscription|readyForSale|Season|-|6440000104|-",
            ],
            deleted: ["\(zoo).owls"], remarks: ["Not counted, since deleted in App Store Connect: 1 product."]),
        Fixture(
            file: "itunes-connect-detail.json", format: "itunes-connect", authority: .presence,
            products: ["\(zoo).cats|non-consumable|-|Cat photos|hosted|6440000101|-"],
            remarks: ["It is the page of one product, so what it lacks may exist."]),
        Fixture(
            file: "products.csv", format: "csv", authority: .belief,
            products: [
                "\(zoo).cats|non-consumable|-|Cats; all of them|-|-|-",
                "\(zoo).dogs|non-consumable|-|The \"best\" dogs|-|-|-",
            ],
            guesses: ["Product IDs were read from the column 'Product ID'."]),
        Fixture(
            file: "shelf.json", format: "json", authority: .belief,
            products: ["\(zoo).cats|-|-|issue-1|-|-|-", "\(zoo).dogs|-|-|issue-2|-|-|-"],
            guesses: ["Product IDs were read from the key 'product_id'."]),
        Fixture(
            file: "products.txt", format: "text", authority: .belief,
            products: ["\(zoo).cats|-|-|-|-|-|-", "\(zoo).dogs|-|-|-|-|-|-"]),
    ]

    private static let report = [
        "\(zoo).cats|non-consumable|Ready to Submit|Cat photos|-|6440000101|Zoo (1230000001)",
        "\(zoo).monthly|auto-renewable subscription|Approved|Monthly|-|6440000201|Zoo (1230000001)",
        "com.example.farm.cows|non-consumable|Approved|Cows|-|6440000901|Farm (1230000002)",
    ]
    private static let sales = [
        "\(zoo).cats|-|-|Cat photos|-|6440000101|zoo-sku", "\(zoo).monthly|-|-|Monthly|-|6440000201|zoo-sku",
        "\(zoo).mac|-|-|Mac|-|6440000202|zoo-sku",
    ]

    @Test(arguments: fixtures)
    func `a source of each kind is recognised and read exactly`(fixture: Fixture) throws {
        for format in [nil, fixture.format] {
            let source = try FixtureSource.read(fixture.file, as: format)
            #expect(source.format == fixture.format)
            #expect(source.authority == fixture.authority)
            #expect(source.products.map(FixtureSource.line) == fixture.products)
            #expect(source.deleted.map(\.identifier) == fixture.deleted)
            #expect(source.guesses == fixture.guesses)
            #expect(source.remarks == fixture.remarks)
            if !fixture.file.contains("binary") {
                #expect(source.products.allSatisfy { $0.position != nil })
            }
        }
    }

    @Test func `every format has a fixture`() {
        #expect(Set(Self.fixtures.map(\.format)) == Set(ProductSourceFormats.all.map { $0.name }))
    }

    @Test func `a sales report and a synced file tell their day`() throws {
        #expect(try FixtureSource.read("sales-report.txt").date == "2024-05-07")
        #expect(try FixtureSource.read("Synced.storekit").date == "2024-02-29")
        #expect(try FixtureSource.read("products.txt").date == nil)
    }
}

enum FixtureSource {
    static func read(_ file: String, as format: String? = nil) throws -> ProductSource {
        try ProductSourceFormats.read(try content(file), as: format)
    }

    static func content(_ file: String) throws -> SourceContent {
        let path = "\(Repository.path)/Fixtures/Sources/\(file)"
        return SourceContent(name: file, bytes: try Repository.bytes("Fixtures/Sources/\(file)"), path: path)
    }

    /// All that is known of a product but its place.
    static func line(_ product: KnownProduct) -> String {
        let hosted = product.hosted.map { $0 ? "hosted" : "not hosted" }
        let parts = [
            product.identifier, product.type?.rawValue, product.state, product.name, hosted, product.appleID,
            product.app?.label,
        ]
        return parts.map { $0 ?? "-" }.joined(separator: "|")
    }
}
