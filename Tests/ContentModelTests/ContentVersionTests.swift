import ContentModel
import Testing

@Suite struct ContentVersionTests {
    @Test(arguments: ["0", "1", "1.0", "1.2.7", "007", String(repeating: "9", count: 1_000)])
    func `integers separated by periods are a version`(text: String) {
        #expect(ContentVersion(text) != nil)
    }

    @Test(arguments: ["", ".", "1.", ".1", "1..2", "1.0b", "v1", " 1", "1\n", "-1", "1,0", "\u{0661}", "1e3"])
    func `anything else is none`(text: String) {
        #expect(ContentVersion(text) == nil)
    }

    private static let ordered = [
        "0", "0.0.1", "0.9", "1", "1.0.1", "1.2", "1.9", "1.10", "1.10.1", "2", "10", "18446744073709551616",
        "18446744073709551617", "100000000000000000000",
    ]

    @Test func `versions are compared number by number`() throws {
        let versions = try Self.ordered.map { try #require(ContentVersion($0)) }
        for (left, version) in versions.enumerated() {
            for (right, other) in versions.enumerated() {
                #expect((version < other) == (left < right), "\(Self.ordered[left]) \(Self.ordered[right])")
                #expect((version == other) == (left == right))
            }
        }
    }

    @Test func `missing numbers and leading zeros make no difference`() {
        #expect(ContentVersion("1") == ContentVersion("1.0.0"))
        #expect(ContentVersion("01.02") == ContentVersion("1.2"))
        #expect(ContentVersion("0") == ContentVersion("0.0"))
        #expect(ContentVersion("1.0").hashValue == ContentVersion("1").hashValue)
        #expect(ContentVersion("1.10") != ContentVersion("1.1"))
    }

    @Test(arguments: [
        ("1.0", "1.1"), ("1.2.9", "1.2.10"), ("0", "1"), ("9", "10"), ("99", "100"), ("1.09", "1.10"),
        ("1.099", "1.100"), ("1.99", "1.100"), ("01.00", "01.01"), ("9.9", "9.10"),
        ("1.99999999999999999999", "1.100000000000000000000"),
    ])
    func `the next version has the last number raised by one`(text: String, next: String) throws {
        #expect(ContentVersion.raised(text) == next)
        #expect(try #require(ContentVersion(text)) < (try #require(ContentVersion(next))))
    }

    @Test(arguments: ["", "1.", "1.0b", "v1", " 1", "\u{0661}"])
    func `what is no version has no next one`(text: String) {
        #expect(ContentVersion.raised(text) == nil)
    }
}
