import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs
import Testing

@Suite struct ProductNotFoundTests {
    private static func finding(_ identifier: String, _ products: String...) -> Finding? {
        let known = products.map { KnownProduct(identifier: $0, source: "products.txt") }
        return Examination.findings(for: .contentFolder(productIdentifier: identifier), products: known).first {
            $0.code.id == "PID-010"
        }
    }

    @Test func `the main case says what, where, why and what next`() throws {
        let findings = Examination.findings(
            for: .contentFolder(productIdentifier: "CatPhotos"), named: "CatPhotos",
            products: Examination.products("com.masteringios.Photos.CatPhotos", "com.masteringios.Photos.DogPhotos"))
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.code == FindingCode("PID-010", "product-not-found"))
        #expect(finding.severity == .error)
        #expect(
            finding.location
                == Location(
                    input: "CatPhotos", member: "ContentInfo.plist", key: "IAPProductIdentifier",
                    position: TextPosition(line: 8, column: 10)))
        #expect(
            finding.message == "product ID 'CatPhotos' is not in the product list; "
                + "the list has 'com.masteringios.Photos.CatPhotos'")
        #expect(
            finding.notes == [
                "The product ID set up in the store begins with 'com.masteringios.Photos.', which is missing here.",
                "A product ID can't be changed in App Store Connect once the product is made, "
                    + "so ContentInfo.plist must change.",
                "Looked for in 'products.txt' (text, 2 product IDs, a local list).",
            ])
        #expect(
            finding.remedy?.advice
                == "set IAPProductIdentifier in ContentInfo.plist to 'com.masteringios.Photos.CatPhotos'")
        #expect(finding.suggestion == "com.masteringios.Photos.CatPhotos")
    }

    @Test func `several that are as near are listed, and none is suggested`() throws {
        let finding = try #require(
            Self.finding("CatPhotos", "com.d.CatPhotos", "com.b.CatPhotos", "com.a.CatPhotos", "com.c.CatPhotos"))
        #expect(
            finding.message == "product ID 'CatPhotos' is not in the product list; as near are 'com.a.CatPhotos', "
                + "'com.b.CatPhotos', 'com.c.CatPhotos' and 1 more")
        #expect(finding.suggestion == nil)
        #expect(finding.remedy == Remedy("set IAPProductIdentifier to the one of them that is meant"))
    }

    @Test func `an ID that is nowhere near says to make the product or take another`() throws {
        let finding = try #require(Self.finding("org.birds", "com.example.CatPhotos"))
        #expect(finding.message == "product ID 'org.birds' is not in the product list, and nothing in it is near")
        #expect(finding.suggestion == nil)
        #expect(finding.remedy?.advice.hasPrefix("make the product in App Store Connect first") == true)
        #expect(finding.notes.first?.contains("agreement") == true)
    }

    @Test func `an empty list is said to be empty`() throws {
        let finding = try #require(Self.finding("org.birds"))
        #expect(finding.message == "product ID 'org.birds' is not in the product list, which is empty")
    }

    @Test func `what can't be seen is shown, with the lengths`() throws {
        let finding = try #require(Self.finding("com.example\u{200B}.pack1", "com.example.pack1"))
        #expect(
            finding.message
                == "product ID 'com.example<U+200B>.pack1' is not in the product list; the list has 'com.example.pack1'"
        )
        #expect(
            finding.notes.first?.hasSuffix("'com.example<U+200B>.pack1' is 20 bytes long, 'com.example.pack1' 17.")
                == true)
    }

    @Test func `every source is named with its count and what is to be known of it`() throws {
        let catalog = ProductCatalog([
            ProductSource(
                name: "Local.storekit", format: "storekit", remarks: ["It was made by hand, and the store may differ."],
                products: [KnownProduct(identifier: "com.example.a", source: "Local.storekit")]),
            ProductSource(expecting: ["com.example.b", "com.example.c"]),
        ])
        let examined = CheckRunner(policy: SeverityPolicy(), products: catalog, targets: []).examine(
            [ContentSketch.contentFolder(productIdentifier: "org.birds").input(named: "pack1")], jobs: 1)
        #expect(
            examined[0].findings.first?.notes.dropFirst() == [
                "Looked for in 'Local.storekit' (storekit, 1 product ID, a local list): 'com.example.a'.",
                "The command line expects 'com.example.b' and 'com.example.c'.",
                "'Local.storekit': It was made by hand, and the store may differ.",
            ])
    }

    @Test func `a package is mended by packing its folder again`() throws {
        let sketch = ContentSketch.contentFolder(productIdentifier: "CatPhotos").with { $0.kind = .zip }
        let finding = try #require(
            Examination.findings(
                for: sketch, named: "CatPhotos.zip", products: Examination.products("com.example.CatPhotos")
            ).first)
        #expect(
            finding.remedy
                == Remedy(
                    "set IAPProductIdentifier to 'com.example.CatPhotos' in the content folder, and pack it again"))
    }

    @Test(arguments: [
        (ProductType.consumable, "a consumable"), (.autoRenewableSubscription, "an auto-renewable subscription"),
        (.nonRenewingSubscription, "a non-renewing subscription"),
    ])
    func `a nearest product that can't have content is no suggestion`(type: ProductType, phrase: String) throws {
        let product = KnownProduct(identifier: "com.example.Coins", source: "a.storekit", type: type)
        let finding = try #require(
            Examination.findings(for: .contentFolder(productIdentifier: "Coins"), products: [product]).first)
        #expect(
            finding.message == "product ID 'Coins' is not in the product list; the nearest, 'com.example.Coins', is "
                + "\(phrase), which can't have content")
        #expect(finding.suggestion == nil)
        #expect(
            finding.remedy
                == Remedy(
                    "make the product in App Store Connect first, or set IAPProductIdentifier to the ID of one that "
                        + "exists"))
        let wrong = try #require(
            Examination.findings(for: .contentFolder(productIdentifier: "com.example.Coins"), products: [product]).first
        )
        #expect(
            wrong.message == "product 'com.example.Coins' is \(phrase); only a non-consumable can have hosted content")
    }

    @Test func `a candidate that another input has already is no suggestion`() throws {
        let findings = Examination.findings(
            for: .contentFolder(productIdentifier: "CatPhoto"), named: "Packs/Dog",
            products: Examination.products("com.example.CatPhoto"),
            others: [("Packs/Cat", .contentFolder(productIdentifier: "com.example.CatPhoto"))])
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(
            finding.message == "product ID 'CatPhoto' is not in the product list; "
                + "the list has 'com.example.CatPhoto', but 'Packs/Cat' already has it")
        #expect(finding.suggestion == nil)
        #expect(
            finding.remedy
                == Remedy("set IAPProductIdentifier in 'Packs/Dog' or 'Packs/Cat' to the product that it is for"))
    }

    @Test func `a folder's own package does not take its product`() throws {
        let findings = Examination.findings(
            for: .contentFolder(productIdentifier: "CatPhoto"), named: "Packs/Cat",
            products: Examination.products("com.example.CatPhoto"),
            others: [
                (
                    "Cat.zip",
                    ContentSketch.contentFolder(productIdentifier: "com.example.CatPhoto").with { $0.kind = .zip }
                )
            ])
        #expect(findings.first?.suggestion == "com.example.CatPhoto")
    }

    @Test func `white space around an ID that exists is one finding, unless its check is off or weighs less`() throws {
        let sketch = ContentSketch.contentFolder(productIdentifier: " com.example.a\n")
        let space = try #require(CheckCatalog.code(named: "KEY-004"))
        func ids(_ policy: SeverityPolicy = SeverityPolicy(), _ products: String...) -> [String] {
            Examination.findings(
                for: sketch, products: products.map { Examination.products($0)[0] }, policy: policy
            ).map(\.code.id)
        }
        #expect(ids(SeverityPolicy(), "com.example.a") == ["KEY-004"])
        #expect(ids(SeverityPolicy(), "com.example.b") == ["KEY-004", "PID-010"])
        #expect(ids(SeverityPolicy(skip: [space]), "com.example.a") == ["PID-010"])
        #expect(ids(SeverityPolicy(overrides: [space: .report(.note)]), "com.example.a") == ["KEY-004", "PID-010"])
    }

    @Test func `a build setting is one finding where it offers the ID, and where nothing is near`() {
        func ids(_ identifier: String, _ products: String...) -> [String] {
            Examination.findings(
                for: .contentFolder(productIdentifier: identifier), named: "Hide.me",
                products: products.map { Examination.products($0)[0] }
            ).map(\.code.id)
        }
        #expect(ids("com.example.$(PRODUCT_NAME:rfc1034identifier)", "com.example.Hide-me") == ["KEY-005"])
        #expect(ids("com.example.$(PRODUCT_NAME:rfc1034identifier)", "org.birds") == ["KEY-005"])
        #expect(
            ids("com.example.$(PRODUCT_NAME:rfc1034identifier)", "com.example.HideMe") == ["KEY-005", "PID-010"])
    }

    @Test func `what was looked through is shown where it is little, else the way to see it`() throws {
        let few = try #require(Self.finding("org.birds", "com.example.a", "com.example.b"))
        #expect(
            few.notes.last
                == "Looked for in 'products.txt' (text, 2 product IDs, a local list): 'com.example.a' and 'com.example.b'."
        )
        let many = try #require(Self.finding("org.birds", "a.a", "a.b", "a.c", "a.d", "a.e", "a.f"))
        #expect(
            many.notes.last
                == "Looked for in 'products.txt' (text, 6 product IDs, a local list); 'iapkit products products.txt' lists them."
        )
    }
}
