import Checks
import ContentModel
import Findings
import ProductCatalogs
import TestSupport
import Testing

@Suite struct ProductCaseTests {
    private static func findings(_ identifier: String, named name: String = "pack1", products: [KnownProduct]? = nil)
        -> [Finding]
    {
        Examination.findings(for: .contentFolder(productIdentifier: identifier), named: name, products: products)
    }

    @Test func `F01: the rules of App Store Connect for characters and length`() {
        #expect(Self.findings("a-_." + String(repeating: "9", count: 96)).isEmpty)
        #expect(
            summaries(Self.findings(String(repeating: "a", count: 101))) == ["PID-002 error ContentInfo.plist:8:10"])
        #expect(summaries(Self.findings("com.example.ä")) == ["PID-001 warning ContentInfo.plist:8:10"])
        let slash = Self.findings("com.example/a")
        #expect(summaries(slash) == ["PID-001 error ContentInfo.plist:8:10"])
        #expect(
            slash.first?.message
                == "product ID 'com.example/a' holds '/' as character 12; letters, digits, '-', '.' and '_' are allowed"
        )
        #expect(slash.first?.location.key == "IAPProductIdentifier")
    }

    @Test func `F05: what Xcode would make of the folder's name is shown and not put in`() {
        let findings = Self.findings("com.example.$(PRODUCT_NAME:rfc1034identifier)", named: "Packs/Hide.me")
        #expect(summaries(findings) == ["KEY-005 error ContentInfo.plist:8:10"])
        #expect(
            findings.first?.notes
                == ["With the product name 'Hide.me', Xcode would have made 'com.example.Hide-me' of it."])
        #expect(findings.first?.suggestion == nil)
        #expect(findings.first?.remedy?.command == nil)
    }

    @Test func `F05: the ID made of the folder's name is suggested where it exists`() {
        let findings = Self.findings(
            "com.example.$(PRODUCT_NAME:rfc1034identifier)", named: "Hide.me",
            products: Examination.products("com.example.Hide-me"))
        #expect(findings.map(\.code.id) == ["KEY-005"])
        #expect(
            findings.first?.notes == [
                "With the product name 'Hide.me', Xcode would have made 'com.example.Hide-me' of it, "
                    + "which is in the product list."
            ])
        #expect(findings.first?.suggestion == "com.example.Hide-me")
    }

    @Test func `F06: an ID needs no reverse-DNS form`() {
        let inputs = [
            ContentSketch.contentFolder(productIdentifier: "pack1").input(named: "a"),
            ContentSketch.contentFolder(productIdentifier: "com.example.app.pack2").input(named: "b"),
        ]
        let examined = Examination.run(inputs, products: Examination.products("pack1", "com.example.app.pack2"))
        #expect(examined.map(\.findings.count) == [0, 0])
    }

    @Test func `F08: a space is named with its position`() {
        let findings = Self.findings("com.example.Chapter 2")
        #expect(summaries(findings) == ["PID-001 error ContentInfo.plist:8:10"])
        #expect(
            findings.first?.message == "product ID 'com.example.Chapter 2' holds space (U+0020) as character 20; "
                + "letters, digits, '-', '.' and '_' are allowed")
    }

    @Test func `F10: an unexpanded build setting is named as such`() {
        let findings = Self.findings("$(PRODUCT_BUNDLE_IDENTIFIER)")
        #expect(summaries(findings) == ["KEY-005 error ContentInfo.plist:8:10"])
        #expect(
            findings.first?.message == "value of 'IAPProductIdentifier' holds the unexpanded build setting "
                + "'$(PRODUCT_BUNDLE_IDENTIFIER)'; only Xcode expands it")
    }

    @Test func `F13: two folders with one product ID are errors that name each other`() throws {
        try withTemporaryFolder { folder in
            let inputs = try ["a", "b", "c"].map { name in
                Examination.folder(
                    try folder.makeContentFolder(
                        name, productIdentifier: name == "c" ? "com.example.c" : "com.example.a"))
            }
            let examined = Examination.run(inputs)
            #expect(examined.map { $0.findings.map(\.code.id) } == [["PID-012"], ["PID-012"], []])
            #expect(
                examined.map { $0.findings.map(\.message) } == [
                    ["product ID 'com.example.a' is also that of '\(folder.path("b"))'"],
                    ["product ID 'com.example.a' is also that of '\(folder.path("a"))'"], [],
                ])
            #expect(
                examined.map(\.context.inputsWithSameProduct.paths) == [[folder.path("b")], [folder.path("a")], []])
        }
    }

    @Test func `a white space, a setting and a bad character are one finding each`() {
        #expect(Self.findings(" com.example.pack1").map(\.code.id) == ["KEY-004"])
        #expect(Self.findings("com.example.$(NAME)").map(\.code.id) == ["KEY-005"])
        #expect(Self.findings("com.example.${A}/x").map(\.code.id) == ["KEY-005", "PID-001"])
        #expect(Self.findings("\tcom.example pack1").map(\.code.id) == ["KEY-004", "PID-001"])
    }
}
