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
                "Looked for in 'products.txt' (text, 2 product IDs).",
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
        let finding = try #require(Self.finding("com.example.pack1\u{200B}", "com.example.pack1"))
        #expect(
            finding.message
                == "product ID 'com.example.pack1<U+200B>' is not in the product list; the list has 'com.example.pack1'"
        )
        #expect(
            finding.notes.first?.hasSuffix("'com.example.pack1<U+200B>' is 20 bytes long, 'com.example.pack1' 17.")
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
                "Looked for in 'Local.storekit' (storekit, 1 product ID) and '--expect' (command line, 2 product IDs).",
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
}
