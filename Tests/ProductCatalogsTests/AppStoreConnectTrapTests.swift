import ProductCatalogs
import Testing

/// Where an answer of App Store Connect's API is less than it looks.
struct AppStoreConnectTrapTests {
    @Test func `a page that leads to one that was not given is an error`() throws {
        let error = #expect(throws: ProductSourceError.self) { try FixtureSource.read("in-app-purchases-page1.json") }
        #expect(
            error?.reason
                == "only a part of App Store Connect's answer: App Store Connect counts 4, and 2 are here")
        let last = #expect(throws: ProductSourceError.self) { try FixtureSource.read("in-app-purchases-page2.json") }
        #expect(last?.reason == error?.reason)
        let bare = #expect(throws: ProductSourceError.self) {
            try read(
                "{\"data\": [\(Self.item)], \"links\": {\"self\": \"https://h/v1/apps/1/x\", \"next\": \"https://h/v1/apps/1/x?cursor=B\"}}"
            )
        }
        #expect(bare?.reason == "only a part of App Store Connect's answer")
    }

    @Test(arguments: ["", ", \"next\": \"https://h/v1/apps/1/x?cursor=B&limit=2\""])
    func `a page with a cursor to which no other leads is the end of a list that was not given`(next: String) throws {
        let page =
            "{\"data\": [\(Self.item)], \"links\": {\"self\": \"https://h/v1/apps/1/x?cursor=B&limit=2\"\(next)}}"
        let error = #expect(throws: ProductSourceError.self) { try read(page) }
        #expect(error?.reason == "only a part of App Store Connect's answer")
        let first =
            "{\"data\": [], \"links\": {\"self\": \"https://h/v1/apps/1/x\", \"next\": \"https://h/v1/apps/1/x?cursor=B\"}}"
        #expect(try read("[\(first), \(page)]").products.map(\.identifier) == ["com.x.a"])
    }

    @Test(arguments: ["in-app-purchases-pages.json", "in-app-purchases.ndjson"])
    func `an array of pages and pages one behind the other are one list`(file: String) throws {
        let source = try FixtureSource.read(file)
        #expect(
            source.products.map(\.identifier).map { $0.split(separator: ".").last } == [
                "cats", "coins10", "dogs", "season",
            ])
        #expect(source.products.allSatisfy { $0.position != nil })
    }

    @Test func `pages may be sources of their own, in either order`() throws {
        let pages = try ["in-app-purchases-page2.json", "in-app-purchases-page1.json"].map {
            try ProductSourceFormats.readPart(try FixtureSource.content($0))
        }
        try ProductSourceFormats.requireAllPages(of: pages)
        #expect(pages.flatMap(\.products).count == 4)
        #expect(throws: ProductSourceError.self) { try ProductSourceFormats.requireAllPages(of: [pages[1]]) }
        #expect(throws: ProductSourceError.self) { try ProductSourceFormats.requireAllPages(of: [pages[1], pages[1]]) }
    }

    @Test func `answers to one list with different filters are lists of their own`() throws {
        func page(_ query: String, total: Int, _ ids: [Int]) -> String {
            let items = ids.map {
                "{\"type\": \"inAppPurchases\", \"id\": \"\($0)\", \"attributes\": {\"productId\": \"com.x.p\($0)\"}}"
            }
            return """
                {"data": [\(items.joined(separator: ","))], "meta": {"paging": {"total": \(total), "limit": 50}},
                 "links": {"self": "https://h/v1/apps/1/inAppPurchasesV2?\(query)"}}
                """
        }
        let approved = page("filter[state]=APPROVED", total: 2, [1, 2])
        let rejected = page("limit=50&filter%5Bstate%5D=REJECTED", total: 3, [3, 4, 5])
        #expect(try read("[\(approved),\(rejected)]").products.count == 5)
        // The same question in other words, so that these are two pages of one list.
        let parts = [
            page("filter[state]=APPROVED&limit=1", total: 2, [1]),
            page("cursor=B&include=content&filter%5bstate%5D=APPROVED", total: 2, [2]),
        ]
        #expect(try read("[\(parts.joined(separator: ","))]").products.count == 2)
        let error = #expect(throws: ProductSourceError.self) { try read("[\(parts[0]),\(rejected)]") }
        #expect(error?.reason.hasSuffix("counts 2, and 1 are here") == true)
    }

    @Test func `an error that was saved as if it were products is told in Apple's words`() throws {
        let error = #expect(throws: ProductSourceError.self) { try FixtureSource.read("answer-error.json") }
        #expect(
            error?.reason
                == "App Store Connect answered with an error 401: Authentication credentials are missing or invalid. "
                + "Provide a properly configured and signed bearer token, and make sure that it has not expired")
        #expect(error?.line == 1)
        let among = #expect(throws: ProductSourceError.self) {
            try read("[{\"data\": [\(Self.item)]},\n {\"errors\": [{\"title\": \"Too many\"}]}]")
        }
        #expect(among?.reason == "App Store Connect answered with an error: Too many")
        #expect(among?.line == 2)
        #expect(throws: ProductSourceError.self) { try read("{\"errors\": []}") }
    }

    @Test func `included products beyond the first are asked for`() {
        let error = #expect(throws: ProductSourceError.self) {
            try read(
                """
                {"data": {"type": "apps", "id": "1", "attributes": {}, "relationships": {"inAppPurchasesV2": {
                  "data": [{"type": "inAppPurchases", "id": "7"}], "meta": {"paging": {"total": 12, "limit": 1}}}}},
                 "included": [\(Self.item)], "links": {"self": "https://h/v1/apps/1?include=inAppPurchasesV2"}}
                """)
        }
        #expect(error?.reason.hasSuffix("counts 12, and 1 are here") == true)
    }

    @Test(arguments: [
        (
            "{\"data\": [{\"type\": \"inAppPurchases\", \"id\": \"7\", \"attributes\": {\"name\": \"a\"}}]}",
            "none of its products has a product ID"
        ),
        (
            "{\"data\": [{\"type\": \"builds\", \"id\": \"7\", \"attributes\": {}}]}",
            "an answer of App Store Connect's API, but not about in-app purchases"
        ),
        (
            "{\"data\": [{\"type\": \"inAppPurchases\", \"id\": \"7\", \"attributes\": {\"productId\": 5}}]}",
            "the value of productId is no string"
        ),
        (
            "[{\"data\": [{\"type\": \"inAppPurchases\", \"id\": \"7\"}]}, 5]",
            "no answer of App Store Connect's API: it lacks the key 'data'"
        ),
    ])
    func `an answer that tells no product is an error`(text: String, reason: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.reason == reason)
    }

    @Test func `an app without in-app purchases is a list that is empty and proves it`() throws {
        let source = try read("{\"data\": [], \"links\": {\"self\": \"https://h/v1/apps/1/inAppPurchasesV2\"}}")
        #expect(source.products.isEmpty)
        #expect(source.authority == .appStoreConnect)
    }

    @Test func `resources without the answer around them are a belief`() throws {
        for text in ["[\(Self.item)]", Self.item, "\(Self.item)\n\(Self.item)"] {
            let source = try read(text)
            #expect(source.products.map(\.identifier) == ["com.x.a"])
            #expect(source.authority == .belief)
            #expect(
                source.remarks
                    == ["It holds products without the answer around them, so whether all are there can't be told."])
        }
    }

    @Test func `the app of a subscription is found through its group`() throws {
        let source = try read(
            """
            [{"data": [{"type": "subscriptionGroups", "id": "9"}], "links": {"self": "https://h/v1/apps/1/subscriptionGroups"}},
             {"data": [{"type": "subscriptions", "id": "7", "attributes": {"productId": "com.x.m"}}],
              "links": {"self": "https://h/v1/subscriptionGroups/9/subscriptions"}}]
            """)
        #expect(source.products.first?.app == KnownApp(appleID: "1"))
        #expect(source.products.first?.type == .autoRenewableSubscription)
    }

    @Test func `a content object that is included says that Apple hosts content`() throws {
        let source = try read(
            """
            {"data": [\(Self.item)], "included": [{"type": "inAppPurchaseContents", "id": "c", "attributes": {},
              "relationships": {"inAppPurchaseV2": {"data": {"type": "inAppPurchases", "id": "7"}}}}]}
            """)
        #expect(source.products.first?.hosted == true)
    }

    private static let item =
        "{\"type\": \"inAppPurchases\", \"id\": \"7\", \"attributes\": {\"productId\": \"com.x.a\"}}"

    private func read(_ text: String) throws -> ProductSource {
        try ProductSourceFormats.read(SourceContent(name: "a.json", bytes: Array(text.utf8)))
    }
}
