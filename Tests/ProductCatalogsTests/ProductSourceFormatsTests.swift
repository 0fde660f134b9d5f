import ProductCatalogs
import Testing

struct ProductSourceFormatsTests {
    @Test func `formats have names of their own`() {
        #expect(
            ProductSourceFormats.all.map { $0.name } == [
                "storekit", "app-store-connect", "catalog-report", "sales-report", "itmsp", "plist", "unity",
                "revenuecat", "storeconfig", "itunes-connect", "csv", "json", "text",
            ])
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "a PNG image"),
            (Array("PK\u{3}\u{4}".utf8), "a zip archive"),
            (Array("com.x\u{0}a".utf8), "binary data"),
            ([0xEF, 0xBB, 0xBF] + Array("\n <package/>".utf8), "an XML document"),
            (Array("<!DOCTYPE html><HTML>".utf8), "a web page"), (Array("xar!".utf8), "a package (xar archive)"),
        ] as [([UInt8], String)])
    func `what is no list is named`(bytes: [UInt8], kind: String) {
        for format in [nil, "text", "csv", "json", "storekit"] {
            let error = #expect(throws: ProductSourceError.self) {
                try ProductSourceFormats.read(SourceContent(name: "x", bytes: bytes), as: format)
            }
            #expect(error?.reason == "not a product list: looks like \(kind)")
            #expect(error?.remedy == "name a source of a kind that is read; 'iapkit help products' lists them")
        }
    }

    @Test func `an unknown format is an error with those that exist`() {
        let error = #expect(throws: ProductSourceError.self) {
            try ProductSourceFormats.read(SourceContent(name: "x", bytes: Array("a".utf8)), as: "xls")
        }
        #expect(
            error?.description.hasPrefix(
                "x: 'xls' is no kind of product source; use one of storekit, app-store-connect, ")
                == true)
    }

    @Test func `a named format is taken even where another would be recognised`() throws {
        let content = SourceContent(name: "x", bytes: Array("[pack]".utf8))
        #expect(try ProductSourceFormats.read(content, as: "text").products.map(\.identifier) == ["[pack]"])
        #expect(throws: ProductSourceError.self) { try ProductSourceFormats.read(content) }
    }

    @Test func `a source beyond 64 MiB is not read`() {
        let content = SourceContent(
            name: "x", bytes: [UInt8](repeating: 0x61, count: ProductSourceFormats.sizeLimit + 1))
        let error = #expect(throws: ProductSourceError.self) { try ProductSourceFormats.read(content) }
        #expect(error?.reason == "larger than 64 MiB, which no product list is")
    }

    @Test func `IDs of the command line are a source`() {
        let source = ProductSource(expecting: ["a", "b"])
        #expect(source.products.map(\.identifier) == ["a", "b"])
        #expect(source.products.map(\.source) == ["--expect", "--expect"])
    }
}
