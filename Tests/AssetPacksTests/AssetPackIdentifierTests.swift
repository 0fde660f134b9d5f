import AssetPacks
import Testing

@Suite struct AssetPackIdentifierTests {
    @Test(arguments: ["Tutorial", "a-b", "0", "-", "com-example-Level-10", String(repeating: "x", count: 300)])
    func `letters, digits and hyphens make an ID`(text: String) {
        #expect(AssetPackIdentifier(text)?.text == text)
        #expect(AssetPackIdentifier.fault(in: text) == nil)
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("a.b", "it has '.' at character 2, and App Store Connect takes letters, digits and hyphens only"),
        ("level_1", "it has '_' at character 6, and App Store Connect takes letters, digits and hyphens only"),
        ("a b", "it has a space at character 2, and App Store Connect takes letters, digits and hyphens only"),
        ("é", "it has U+00E9 at character 1, and App Store Connect takes letters, digits and hyphens only"),
        ("a\u{202E}", "it has U+202E at character 2, and App Store Connect takes letters, digits and hyphens only"),
        ("a\n", "it has U+000A at character 2, and App Store Connect takes letters, digits and hyphens only"),
        ("٣", "it has U+0663 at character 1, and App Store Connect takes letters, digits and hyphens only"),
        ("a\u{301}", "it has U+0301 at character 2, and App Store Connect takes letters, digits and hyphens only"),
    ])
    func `the first other character is named`(text: String, fault: String) {
        #expect(AssetPackIdentifier(text) == nil)
        #expect(AssetPackIdentifier.fault(in: text) == fault)
    }

    @Test(arguments: [
        ("com.example.app.level_1", "com-example-app-level-1"), ("Cats-2", "Cats-2"), ("a.", "a-"), ("é1", "-1"),
        ("..9", "--9"), ("k\u{212A}", "k-"),
    ])
    func `every other character of a product ID becomes a hyphen`(product: String, identifier: String) {
        #expect(AssetPackIdentifier.suggested(for: product)?.text == identifier)
    }

    @Test(arguments: ["", "...", "-", "é", "猫"])
    func `a product ID without a letter or digit suggests none`(product: String) {
        #expect(AssetPackIdentifier.suggested(for: product) == nil)
    }
}
