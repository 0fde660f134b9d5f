import AssetPacks
import Testing

/// What a manifest's faults are, in short: line, column, key path and kind.
private func faults(_ text: String) -> [String] { faults(AssetPackManifestReading(Array(text.utf8))) }

private func faults(_ reading: AssetPackManifestReading) -> [String] {
    reading.faults.map { fault in
        let path = fault.keyPath.isEmpty ? "." : fault.keyPath
        return "\(fault.place.line):\(fault.place.column) \(path) \(fault.kind)"
    }
}

/// A manifest without a fault, with one of its values another.
private func manifest(
    identifier: String = #""a""#, policy: String = #"{"onDemand": {}}"#, selectors: String = #"[{"file": "a/b"}]"#,
    platforms: String = #"["iOS"]"#, more: String = ""
) -> String {
    """
    {"assetPackID": \(identifier),
    "downloadPolicy": \(policy),
    "fileSelectors": \(selectors),
    "platforms": \(platforms)\(more)}
    """
}

@Suite struct ManifestReadingTests {
    @Test func `a manifest without a fault gives all it says`() {
        let text = manifest(
            policy: #"{"prefetch": {"installationEventTypes": ["firstInstallation", "subsequentUpdate"]}}"#,
            platforms: #"["iOS", "macOS", "tvOS", "visionOS"]"#)
        let reading = AssetPackManifestReading(Array(text.utf8))
        #expect(reading.faults == [])
        #expect(reading.faultCount == 0)
        #expect(reading.identifier == "a")
        #expect(reading.downloadPolicy == .prefetch([.firstInstallation, .subsequentUpdate]))
        #expect(reading.fileSelectors == [.file("a/b")])
        #expect(reading.selectorPlaces == [AssetPackPlace(line: 3, column: 19)])
        #expect(reading.platforms == ["iOS", "macOS", "tvOS", "visionOS"])
        #expect(reading.language == nil && reading.sourceRoot == nil && !reading.hasUserInfo)
        #expect(
            reading.keyPlaces == [
                "assetPackID": AssetPackPlace(line: 1, column: 2),
                "downloadPolicy": AssetPackPlace(line: 2, column: 1),
                "fileSelectors": AssetPackPlace(line: 3, column: 1), "platforms": AssetPackPlace(line: 4, column: 1),
            ])
    }

    @Test(
        arguments: [
            ("", [#"1:1 . notJSON(reason: "it is empty")"#]),
            (" \n", [#"2:1 . notJSON(reason: "it is empty")"#]),
            ("<?xml version=\"1.0\"?>", [#"1:1 . notJSON(reason: "it is XML")"#]),
            ("[]", [#"1:1 . notAnObject("an array")"#]),
            ("null", [#"1:1 . notAnObject("null")"#]),
            (
                "{}x",
                [
                    "1:1 assetPackID missingKey(\"assetPackID\")", "1:1 downloadPolicy missingKey(\"downloadPolicy\")",
                    "1:1 fileSelectors missingKey(\"fileSelectors\")", "1:1 platforms missingKey(\"platforms\")",
                    #"1:3 . notJSON(reason: "more text follows its end")"#,
                ]
            ),
            ("{\n\"assetPackID\": a}", [#"2:16 . notJSON(reason: "a value is missing")"#]),
            (
                "{\"assetPackID\": \"x\" \"platforms\": []}",
                [
                    #"1:21 . notJSON(reason: "a comma or a closing brace is missing")"#
                ]
            ),
            ("{ /* no end", [#"1:3 . notJSON(reason: "a comment is not closed")"#]),
        ] as [(String, [String])])
    func `what is no JSON is told with the place`(text: String, expected: [String]) {
        #expect(faults(text) == expected)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0], "it is UTF-16, and a manifest is UTF-8"),
            (Array("bplist00".utf8) + [0xD1], "it is a binary property list"),
            ([0x7B, 0, 0x7D, 0], "a key in quotation marks is missing"),
            ([0, 0x7B, 0, 0x7D], "it has NUL bytes, as UTF-16 has, and a manifest is UTF-8"),
            ([0x7B, 0xE9], "it is not UTF-8"),
        ] as [([UInt8], String)])
    func `what is no text is told`(bytes: [UInt8], reason: String) {
        #expect(AssetPackManifestReading(bytes).faults.map(\.kind) == [.notJSON(reason: reason)])
    }

    @Test func `comments and commas too many are told, and the rest is read`() {
        let text = """
            // The pack's ID, "quoted".
            {
              "assetPackID": "a//b", /* no
              comment */ "downloadPolicy": {"onDemand": {}},
              "fileSelectors": [{"file": "a/*b*/"},],
              "platforms": ["iOS", "tvOS" // both
              ],
            }
            """
        let reading = AssetPackManifestReading(Array(text.utf8))
        #expect(
            faults(reading) == [
                "1:1 . hasComments",
                #"3:18 assetPackID badIdentifier(reason: "it has \'/\' at character 2, and App Store Connect takes letters, digits and hyphens only")"#,
                "5:39 . hasTrailingCommas",
            ])
        #expect(reading.identifier == "a//b")
        #expect(reading.fileSelectors == [.file("a/*b*/")])
        #expect(reading.platforms == ["iOS", "tvOS"])
    }

    @Test func `what breaks off behind a comment is told where it does`() {
        #expect(
            faults("// é\n{\"platforms\": [\"iOS\",") == [
                "1:1 . hasComments", #"2:22 . notJSON(reason: "it ends too early")"#,
            ])
    }

    @Test func `a byte-order mark is told, and the rest is read`() {
        let reading = AssetPackManifestReading([0xEF, 0xBB, 0xBF] + Array(manifest().utf8))
        #expect(faults(reading) == ["1:1 . hasByteOrderMark"])
        #expect(reading.identifier == "a")
    }

    @Test(
        arguments: [
            (manifest(identifier: "1"), ["1:17 assetPackID wrongType(expected: \"a string\", found: \"a number\")"]),
            (
                manifest(identifier: #""com.example""#),
                [
                    #"1:17 assetPackID badIdentifier(reason: "it has \'.\' at character 4, and App Store Connect takes letters, digits and hyphens only")"#
                ]
            ),
            (
                manifest(identifier: #""""#), [#"1:17 assetPackID badIdentifier(reason: "it is empty")"#]
            ),
            (manifest(selectors: "{}"), ["3:18 fileSelectors wrongType(expected: \"an array\", found: \"an object\")"]),
            (manifest(platforms: "null"), ["4:14 platforms wrongType(expected: \"an array\", found: \"null\")"]),
            (manifest(platforms: "[]"), ["4:14 platforms emptyPlatforms"]),
            (
                manifest(platforms: #"["iOS", "iPadOS", "ios", 3]"#),
                [
                    "4:22 platforms[1] badPlatform(\"iPadOS\")", "4:32 platforms[2] badPlatform(\"ios\")",
                    "4:39 platforms[3] wrongType(expected: \"a string\", found: \"a number\")",
                ]
            ),
            (manifest(more: #", "version": 1"#), ["4:23 version unknownKey(\"version\")"]),
            (manifest(more: ",\n\"platforms\": [\"tvOS\"]"), ["5:1 platforms duplicateKey(\"platforms\")"]),
            (
                manifest(more: #", "language": "de", "sourceRoot": "..", "userInfo": {"a": 1}"#),
                [
                    "4:23 language laterKey(\"language\")", "4:41 sourceRoot laterKey(\"sourceRoot\")",
                    "4:61 userInfo userInfo",
                ]
            ),
            (
                manifest(more: #", "language": 1"#),
                [
                    "4:23 language laterKey(\"language\")",
                    "4:35 language wrongType(expected: \"a string\", found: \"a number\")",
                ]
            ),
            (manifest(more: #", "language": null, "userInfo": null"#), []),
        ] as [(String, [String])])
    func `each fault of a key has its place`(text: String, expected: [String]) {
        #expect(faults(text) == expected)
    }

    @Test(
        arguments: [
            ("1", ["2:19 downloadPolicy wrongType(expected: \"an object\", found: \"a number\")"], nil),
            (
                "{}",
                [
                    #"2:19 downloadPolicy badDownloadPolicy(reason: "it is empty, and takes one of \'essential\', \'prefetch\' and \'onDemand\'")"#
                ], nil
            ),
            (
                #"{"ondemand": {}}"#,
                [
                    #"2:20 downloadPolicy badDownloadPolicy(reason: "it has \'ondemand\', and takes one of \'essential\', \'prefetch\' and \'onDemand\'")"#
                ], nil
            ),
            (
                #"{"onDemand": {}, "essential": {}}"#,
                [
                    #"2:36 downloadPolicy badDownloadPolicy(reason: "it has \'essential\' and \'onDemand\', and takes one policy")"#
                ], nil
            ),
            (#"{"onDemand": null}"#, ["2:32 downloadPolicy.onDemand onDemandNull"], .onDemand),
            (
                #"{"onDemand": []}"#,
                [
                    #"2:32 downloadPolicy.onDemand badDownloadPolicy(reason: "\'onDemand\' is an array, and must be an empty object")"#
                ], nil
            ),
            (
                #"{"onDemand": {"installationEventTypes": []}}"#,
                [
                    #"2:33 downloadPolicy.onDemand badDownloadPolicy(reason: "\'onDemand\' has \'installationEventTypes\' in it, and takes nothing")"#
                ], .onDemand
            ),
            (
                #"{"onDemand": {}, "after": 1}"#, ["2:36 downloadPolicy.after unknownKey(\"after\")"],
                .onDemand
            ),
            (
                #"{"essential": {}}"#,
                [
                    #"2:33 downloadPolicy.essential.installationEventTypes badEventTypes(reason: "\'essential\' has no \'installationEventTypes\'")"#
                ], .essential([])
            ),
            (
                #"{"prefetch": null}"#,
                [
                    #"2:32 downloadPolicy.prefetch badDownloadPolicy(reason: "\'prefetch\' is null, and must be an object with \'installationEventTypes\'")"#
                ], nil
            ),
            (
                #"{"prefetch": {"installationEventTypes": "firstInstallation"}}"#,
                [
                    #"2:59 downloadPolicy.prefetch.installationEventTypes badEventTypes(reason: "it is a string, and must be an array")"#
                ], .prefetch([])
            ),
            (
                #"{"prefetch": {"installationEventTypes": []}}"#,
                [#"2:59 downloadPolicy.prefetch.installationEventTypes badEventTypes(reason: "it is empty")"#],
                .prefetch([])
            ),
            (
                #"{"prefetch": {"installationEventTypes": ["subsequentUpdate", "update", 1]}}"#,
                [
                    #"2:80 downloadPolicy.prefetch.installationEventTypes[1] badEventTypes(reason: "it has \'update\', and takes \'firstInstallation\' and \'subsequentUpdate\'")"#,
                    #"2:90 downloadPolicy.prefetch.installationEventTypes[2] badEventTypes(reason: "it has a number, and takes \'firstInstallation\' and \'subsequentUpdate\'")"#,
                ], .prefetch([.subsequentUpdate])
            ),
        ] as [(String, [String], DownloadPolicy?)])
    func `each fault of the download policy has its place`(
        policy: String, expected: [String], read: DownloadPolicy?
    ) {
        let reading = AssetPackManifestReading(Array(manifest(policy: policy).utf8))
        #expect(faults(reading) == expected)
        #expect(reading.downloadPolicy == read)
    }

    @Test(
        arguments: [
            (#"["a"]"#, [#"3:19 fileSelectors[0] badSelector(reason: "it is a string, and must be an object")"#], []),
            (
                #"[{}]"#,
                [
                    #"3:19 fileSelectors[0] badSelector(reason: "it is empty, and none of the keys of a selector, such as \'file\' and \'directory\'")"#
                ], []
            ),
            (
                #"[{"path": "a"}]"#,
                [
                    #"3:19 fileSelectors[0] badSelector(reason: "it has \'path\', and none of the keys of a selector, such as \'file\' and \'directory\'")"#
                ], []
            ),
            (
                #"[{"file": 1}]"#,
                [#"3:28 fileSelectors[0] badSelector(reason: "\'file\' is a number, and must be a string")"#], []
            ),
            (
                #"[{"file": "a", "directory": "b"}]"#,
                [
                    #"3:19 fileSelectors[0] badSelector(reason: "it has \'file\' and \'directory\', which make no selector together")"#
                ], []
            ),
            (
                #"[{"fileSource": "a"}]"#,
                [
                    "3:20 fileSelectors[0].fileSource laterKey(\"fileSource\")",
                    #"3:19 fileSelectors[0] badSelector(reason: "it has \'fileSource\' without \'fileDestination\'")"#,
                ].sorted(), []
            ),
            (
                #"[{"file": "a", "note": "b"}]"#, ["3:33 fileSelectors[0].note unknownKey(\"note\")"],
                [.file("a")]
            ),
            (
                #"[{"filePattern": "*"}, {"filePattern": "a"}]"#,
                ["3:20 fileSelectors[0].filePattern laterKey(\"filePattern\")"], [.filePattern("*"), .filePattern("a")]
            ),
            (
                #"[{"file": "/a"}]"#,
                [
                    #"3:28 fileSelectors[0].file badSelectorPath("/a", reason: "it is absolute, and a selector takes relative paths only")"#
                ], [.file("/a")]
            ),
            (
                #"[{"directory": "a/../b"}, {"file": "a..b"}]"#,
                [
                    #"3:33 fileSelectors[0].directory badSelectorPath("a/../b", reason: "it has \'..\' in it, and so leads out of the folder")"#
                ], [.directory("a/../b"), .file("a..b")]
            ),
            (
                #"[{"directory": "."}, {"directory": "./"}]"#,
                [
                    "3:33 fileSelectors[0].directory wholeFolderSelector",
                    "3:53 fileSelectors[1].directory wholeFolderSelector",
                ], [.directory("."), .directory("./")]
            ),
            (
                #"[{"file": ""}]"#,
                [#"3:28 fileSelectors[0].file badSelectorPath("", reason: "it is empty")"#], [.file("")]
            ),
            (
                #"[{"file": "a", "file": "b"}]"#, ["3:33 fileSelectors[0].file duplicateKey(\"file\")"],
                [.file("b")]
            ),
        ] as [(String, [String], [FileSelector])])
    func `each fault of a selector has its place`(selectors: String, expected: [String], read: [FileSelector]) {
        let reading = AssetPackManifestReading(Array(manifest(selectors: selectors).utf8))
        #expect(faults(reading) == expected)
        #expect(reading.fileSelectors == read)
        #expect(reading.selectorPlaces.count == read.count)
    }

    @Test func `a path may be as long as fits below Contents`() {
        #expect(FileSelector.fault(inPath: String(repeating: "x", count: 1014)) == nil)
        #expect(
            FileSelector.fault(inPath: String(repeating: "x", count: 1015))
                == "it has 1015 bytes, and a path in an asset pack has 1014 below 'Contents' at most")
    }

    @Test func `of very many faults the first are told, and all are counted`() {
        let text = manifest(selectors: "[" + Array(repeating: "1", count: 5000).joined(separator: ",") + "]")
        let reading = AssetPackManifestReading(Array(text.utf8))
        #expect(reading.faults.count == AssetPackManifestReading.faultLimit)
        #expect(reading.faultCount == 5000)
    }
}
