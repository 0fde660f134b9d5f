import Testing

@testable import ProductCatalogs

struct ProductMatcherTests {
    @Test func `an ID of hundreds of dots is parted at the first of them alone`() {
        let dotted = String(repeating: "a.", count: 120)
        #expect(CandidateIndex.splits(of: dotted).count == CandidateIndex.splitLimit)
        #expect(CandidateIndex.splits(of: dotted).last?.prefix == String(repeating: "a.", count: 16))
        #expect(CandidateIndex.splits(of: "a.b.").map(\.rest) == ["b."])
        #expect(CandidateIndex.splits(of: "a.b.c").map(\.prefix) == ["a.", "a.b."])
    }

    // MARK: equal

    @Test func `an ID that exists is exact, with every source that lists it`() {
        let rows = [
            KnownProduct(identifier: "com.x.cats", source: "a", type: .nonConsumable),
            KnownProduct(identifier: "com.x.dogs", source: "a"), KnownProduct(identifier: "com.x.cats", source: "b"),
        ]
        let matcher = ProductMatcher(ProductCatalog([ProductSource(name: "a", format: "text", products: rows)]))
        #expect(matcher.match("com.x.cats") == .exact([rows[0], rows[2]]))
        #expect(matcher.match("com.x.dogs") == .exact([rows[1]]))
    }

    @Test func `an ID is of the wrong type only if all who tell a type say so`() {
        func match(_ types: [ProductType?]) -> ProductMatch {
            let rows = types.map { KnownProduct(identifier: "com.x.cats", source: "a", type: $0) }
            return ProductMatcher(ProductCatalog([ProductSource(name: "a", format: "text", products: rows)]))
                .match("com.x.cats")
        }
        let coins = KnownProduct(identifier: "com.x.cats", source: "a", type: .consumable)
        #expect(match([.consumable]) == .wrongType(coins))
        #expect(match([nil, .consumable, .autoRenewableSubscription]) == .wrongType(coins))
        for types in [[nil], [.consumable, .nonConsumable], [nil, .nonConsumable]] as [[ProductType?]] {
            guard case .exact(let rows) = match(types) else {
                Issue.record("\(types) is not exact")
                continue
            }
            #expect(rows.map(\.type) == types)
        }
    }

    @Test func `nothing is near in an empty catalogue, and an empty ID is near to nothing`() {
        #expect(reason("com.x.cats", []) == nil)
        #expect(reason("", ["com.x.cats", "a"]) == nil)
        #expect(reason(" ", ["com.x.cats", "a"]) == nil)
    }

    // MARK: each reason, with a near case that is none

    @Test(arguments: [
        ("com.x.$(PRODUCT_NAME:rfc1034identifier)", ["com.x.CatPhotos"]),
        ("com.x.${PRODUCT_NAME}", ["com.x.CatPhotos", "com.x.CatPhotos.large"]),
        ("$(PRODUCT_BUNDLE_IDENTIFIER).large", ["com.x.CatPhotos.large"]),
        ("com.x.$(A)Pho$(B)s", ["com.x.CatPhotos"]),
        ("com.x.$(A:$(B)).large", ["com.x.CatPhotos.large"]),
        ("com.x.$(UNCLOSED", ["com.x.CatPhotos", "com.x.CatPhotos.large"]),
    ])
    func `F10: a build setting stands for what Xcode may make of it`(identifier: String, fitting: [String]) {
        let near = near(identifier, ["com.x.CatPhotos.large", "org.y.DogPhotos", "com.x.CatPhotos"])
        #expect(near?.candidates.map(\.identifier) == fitting)
        #expect(near?.reason == .unexpandedBuildSetting)
    }

    @Test func `of very many products that are as near the first are kept and all are counted`() {
        let identifiers = (10..<40).map { "com.x\($0).Coins" }
        let near = near("Coins", identifiers.reversed())
        #expect(near?.candidates.map(\.identifier) == Array(identifiers[..<10]))
        #expect(near?.count == 30)
        #expect(near?.candidate == nil)
    }

    @Test(arguments: [
        "com.y.$(PRODUCT_NAME)", "$(PRODUCT_NAME)", "$(A).$(B)", "com.x.CatPhotos$(SUFFIX)", "com.x.$PRODUCT_NAME",
    ])
    func `F10: a build setting that leads to no product, or to any, leads nowhere`(identifier: String) {
        #expect(near(identifier, ["com.x.CatPhotos"]) == nil)
    }

    @Test(arguments: [
        "com.x.cats ", " com.x.cats", "\n\tcom.x.cats\n", "com.x.cats\u{A0}", "com.x.\u{200B}cats",
        "\u{FEFF}com.x.cats",
        "com.x.c\u{AD}ats", "com.x. cats", "com.x.cats\u{7}", "com.x.\u{202E}cats",
    ])
    func `B13: white space and what can't be seen`(identifier: String) {
        #expect(reason(identifier, ["com.x.cats", "com.x.dogs"]) == .whiteSpace)
        #expect(reason(identifier, ["com.x.lions"]) == nil)
    }

    @Test func `white space may also be in the list`() {
        #expect(reason("com.x.cats", ["com.x.cats\u{A0}"]) == .whiteSpace)
    }

    @Test(
        arguments: [
            ("com.x.caf\u{E9}", "com.x.cafe\u{301}"), ("com.x.cafe\u{301}", "com.x.caf\u{E9}"),
            ("com.x.cat\u{2013}photos", "com.x.cat-photos"), ("com.x.cat\u{2014}photos", "com.x.cat-photos"),
            ("com.x.cat\u{2011}photos", "com.x.cat-photos"), ("com.x.cat\u{2192}photos", nil),
            ("com.x.cat\u{2212}photos", "com.x.cat-photos"), ("com.x.c\u{430}ts", "com.x.cats"),
            ("c\u{3BF}m.x.cats", "com.x.cats"), ("com.x.\u{FF43}\u{FF41}ts", "com.x.cats"),
            ("com\u{FF0E}x.cats", "com.x.cats"), ("com.x.pack0ne", "com.x.packOne"), ("com.x.packl", "com.x.pack1"),
            ("com.x.cat\u{2013}photos ", "com.x.cat-photos"),
        ] as [(String, String?)])
    func `another Unicode form and characters that look alike`(identifier: String, existing: String?) {
        #expect(
            reason(identifier, [existing ?? "com.x.cat-photos", "com.x.lions"])
                == (existing == nil ? .spelling(1) : .lookAlike))
    }

    @Test(arguments: ["com.x.Cats", "COM.X.CATS", "com.X.cats", "com.x.cATS "])
    func `letter case`(identifier: String) {
        #expect(reason(identifier, ["com.x.cats", "com.x.dogs"]) == .letterCase)
        #expect(reason(identifier, ["com.x.lions"]) == nil)
    }

    @Test(arguments: [
        ("com.x.cat-photos", "com.x.cat_photos"), ("com.x.Cat-Photos", "com.x.cat_photos"),
        ("com-x-cats", "com.x.cats"), ("com.x.Cat Photos", "com.x.cat-photos"), ("com.x.catphotos", "com.x.cat_photos"),
        ("com.x.cat.photos", "com.x.cat-photos"),
    ])
    func `separators`(identifier: String, existing: String) {
        #expect(reason(identifier, [existing, "com.x.lions"]) == .separators)
    }

    @Test(arguments: [
        ("CatPhotos", "com.masteringios.Photos.CatPhotos", "com.masteringios.Photos."),
        ("Photos.CatPhotos", "com.masteringios.Photos.CatPhotos", "com.masteringios."),
        ("catphotos", "com.x.Photos.CatPhotos", "com.x.Photos."),
        ("cat-photos", "com.x.Photos.cat_photos", "com.x.Photos."),
        ("CatPhotos", "com.x.Photos.cat_photos", "com.x.Photos."),
        ("1", "com.x.pack.1", "com.x.pack."),
    ])
    func `the leading parts are missing`(identifier: String, existing: String, prefix: String) {
        #expect(reason(identifier, [existing, "com.x.lions"]) == .prefixMissing(prefix))
    }

    @Test(arguments: [
        ("com.x.cats", "cats", "com.x."), ("com.x.app.com.x.cats", "com.x.cats", "com.x.app."),
        ("com.x.com.x.cats", "com.x.cats", "com.x."), ("com.x.com-x-cats", "com.x.cats", "com.x."),
        ("com.x.Cats", "cats", "com.x."), ("com.x.cat-photos", "CatPhotos", "com.x."),
    ])
    func `the leading parts are added or doubled`(identifier: String, existing: String, prefix: String) {
        #expect(reason(identifier, [existing, "lions"]) == .prefixAdded(prefix))
    }

    @Test(
        arguments: [
            ("com.x.-days", "com.x.7days"), ("com.x.Caf-", "com.x.Caf\u{E9}"), ("com.x.caf-", "com.x.Cafe\u{301}"),
            ("com.x.a-b", "com.x.a+b"), ("com-x-7days", nil), ("com.x.-", "com.x.7"),
        ] as [(String, String?)])
    func `what Xcode makes of a product's name`(identifier: String, existing: String?) {
        #expect(
            reason(identifier, [existing ?? "com.x.7days", "com.x.lions"])
                == (existing == nil ? .separators : .xcodeIdentifier))
        #expect(reason(identifier, ["com.x.lions"]) == nil)
    }

    @Test(arguments: [
        ("com.example.CatPhotos", "com.masteringios.Photos.CatPhotos"), ("com.x.app.catphotos", "org.y.CatPhotos"),
        ("com.old.app.pack1", "com.new.app.pack1"),
    ])
    func `the leading parts are others`(identifier: String, existing: String) {
        #expect(near(identifier, [existing, "com.x.lions"]) == near(identifier, [existing]))
        #expect(reason(identifier, [existing, "com.x.lions"]) == .prefixDiffers)
    }

    @Test(arguments: [
        // A short word, and a number, are the end of many IDs.
        ("com.x.pro", ["org.other.pro"]), ("com.x.2024", ["org.other.2024"]), ("com.x.photos", ["com.y.CatPhotos"]),
        // So is what several products end with.
        ("com.x.large", ["com.y.cats.large", "com.y.dogs.large", "com.y.birds.large", "com.y.fish.large"]),
    ])
    func `leading parts that are others, and nothing in common that tells`(identifier: String, existing: [String]) {
        #expect(near(identifier, existing) == nil)
    }

    @Test func `as many last parts as possible agree`() {
        #expect(
            near("com.x.cats.large", ["org.y.cats.large", "org.y.dogs.large"])?.candidate?.identifier
                == "org.y.cats.large")
    }

    @Test func `leading parts end at a dot, and as few as possible are dropped`() {
        #expect(reason("Photos", ["com.x.CatPhotos"]) == nil)
        #expect(reason("com.x.CatPhotos", ["Photos"]) == nil)
        #expect(
            near("a.cats.b.large", ["cats.b.large", "b.large", "large"])?.candidates.map(\.identifier) == [
                "cats.b.large"
            ])
    }

    @Test func `the reference name and the App Store's number of a product`() {
        let product = KnownProduct(
            identifier: "com.x.pack1", source: "s", type: .nonConsumable, name: "Photos of Cats", appleID: "1234567890")
        let other = KnownProduct(identifier: "com.x.pack2", source: "s", name: "Photos of Dogs", appleID: "1234567891")
        #expect(near("Photos of Cats", [product, other]) == NearMiss(candidates: [product], reason: .referenceName))
        #expect(near("photosofcats", [product, other]) == NearMiss(candidates: [product], reason: .referenceName))
        #expect(near("Photos-of-Cats", [product, other]) == NearMiss(candidates: [product], reason: .referenceName))
        #expect(near("1234567890", [product, other]) == NearMiss(candidates: [product], reason: .appleID))
        #expect(near("1234567899", [product, other]) == nil)
        #expect(near("Photos of Lions", [product, other]) == nil)
    }

    @Test(arguments: [
        ("com.x.CatPhoto", "com.x.CatPhotos", 1), ("com.x.CatPhotoss", "com.x.CatPhotos", 1),
        ("com.x.CatPhotis", "com.x.CatPhotos", 1), ("com.x.CatPhotso", "com.x.CatPhotos", 1),
        ("com.x.CtaPhotso", "com.x.CatPhotos", 2), ("com.exmaple.app.pack1", "com.example.app.pack1", 1),
        ("com.example.app.pakc1", "com.example.app.pack1", 1), ("com.x.cast", "com.x.cats", 1),
        ("comx.CatPhotos", "com.x.CatPhotos", 0),
    ])
    func `a typing error`(identifier: String, existing: String, count: Int) {
        #expect(reason(identifier, [existing, "com.x.lions"]) == (count == 0 ? .separators : .spelling(count)))
    }

    @Test(arguments: [
        // Three letters differ.
        ("com.x.CatPhxyz", "com.x.CatPhotos"),
        // Short words are different words.
        ("com.x.cat", "com.x.car"), ("com.x.casta", "com.x.cats"), ("a", "b"), ("ab", "abc"),
        // Numbers are different products.
        ("com.x.level12", "com.x.level13"), ("com.x.photos2", "com.x.photos"), ("com.x.photos2024", "com.x.photos2025"),
    ])
    func `what is no typing error`(identifier: String, existing: String) {
        #expect(near(identifier, [existing]) == nil)
    }

    // MARK: which candidate

    @Test func `candidates that are as near are all given, sorted, each once`() {
        let rows = ["com.x.DogPhotos", "com.x.HogPhotos", "com.x.DogPhotos", "com.x.CatPhotos"]
        let near = near("com.x.FogPhotos", rows)
        #expect(near?.candidates.map(\.identifier) == ["com.x.DogPhotos", "com.x.HogPhotos"])
        #expect(near?.candidate == nil)
        #expect(near?.reason == .spelling(1))
    }

    @Test func `one letter is nearer than two`() {
        #expect(
            near("com.x.FogPhotos", ["com.x.FatPhotos", "com.x.HogPhotos"])?.candidate?.identifier == "com.x.HogPhotos")
    }

    @Test func `an earlier reason wins`() {
        let rows = ["com.x.Cats", "com.x.cats\u{A0}", "com.x.c\u{430}ts", "com.x.cat.s", "com.x.catz"]
        #expect(near("com.x.cats", rows)?.candidate?.identifier == "com.x.cats\u{A0}")
        #expect(near("com.x.cats", [rows[0]] + rows[2...])?.candidate?.identifier == rows[2])
        #expect(near("com.x.cats", [rows[0]] + rows[3...])?.candidate?.identifier == rows[0])
        #expect(near("com.x.cats", Array(rows[3...]))?.candidate?.identifier == rows[3])
        #expect(near("com.x.cats", Array(rows[4...]))?.candidate?.identifier == rows[4])
    }

    @Test func `products that can have hosted content go before those that can't`() {
        let subscription = KnownProduct(identifier: "com.x.cats", source: "s", type: .autoRenewableSubscription)
        let pack = KnownProduct(identifier: "com.x.photos.Cats", source: "s", type: .nonConsumable)
        #expect(
            near("Cats", [subscription, pack]) == NearMiss(candidates: [pack], reason: .prefixMissing("com.x.photos.")))
        #expect(
            near("cats", [subscription, pack]) == NearMiss(candidates: [pack], reason: .prefixMissing("com.x.photos.")))
        #expect(near("cats", [subscription]) == NearMiss(candidates: [subscription], reason: .prefixMissing("com.x.")))
        let coins = KnownProduct(identifier: "com.x.lionz", source: "s", type: .consumable)
        let lions = KnownProduct(identifier: "com.x.lionss", source: "s", type: .nonConsumable)
        #expect(near("com.x.lions", [coins, lions]) == NearMiss(candidates: [lions], reason: .spelling(1)))
        #expect(near("com.x.lions", [coins]) == NearMiss(candidates: [coins], reason: .spelling(1)))
    }

    @Test func `the row that tells a fitting type stands for an ID that several sources list`() {
        let rows = [
            KnownProduct(identifier: "com.x.Cats", source: "a"),
            KnownProduct(identifier: "com.x.Cats", source: "b", type: .nonConsumable),
        ]
        #expect(near("com.x.cats", rows)?.candidates == [rows[1]])
    }

    @Test func `F06: IDs need no reverse-DNS form`() {
        #expect(
            ProductMatcher(Self.catalog(["pack1", "com.x.pack2"])).match("pack1") == .exact([Self.product("pack1")]))
    }

    @Test func `IDs of absurd length are compared all the same`() {
        let long = String(repeating: "a.", count: 20_000)
        #expect(reason(long + "b", ["com.x.cats"]) == nil)
        #expect(reason(long + "B", [long + "b"]) == .letterCase)
        #expect(reason("b", [long + "b"]) == nil)
    }

    // MARK: many

    @Test func `each of a thousand IDs with a typing error finds its own`() {
        let words = (0..<1000).map { "com.example.app.pack\(Self.letters($0))photos" }
        let matcher = ProductMatcher(Self.catalog(words))
        for (index, word) in words.enumerated() where index.isMultiple(of: 7) {
            guard case .near(let near) = matcher.match(word.replacing("photos", with: "phtoos")) else {
                Issue.record("\(word) is not found")
                continue
            }
            #expect(near.candidate?.identifier == word)
            #expect(near.reason == .spelling(1))
        }
    }

    /// A number as five different letters.
    private static func letters(_ number: Int) -> String {
        String(
            String.UnicodeScalarView(
                [1, 26, 676].flatMap { divisor -> [Unicode.Scalar] in
                    let letter = Unicode.Scalar(UInt8(97 + number / divisor % 26))
                    return [letter, letter, letter]
                }))
    }

    // MARK: helpers

    private static func product(_ identifier: String) -> KnownProduct {
        KnownProduct(identifier: identifier, source: "s")
    }

    private static func catalog(_ identifiers: [String]) -> ProductCatalog {
        ProductCatalog([ProductSource(name: "s", format: "text", products: identifiers.map(product))])
    }

    private func near(_ identifier: String, _ products: [KnownProduct]) -> NearMiss? {
        let source = ProductSource(name: "s", format: "text", products: products)
        return if case .near(let near) = ProductMatcher(ProductCatalog([source])).match(identifier) { near } else {
            nil
        }
    }

    private func near(_ identifier: String, _ existing: [String]) -> NearMiss? {
        near(identifier, existing.map(Self.product))
    }

    private func reason(_ identifier: String, _ existing: [String]) -> MismatchReason? {
        near(identifier, existing)?.reason
    }
}
