import ProductCatalogs
import Testing

struct MismatchClauseTests {
    @Test(arguments: [
        ("com.x.$(PRODUCT_NAME)", "com.x.cats", "the build setting '$(PRODUCT_NAME)' in it is replaced by Xcode only"),
        ("com.x.cats ", "com.x.cats", "it holds a space, which the product ID set up in the store lacks"),
        (
            "com.x.cats\u{A0}\n", "com.x.cats",
            "it holds a no-break space (U+00A0) and a line break, which the product ID set up in the store lacks"
        ),
        (
            "com.x.cats", "com.x.ca\u{200B}ts",
            "the product ID set up in the store holds a character that can't be seen (U+200B), which is missing here"
        ),
        (
            "com.x.cat\u{2013}photos", "com.x.cat-photos",
            "'\u{2013}' (U+2013) stands where the product ID set up in the store has '-' (U+002D), which looks the same"
        ),
        (
            "com.x.caf\u{E9}", "com.x.cafe\u{301}",
            "it is the same text in another Unicode form, so its bytes differ"
        ),
        (
            "com.x.packl", "com.x.Pack1",
            "'l' (U+006C) stands where the product ID set up in the store has '1' (U+0031), which looks the same"
        ),
        ("com.x.Cats", "com.x.cats", "only letter case differs"),
        (
            "com.x.-days", "com.x.7days",
            "it is what Xcode's ':rfc1034identifier' makes of the product ID set up in the store: a hyphen for each "
                + "character but A to Z, digits and hyphens, and for a digit at the start"
        ),
        (
            "com.example.CatPhotos", "com.masteringios.Photos.catPhotos",
            "it begins with 'com.example.', and the product ID set up in the store with 'com.masteringios.Photos.'"
        ),
        (
            "com.x.Cats ", "com.x.cats",
            "letter case differs, and white space or characters that can't be seen differ too"
        ),
        ("com.x.cat-photos", "com.x.cat_photos", "'-' stands where the product ID set up in the store has '_'"),
        ("com.x.catphotos", "com.x.cat_photos", "only separators differ"),
        (
            "com.x.Cat-Photos", "com.x.cat_photos",
            "'-' stands where the product ID set up in the store has '_', and letter case differs too"
        ),
        (
            "CatPhotos", "com.masteringios.Photos.CatPhotos",
            "the product ID set up in the store begins with 'com.masteringios.Photos.', which is missing here"
        ),
        (
            "CatPhotos", "com.x.Photos.cat_photos",
            "the product ID set up in the store begins with 'com.x.Photos.', which is missing here, and letter case and "
                + "separators differ too"
        ),
        ("com.x.cats", "cats", "it begins with 'com.x.', which the product ID set up in the store does not have"),
        ("com.x.com.x.cats", "com.x.cats", "it begins with 'com.x.' twice"),
        ("com.x.CatPhoto", "com.x.CatPhotos", "one letter differs"),
        ("com.x.CtaPhotso", "com.x.CatPhotos", "two letters differ"),
        ("com.x.catphoto", "com.x.CatPhotos", "one letter differs, letter case aside"),
    ])
    func `the clause says what differs`(identifier: String, existing: String, clause: String) {
        let product = KnownProduct(identifier: existing, source: "s")
        let source = ProductSource(name: "s", format: "text", products: [product])
        guard case .near(let near) = ProductMatcher(ProductCatalog([source])).match(identifier) else {
            Issue.record("nothing is near to \(identifier)")
            return
        }
        #expect(near.reason.clause(candidate: product, identifier: identifier) == clause)
    }

    @Test func `the clause names what was given instead of the ID`() {
        let product = KnownProduct(identifier: "com.x.pack1", source: "s", name: "Cats", appleID: "123")
        #expect(
            MismatchReason.referenceName.clause(candidate: product, identifier: "Cats")
                == "it is the reference name of that product, not its product ID")
        #expect(
            MismatchReason.appleID.clause(candidate: product, identifier: "123")
                == "it is the number of that product in the App Store, not its product ID")
    }
}
