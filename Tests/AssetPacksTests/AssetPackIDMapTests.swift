import AssetPacks
import Foundation
import TestSupport
import Testing

@Suite struct AssetPackIDMapTests {
    private typealias Assignment = AssetPackIDMap.Assignment

    private static func map(_ text: String) -> AssetPackIDMap { AssetPackIDMapReading(Array(text.utf8)).map }

    private static func described(_ assignments: [AssetPackIDMap.Assignment]) -> [String] {
        assignments.map { assignment in
            let product = assignment.productIdentifier
            switch assignment.outcome {
            case .known(let identifier): return "\(product) keeps \(identifier.text)"
            case .new(let identifier): return "\(product) gets \(identifier.text)"
            case .collision(let identifier, let others): return "\(product) and \(others) want \(identifier.text)"
            case .impossible: return "\(product) has none"
            }
        }
    }

    @Test func `new products get the ID suggested, and the file is sorted`() {
        var map = AssetPackIDMap()
        let assignments = map.assign(["com.example.b", "com.example.a_1", "com.example.b"])
        #expect(
            Self.described(assignments) == [
                "com.example.a_1 gets com-example-a-1", "com.example.b gets com-example-b",
            ])
        #expect(
            String(decoding: map.bytes(), as: UTF8.self) == """
                {
                  "assetPackIDs": {
                    "com.example.a_1": "com-example-a-1",
                    "com.example.b": "com-example-b"
                  },
                  "formatVersion": 1
                }

                """)
    }

    @Test func `a product that is known keeps its ID, whatever would be suggested today`() {
        var map = Self.map(#"{"assetPackIDs": {"com.example.a": "Kept"}, "formatVersion": 1}"#)
        let before = map
        #expect(Self.described(map.assign(["com.example.a"])) == ["com.example.a keeps Kept"])
        #expect(map == before)
    }

    @Test func `two new products of one ID are both told, and neither gets it`() {
        var map = AssetPackIDMap()
        #expect(
            Self.described(map.assign(["a.b", "c", "a_b"])) == [
                #"a.b and ["a_b"] want a-b"#, #"a_b and ["a.b"] want a-b"#, "c gets c",
            ])
        #expect(map.entries.map(\.productIdentifier) == ["c"])
    }

    @Test func `letter case alone tells no IDs apart`() {
        var map = Self.map(#"{"assetPackIDs": {"x": "A-B"}, "formatVersion": 1}"#)
        #expect(Self.described(map.assign(["a.b"])) == [#"a.b and ["x"] want a-b"#])
        #expect(map["a.b"] == nil)
        #expect(
            Self.described(map.assign(["Cats", "cats"])) == [
                #"Cats and ["cats"] want Cats"#, #"cats and ["Cats"] want cats"#,
            ])
    }

    @Test func `an ID that a known product has by hand is not given again`() {
        var map = Self.map(#"{"assetPackIDs": {"a.b": "other", "z": "a-b"}, "formatVersion": 1}"#)
        #expect(Self.described(map.assign(["a_b", "a.b"])) == ["a.b keeps other", #"a_b and ["z"] want a-b"#])
    }

    @Test func `a product ID without a letter or digit has none`() {
        var map = AssetPackIDMap()
        #expect(Self.described(map.assign(["..."])) == ["... has none"])
        #expect(map.entries.isEmpty)
    }

    @Test func `the order given makes no difference`() {
        var random = TestRandom(seed: 7)
        let products = ["a.b", "a_b", "A-b", "c", "c.d", "...", "e", "E", "f.1", "f.2"]
        var expected = AssetPackIDMap()
        let assignments = expected.assign(products)
        for _ in 0..<50 {
            var map = AssetPackIDMap()
            #expect(map.assign(products.shuffled(using: &random)) == assignments)
            #expect(map.bytes() == expected.bytes())
        }
    }

    @Test func `thousands of products of one ID are told in short`() {
        var map = AssetPackIDMap()
        let separators = [".", "_", "é", " ", "~"]
        let products = (0..<3125).map { number in
            (0..<5).reduce("x") { text, place in
                text + separators[number / [1, 5, 25, 125, 625][place] % 5] + "y"
            }
        }
        let assignments = map.assign(products)
        #expect(assignments.count == 3125)
        for assignment in assignments {
            guard case .collision(_, let others) = assignment.outcome else {
                Issue.record("\(assignment)")
                continue
            }
            #expect(others.count == AssetPackIDMap.Assignment.mostNamed)
        }
    }

    @Test func `product IDs are told apart by their bytes`() {
        var map = AssetPackIDMap()
        let assignments = map.assign(["caf\u{E9}", "cafe\u{301}"])
        #expect(assignments.map { $0.identifier?.text } == ["cafe-", "caf-"])
        #expect(AssetPackIDMapReading(map.bytes()).map == map)
        #expect(AssetPackIDMapReading(map.bytes()).faults == [])
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
    func `Python reads what is written, and writes the same bytes`() throws {
        var map = AssetPackIDMap()
        _ = map.assign(["com.example.z", "com.example.\"q\\", "com.example.猫", "com.example.😺2", "B", "a"])
        let script = """
            import json, sys
            value = json.load(sys.stdin.buffer)
            text = json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + '\\n'
            sys.stdout.buffer.write(text.encode('utf-8'))
            """
        let outcome = try #require(Program("python3")).run(["-c", script], input: Data(map.bytes()))
        #expect(outcome.output == Data(map.bytes()))
        #expect(map.entries.count == 6)
    }

    @Test(arguments: [
        ("", "1:1 it is not well-formed JSON: it ends too early"),
        ("[]", "1:1 it is an array, and must be an object"),
        ("{", "1:2 it is not well-formed JSON: it ends too early"),
        ("{} {}", "1:4 more text follows its end"),
        ("{}", "1:1 it has no 'formatVersion'|1:1 it has no 'assetPackIDs'"),
        (#"{"formatVersion": 2, "packs": []}"#, "1:19 'formatVersion' is 2, and this iapkit knows 1"),
        (#"{"formatVersion": "1", "assetPackIDs": {}}"#, "1:19 'formatVersion' is a string, and must be 1"),
        (#"{"formatVersion": 1.5, "assetPackIDs": {}}"#, "1:19 'formatVersion' is no whole number, and must be 1"),
        (#"{"formatVersion": 1, "assetPackIDs": []}"#, "1:38 'assetPackIDs' is an array, and must be an object"),
        (
            #"{"formatVersion": 1, "assetPackIDs": {}, "note": 1}"#,
            "1:42 there is no key 'note' in this file, only 'assetPackIDs' and 'formatVersion'"
        ),
        (
            "{\"formatVersion\": 1,\n \"assetPackIDs\": {},\n \"assetPackIDs\": {}}",
            "3:2 the key 'assetPackIDs' stands there twice"
        ),
        (
            #"{"formatVersion": 1, "assetPackIDs": {"a": 1}}"#,
            "1:44 the asset pack ID of 'a' is a number, and must be a string"
        ),
        (
            #"{"formatVersion": 1, "assetPackIDs": {"a": "a.b"}}"#,
            "1:44 the asset pack ID 'a.b' of 'a' is none: it has '.' at character 2, and App Store Connect takes "
                + "letters, digits and hyphens only"
        ),
        (
            #"{"formatVersion": 1, "assetPackIDs": {"a": "x", "b": "x"}}"#,
            "1:54 the asset pack ID 'x' is that of 'a' and of 'b', and each product needs its own"
        ),
        (
            #"{"formatVersion": 1, "assetPackIDs": {"a": "x", "b": "X"}}"#,
            "1:54 the asset pack IDs 'x' and 'X', which differ in letter case alone, are those of 'a' and of 'b', and "
                + "each product needs its own"
        ),
        (
            #"{"formatVersion": 1, "assetPackIDs": {"a": "x", "a": "y"}}"#,
            "1:49 the product 'a' stands there twice"
        ),
        (#"{"formatVersion": 1, "assetPackIDs": {"": "x"}}"#, "1:39 a product ID is empty"),
        (
            "{\"formatVersion\": 1, \"assetPackIDs\": {\"a\u{202E}\": null}}",
            #"1:45 the asset pack ID of 'a\xE2\x80\xAE' is null, and must be a string"#
        ),
    ])
    func `each fault of the file has its place`(text: String, expected: String) {
        let faults = AssetPackIDMapReading(Array(text.utf8)).faults
        let told = faults.map { "\($0.place.line):\($0.place.column) \($0.reason)" }
        #expect(told.joined(separator: "|") == expected)
    }

    @Test func `a file that is not UTF-8 is told with the place`() {
        let faults = AssetPackIDMapReading([0x7B, 0x0A, 0xFF]).faults
        #expect(faults == [AssetPackIDMapFault("it is not UTF-8", place: AssetPackPlace(line: 2, column: 1))])
    }

    @Test func `of very many faults the first are told`() {
        let entries = (0..<1000).map { "\"p\($0)\": \($0)" }.joined(separator: ", ")
        let text = #"{"formatVersion": 1, "assetPackIDs": {"# + entries + "}}"
        #expect(AssetPackIDMapReading(Array(text.utf8)).faults.count == AssetPackIDMapReading.faultLimit)
    }
}
