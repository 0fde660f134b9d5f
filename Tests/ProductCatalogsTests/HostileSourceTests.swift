import Foundation
import ProductCatalogs
import TestSupport
import Testing
import XMLReading

/// Sources of strangers: none may crash, hang, or fill the memory.
struct HostileSourceTests {
    @Test(arguments: ProductSourceFormats.all.map { $0.name })
    func `no cut and no spoilt byte of any fixture is more than an error`(format: String) throws {
        var random = TestRandom(seed: 17)
        for fixture in SourceFixtureTests.fixtures where fixture.format == format {
            let content = try FixtureSource.content(fixture.file)
            let bytes = content.bytes
            for step in 0..<60 {
                var changed = Array(bytes.prefix(step.isMultiple(of: 2) ? bytes.count * step / 60 : bytes.count))
                for _ in 0..<(step % 5) where !changed.isEmpty {
                    changed[Int(random.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                for name in [nil, format] {
                    _ = try? ProductSourceFormats.read(SourceContent(name: "x", bytes: changed), as: name)
                }
            }
        }
    }

    @Test(arguments: ProductSourceFormats.all.map { $0.name })
    func `every format takes every bytes for an error or a list`(format: String) {
        let texts: [[UInt8]] = [
            [], [0], [0xFF, 0xFE], [0xFE, 0xFF, 0], Array("{".utf8), Array("[".utf8), Array("{}".utf8),
            Array("[[]]".utf8), Array("null".utf8), Array("\t\t\n\t".utf8), Array("\"".utf8), Array("\"\n\"\n".utf8),
            Array("<".utf8), Array("<package/>".utf8), Array("<plist/>".utf8), Array("bplist00".utf8),
            Array("product_id".utf8), Array("product_id,\"a".utf8), [0x1F, 0x8B], Array("PK\u{3}\u{4}".utf8),
            Array(String(repeating: "[", count: 100_000).utf8), Array(String(repeating: "(", count: 100_000).utf8),
            Array(String(repeating: "<a>", count: 100_000).utf8), Array(String(repeating: ",", count: 100_000).utf8),
            Array(("sku,x" + String(repeating: "\n,", count: 100_000)).utf8),
        ]
        for bytes in texts {
            // A plain list takes any word for a product ID, if it is told to.
            if format == "text", bytes.count < 20 { continue }
            #expect(throws: ProductSourceError.self) {
                try ProductSourceFormats.read(SourceContent(name: "x", bytes: bytes), as: format)
            }
        }
    }

    @Test func `a gzip that unpacks to more than a source may have is an error`() throws {
        let bomb = try #require(Program("gzip")).run(
            ["-9", "-c"], input: Data(count: ProductSourceFormats.sizeLimit + 1)
        ).output
        #expect(bomb.count < 100_000)
        let error = #expect(throws: ProductSourceError.self) {
            try ProductSourceFormats.read(SourceContent(name: "x.gz", bytes: [UInt8](bomb)))
        }
        #expect(error?.reason == "a gzip file that can't be unpacked: it unpacks to more than 67108864 bytes")
        let cut = #expect(throws: ProductSourceError.self) {
            try ProductSourceFormats.read(SourceContent(name: "x.gz", bytes: [UInt8](bomb.prefix(1000))))
        }
        #expect(cut?.reason.hasPrefix("a gzip file that can't be unpacked: ") == true)
    }

    @Test(.enabled(if: Program("zip") != nil, "zip is not installed"))
    func `a zip that is no report is an error that says why`() throws {
        let zip = try #require(Program("zip"))
        try withTemporaryFolder { folder in
            try folder.write("a.txt", "com.x.a\n")
            try folder.write("b.txt", "com.x.b\n")
            try folder.write("c.png", "x")
            try folder.write("big.txt", [UInt8](repeating: 0x61, count: ProductSourceFormats.sizeLimit + 1))
            func reason(_ name: String, _ files: String...) throws -> String? {
                let made = try zip.run(["-q", name] + files, in: folder.path)
                try #require(made.status == 0)
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
                let error = #expect(throws: ProductSourceError.self) {
                    try ProductSourceFormats.read(SourceContent(name: name, bytes: bytes, path: folder.path(name)))
                }
                return error?.reason
            }
            #expect(try reason("two.zip", "a.txt", "b.txt") == "a zip with 2 texts in it, and a report is one text")
            #expect(try reason("none.zip", "c.png") == "a zip with no text in it, and a report is one text")
            #expect(try reason("bomb.zip", "big.txt") == "a zip of more than 64 MiB, which no product list is")
            #expect(try reason("secret.zip", "-P", "x", "a.txt") == "a zip with a password")
        }
    }

    @Test(arguments: [
        ("product_id\n", "a\n", ""), ("[\"b\"", ",\"a\"", "]"), ("(b", ",a", ")"),
        ("{\"version\":{\"major\":2},\"products\":[{}", ",{\"productID\":\"a\"}", "]}"),
        (
            "<package xmlns=\"http://apple.com/itunes/importer\">",
            "<in_app_purchase><product_id>a</product_id></in_app_purchase>", "</package>"
        ),
    ])
    func `a source of any kind with more products than an account has ends in an error`(
        start: String, item: String, end: String
    ) {
        let text = start + String(repeating: item, count: 100_001) + end
        let error = #expect(throws: ProductSourceError.self) {
            try ProductSourceFormats.read(SourceContent(name: "x", bytes: Array(text.utf8)))
        }
        #expect(error?.reason == "it lists more than 100000 products")
        #expect(error?.remedy == "name a list of the product IDs of one app")
    }

    @Test func `pages by the thousand, each with its parts out of order, are read in one go`() throws {
        let item = { (id: Int) in
            "{\"type\":\"inAppPurchases\",\"id\":\"\(id)\",\"attributes\":{\"productId\":\"com.x.p\(id)\"}}"
        }
        let pages = (0..<20_000).map { "{\"included\":[\(item(2 * $0))],\"data\":[\(item(2 * $0 + 1))]}" }
        let source = try ProductSourceFormats.read(
            SourceContent(name: "x", bytes: Array(pages.joined(separator: "\n").utf8)))
        #expect(source.products.count == 40_000)
        #expect(source.products.last?.position?.line == 20_000)
    }

    @Test(arguments: [true, false])
    func `a report and a property list in UTF-16 are read`(isBigEndian: Bool) throws {
        for (file, count) in [("catalog-report.txt", 3), ("products.csv", 2), ("ProductIds.plist", 2)] {
            let text = String(decoding: try FixtureSource.content(file).bytes, as: UTF8.self)
                .replacing("encoding=\"UTF-8\"", with: "encoding=\"UTF-16\"").drop { $0 == "\u{FEFF}" }
            let bytes = "\u{FEFF}\(text)".utf16.flatMap { unit in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBigEndian ? [high, low] : [low, high]
            }
            #expect(try ProductSourceFormats.read(SourceContent(name: "x", bytes: bytes)).products.count == count)
        }
    }
}
