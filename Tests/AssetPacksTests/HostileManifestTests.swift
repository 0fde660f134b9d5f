import AssetPacks
import TestSupport
import Testing

/// Reading may not trap, whatever the bytes are. What it says of them is always fit to be told.
@Suite struct HostileManifestTests {
    static let sample = """
        // A comment.
        {"assetPackID": "caf\\u00e9", "downloadPolicy": {"prefetch": {"installationEventTypes": ["firstInstallation", 1]}},
        /* é */ "fileSelectors": [{"file": "a/é"}, {"directory": "../b"}, {"fileSource": "a", "fileDestination": "b"},
        {"fileExclusion": "c", "x": null}, {}, [[]],], "platforms": ["iOS", "iPadOS"], "language": "de",
        "userInfo": {"a": [1.5e3, true]}, "z": 1, "z": 2,
        }
        """

    private static func judge(_ bytes: [UInt8]) {
        let reading = AssetPackManifestReading(bytes)
        #expect(reading.faults.count <= AssetPackManifestReading.faultLimit)
        #expect(reading.faultCount >= reading.faults.count)
        #expect(reading.selectorPlaces.count == reading.fileSelectors?.count ?? 0)
        #expect(reading.faults.allSatisfy { $0.place.line >= 1 && $0.place.column >= 1 })
        #expect(zip(reading.faults, reading.faults.dropFirst()).allSatisfy { $0.place <= $1.place })
        let coverage = SelectorCoverage(reading.fileSelectors ?? [], hasRoot: reading.sourceRoot != nil)
        for named in coverage.named { #expect(named.index < reading.fileSelectors?.count ?? 0) }
        let map = AssetPackIDMapReading(bytes)
        #expect(map.faults.count <= AssetPackIDMapReading.faultLimit)
        if map.faults.isEmpty { #expect(AssetPackIDMapReading(map.map.bytes()).map == map.map) }
    }

    @Test func `every start of a manifest can be read, and is told to break off`() {
        let bytes = Array(Self.sample.utf8)
        for count in 0..<bytes.count {
            let start = Array(bytes[..<count])
            Self.judge(start)
            let isTold = AssetPackManifestReading(start).faults.contains {
                if case .notJSON = $0.kind { true } else { false }
            }
            #expect(isTold, "\(count)")
        }
    }

    @Test func `a damaged manifest can be read`() {
        let samples = [
            Array(Self.sample.utf8),
            Array(#"{"assetPackIDs": {"a.b": "a-b", "c": "C"}, "formatVersion": 1}"#.utf8),
        ]
        var random = TestRandom(seed: 26)
        let signs = Array("{}[]\",:/*\\\n\u{0}1tn".utf8) + [0xFF, 0xC3, 0xEF]
        for _ in 0..<3000 {
            var bytes = samples[Int.random(in: 0..<samples.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = signs[Int.random(in: 0..<signs.count, using: &random)]
                case 1: bytes.insert(signs[Int.random(in: 0..<signs.count, using: &random)], at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 3))
                default: bytes += bytes[place...].prefix(40)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            Self.judge(bytes)
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[/**/", "{\"fileSelectors\":[{\"file\":"])
    func `deep nesting is refused, not followed`(step: String) {
        Self.judge(Array(String(repeating: step, count: 100_000).utf8))
    }

    @Test(arguments: ["//", "/*", "\"\\", ",", "[,", "]", "/", "{\"a\":1,\"a\":1,", "\u{2028}"])
    func `a long row of one sign can be read`(sign: String) {
        Self.judge(Array(String(repeating: sign, count: 20_000).utf8))
        Self.judge(Array(("{\"fileSelectors\": [" + String(repeating: sign, count: 20_000)).utf8))
    }
}
