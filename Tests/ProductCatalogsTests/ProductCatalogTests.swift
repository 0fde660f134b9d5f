import ProductCatalogs
import Testing

/// What several sources say together.
struct ProductCatalogTests {
    @Test(arguments: [
        (SourceAuthority.belief, true), (.presence, true), (.appStoreConnect, false), (.commandLine, false),
    ])
    func `only App Store Connect and the command line undo what App Store Connect calls deleted`(
        authority: SourceAuthority, isDeleted: Bool
    ) {
        for isReversed in [false, true] {
            let sources = [
                source("answer.json", .appStoreConnect, deleted: "com.x.a"), source("b", authority, "com.x.a"),
            ]
            let catalog = ProductCatalog(isReversed ? sources.reversed() : sources)
            #expect(catalog.deletedProduct("com.x.a")?.source == (isDeleted ? "answer.json" : nil))
            #expect(catalog.deletedProduct("com.x.b") == nil)
            // One cause is told once.
            #expect(!catalog.isBeliefOnly("com.x.a"))
        }
    }

    @Test(arguments: [SourceAuthority.belief, .presence, .appStoreConnect, .commandLine])
    func `any list undoes a deletion that only a local file tells`(authority: SourceAuthority) {
        let catalog = ProductCatalog([source("a", .belief, deleted: "com.x.a"), source("b", authority, "com.x.a")])
        #expect(catalog.deletedProduct("com.x.a") == nil)
    }

    @Test func `of two deletions the one of more weight counts`() {
        let catalog = ProductCatalog([
            source("list.csv", .belief, deleted: "com.x.a"),
            source("answer.json", .appStoreConnect, deleted: "com.x.a"),
            source("Local.storekit", .belief, "com.x.a"),
        ])
        #expect(catalog.deletedProduct("com.x.a")?.source == "answer.json")
    }

    @Test(arguments: ["DEVELOPER_REJECTED", "Developer Rejected", "REPLACED", "WAITING_FOR_UPLOAD", "APPROVED", ""])
    func `a state that says nothing of content is none that is judged`(state: String) {
        #expect(ProductState.standing(state) == .other)
    }

    @Test func `an app is known by each of its names, and by those of other sources too`() {
        func source(_ name: String, _ products: (String, KnownApp?)...) -> ProductSource {
            ProductSource(
                name: name, format: "json",
                products: products.map { KnownProduct(identifier: $0.0, source: name, app: $0.1) })
        }
        let sources = [
            source(
                "report", ("zoo1", KnownApp(appleID: "123", name: "Zoo")),
                ("farm1", KnownApp(appleID: "456", name: "Farm"))
            ),
            source("answer", ("zoo2", KnownApp(appleID: "123")), ("farm2", KnownApp(appleID: "456"))),
            source("sales", ("sold", KnownApp(sku: "zoo-sku"))),
            source("mixed", ("zoo3", KnownApp(name: "Zoo")), ("plain", nil)),
            source("twin", ("mac", KnownApp(appleID: "789", name: "Zoo", sku: "zoo-sku"))),
        ]
        let all = "It does not tell whose its products are, so all are taken for those of the app chosen."
        let one = "It does not tell whose these are, so they are taken for those of the app chosen: 1 product."
        let zoo = ProductSource.restricted(Array(sources[..<4]), toApp: "Zoo")
        #expect(zoo.map { $0.products.map(\.identifier) } == [["zoo1"], ["zoo2"], ["sold"], ["zoo3", "plain"]])
        #expect(zoo.map { $0.ofOtherApps.map(\.identifier) } == [["farm1"], ["farm2"], [], []])
        #expect(zoo.map(\.guesses) == [[], [], [all], [one]])

        let number = ProductSource.restricted(sources, toApp: "123")
        #expect(number.map { $0.ofOtherApps.map(\.identifier) } == [["farm1"], ["farm2"], [], [], ["mac"]])
        // The SKU leads to the number where one source has both.
        let sku = ProductSource.restricted(sources, toApp: "zoo-sku")
        #expect(sku.map { $0.ofOtherApps.map(\.identifier) } == [["zoo1", "farm1"], ["zoo2", "farm2"], [], [], []])

        // A source alone: a number is one, and nothing is told of the name.
        #expect(sources[1].restricted(toApp: "999").products.isEmpty)
        #expect(sources[1].restricted(toApp: "Zoo").products.count == 2)
        #expect(sources[2].restricted(toApp: "Zoo").guesses == [all])
    }

    private func source(
        _ name: String, _ authority: SourceAuthority, _ identifiers: String..., deleted: String...
    ) -> ProductSource {
        ProductSource(
            name: name, format: "json", authority: authority,
            products: identifiers.map { KnownProduct(identifier: $0, source: name) },
            deleted: deleted.map { KnownProduct(identifier: $0, source: name) })
    }
}
