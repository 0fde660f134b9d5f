import ContentModel
import Testing

@Suite struct BuildSettingTests {
    @Test func `references of both forms are found with their operators`() {
        let found = BuildSetting.references(in: "a$(B).${C:lower}$(PRODUCT_NAME:rfc1034identifier:upper)$")
        #expect(found.map(\.text) == ["$(B)", "${C:lower}", "$(PRODUCT_NAME:rfc1034identifier:upper)"])
        #expect(found.map(\.name) == ["B", "C", "PRODUCT_NAME"])
        #expect(found.map(\.operators) == [[], ["lower"], ["rfc1034identifier", "upper"]])
    }

    @Test(arguments: ["", "a", "$", "$(", "$()", "$(a", "$(a b)", "${a)", "$a", "(a)", "$ (a)"])
    func `what only looks like a reference is none`(text: String) {
        #expect(BuildSetting.references(in: text).isEmpty)
        #expect(BuildSetting.expanded(text, productName: "X") == text)
    }

    @Test(arguments: [
        ("CatPhotos", "CatPhotos"), ("cat_photos", "cat-photos"), ("Cat Photos", "Cat-Photos"),
        ("com.x.pack", "com-x-pack"), ("7days", "-days"), ("78ab", "-8ab"), ("Caf\u{E9}", "Caf-"),
        ("Cafe\u{301}", "Caf-"), ("a\r\nb", "a-b"), ("", ""), ("-a", "-a"),
    ])
    func `rfc1034identifier is what Xcode makes of a name`(name: String, expected: String) {
        #expect(
            BuildSetting.expanded("com.example.$(PRODUCT_NAME:rfc1034identifier)", productName: name)
                == "com.example." + expected)
    }

    @Test func `other operators are applied in order`() {
        #expect(BuildSetting.expanded("${PRODUCT_NAME}", productName: "Cat Photos") == "Cat Photos")
        #expect(BuildSetting.expanded("$(PRODUCT_NAME:lower)", productName: "CatPhotos") == "catphotos")
        #expect(
            BuildSetting.expanded("$(PRODUCT_NAME:rfc1034identifier:upper)", productName: "cat photos") == "CAT-PHOTOS")
        #expect(BuildSetting.expanded("$(PRODUCT_NAME:c99extidentifier)", productName: "cat-photos") == "cat_photos")
        #expect(BuildSetting.expanded("$(PRODUCT_NAME:identifier)", productName: "cat.photos") == "cat_photos")
    }

    @Test(arguments: [
        "$(PRODUCT_BUNDLE_IDENTIFIER)", "$(PRODUCT_NAME).$(X)", "$(PRODUCT_NAME:md5)", "$(A_$(PRODUCT_NAME))",
        "$(TARGET_NAME)",
    ])
    func `F10: what only the project knows is not made up`(text: String) {
        #expect(BuildSetting.expanded(text, productName: "CatPhotos") == nil)
        #expect(!BuildSetting.references(in: text).isEmpty)
    }

    @Test(arguments: ["$(", "$(A", "${A:", "$(A:$(", "$"])
    func `thousands of references that are never closed are none`(text: String) {
        let value = String(repeating: text, count: 1 << 12)
        #expect(BuildSetting.references(in: value).isEmpty)
    }
}
