import AssetPacks
import Foundation
import TestSupport
import Testing

@Suite struct ManifestWritingTests {
    private static func identifier(_ text: String) throws -> AssetPackIdentifier {
        try #require(AssetPackIdentifier(text))
    }

    @Test func `a manifest has its keys in one order, each on a line`() throws {
        let manifest = AssetPackManifest(
            identifier: try Self.identifier("com-example-pack1"), downloadPolicy: .onDemand,
            fileSelectors: [.file("com-example-pack1/a/b.png"), .directory("com-example-pack1/Textures")],
            platforms: [.iOS, .visionOS])
        #expect(
            String(decoding: manifest.bytes(), as: UTF8.self) == """
                {
                  "assetPackID": "com-example-pack1",
                  "downloadPolicy": {
                    "onDemand": {}
                  },
                  "fileSelectors": [
                    {
                      "file": "com-example-pack1/a/b.png"
                    },
                    {
                      "directory": "com-example-pack1/Textures"
                    }
                  ],
                  "platforms": [
                    "iOS",
                    "visionOS"
                  ]
                }

                """)
    }

    @Test func `a policy with events lists them`() throws {
        let manifest = AssetPackManifest(
            identifier: try Self.identifier("a"), downloadPolicy: .essential([.firstInstallation, .subsequentUpdate]),
            fileSelectors: [], platforms: [])
        #expect(
            String(decoding: manifest.bytes(), as: UTF8.self) == """
                {
                  "assetPackID": "a",
                  "downloadPolicy": {
                    "essential": {
                      "installationEventTypes": [
                        "firstInstallation",
                        "subsequentUpdate"
                      ]
                    }
                  },
                  "fileSelectors": [],
                  "platforms": []
                }

                """)
    }

    static let manifests: [AssetPackManifest] = {
        let policies: [DownloadPolicy] = [
            .onDemand, .prefetch([]), .prefetch([.subsequentUpdate]),
            .essential([.firstInstallation, .subsequentUpdate]),
        ]
        let selectors: [FileSelector] = [
            .file("a/b.png"), .directory("Textures"), .filePattern("Audio/*.wav"),
            .fileRenamed(source: "x/a.png", destination: "Textures/a.png"),
            .directoryRenamed(source: "raw", destination: "Textures"), .fileExclusion("Textures/draft.png"),
            .file("quote\" back\\slash /slash"), .file("Ünïcödé 猫 😺 e\u{301} \u{2028} \u{7F}"),
            .file("control\u{1}\u{8}\t\u{B}\u{C}\r\n\u{1F}"), .file("</script>&amp;"),
        ]
        return policies.compactMap { policy in
            AssetPackIdentifier("Pack-1").map {
                AssetPackManifest(
                    identifier: $0, downloadPolicy: policy, fileSelectors: selectors,
                    platforms: AssetPackPlatform.allCases)
            }
        }
    }()

    @Test(arguments: manifests)
    func `what is written is read again as it was`(manifest: AssetPackManifest) {
        let reading = AssetPackManifestReading(manifest.bytes())
        #expect(reading.identifier == manifest.identifier.text)
        #expect(reading.downloadPolicy == manifest.downloadPolicy)
        #expect(reading.fileSelectors == manifest.fileSelectors)
        #expect(reading.platforms == manifest.platforms.map(\.rawValue))
        #expect(reading.selectorPlaces.count == manifest.fileSelectors.count)
        let told = reading.faults.filter {
            if case .laterKey = $0.kind { false } else { $0.keyPath.hasSuffix("installationEventTypes") == false }
        }
        #expect(told == [])
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"), arguments: manifests)
    func `Python reads what is written, and writes the same bytes`(manifest: AssetPackManifest) throws {
        let python = try #require(Program("python3"))
        let script = """
            import json, sys
            data = sys.stdin.buffer.read().decode('utf-8')
            value = json.loads(data)
            print(list(value), len(value['fileSelectors']), file=sys.stderr)
            sys.stdout.buffer.write((json.dumps(value, indent=2, ensure_ascii=False) + '\\n').encode('utf-8'))
            """
        let outcome = try python.run(["-c", script], input: Data(manifest.bytes()))
        #expect(outcome.status == 0)
        #expect(
            outcome.errorText
                == "['assetPackID', 'downloadPolicy', 'fileSelectors', 'platforms'] \(manifest.fileSelectors.count)\n")
        #expect(outcome.output == Data(manifest.bytes()))
    }

    @Test func `a manifest of very many selectors is written and read whole`() throws {
        let selectors = (0..<100_000).map { FileSelector.file("pack/levels/level_\($0)/map.json") }
        let manifest = AssetPackManifest(
            identifier: try Self.identifier("pack"), downloadPolicy: .onDemand, fileSelectors: selectors,
            platforms: [.iOS])
        let reading = AssetPackManifestReading(manifest.bytes())
        #expect(reading.fileSelectors == selectors)
        #expect(reading.selectorPlaces.last == AssetPackPlace(line: 6 + 3 * 99_999 + 1, column: 5))
        #expect(reading.faults == [])
    }
}
