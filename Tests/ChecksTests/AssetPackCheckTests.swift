import AssetPacks
import ContentModel
import Findings
import Packaging
import Testing

@testable import Checks

/// What the checks of asset packs say, and that one cause is told once.
@Suite struct AssetPackCheckTests {
    private static func messages(_ sketch: ContentSketch, others: [(String, ContentSketch)] = []) -> [String] {
        Examination.findings(for: sketch, others: others).map { "\($0.code.id) \($0.severity): \($0.message)" }
    }

    private static func remedies(_ sketch: ContentSketch) -> [String] {
        Examination.findings(for: sketch).compactMap(\.remedy?.advice)
    }

    @Test func `null for onDemand is told with what App Store Connect says, and the way out`() throws {
        let finding = try #require(
            Examination.findings(for: .assetPack(policy: #"{"onDemand": null}"#)).first)
        #expect(finding.message == "'onDemand' in the manifest is null, and must be an empty object")
        #expect(finding.notes == ["App Store Connect was reported to refuse it at upload, with ITMS-91140."])
        #expect(finding.location.key == "downloadPolicy.onDemand")
        #expect(finding.location.position == TextPosition(line: 3, column: 34))
    }

    @Test func `iPadOS is told with the platform that covers it`() {
        #expect(
            Self.messages(.assetPack(platforms: #"["iPadOS"]"#)) == [
                "AST-009 error: there are no asset packs for the platform 'iPadOS'"
            ])
        #expect(Self.remedies(.assetPack(platforms: #"["iPadOS"]"#)) == ["write 'iOS', which covers iPadOS"])
        #expect(
            Self.remedies(.assetPack(platforms: #"["iOS", "iPadOS"]"#)) == [
                "take it out: 'iOS' is there, which covers iPadOS"
            ])
        #expect(
            Self.remedies(.assetPack(platforms: #"["watchOS"]"#)) == [
                "take it out; there are iOS, macOS, tvOS and visionOS"
            ])
        #expect(Self.remedies(.assetPack(platforms: #"["visionos"]"#)) == ["write 'visionOS'"])
    }

    @Test func `an ID with a period is told with its grade of evidence and the ID to take`() throws {
        let finding = try #require(
            Examination.findings(for: .assetPack(identifier: #""com.example""#, folder: "com.example")).first)
        #expect(
            finding.message
                == "the asset-pack ID 'com.example' may be refused: it has '.' at character 4, and App Store Connect takes "
                + "letters, digits and hyphens only")
        #expect(finding.suggestion == "com-example")
        #expect(
            finding.notes == ["That App Store Connect refuses it is reported by others, and not published by Apple."])
    }

    @Test func `two folders of one ID are both named`() {
        let other = ContentSketch.assetPackFolder(productIdentifier: "com.example.app_pack1")
        #expect(
            Self.messages(.assetPackFolder(), others: [("pack2", other)]) == [
                "AST-023 error: the asset-pack ID 'com-example-app-pack1' would be that of 'com.example.app.pack1', and "
                    + "also of 'com.example.app_pack1'"
            ])
    }

    @Test func `what the manifest and the archive do not share is told in one line each`() {
        let selectors = (1...5).map { #"{"file": "pack1/gone\#($0).txt"}"# }.joined(separator: ", ")
        #expect(
            Self.messages(.assetPack(onlySelectors: selectors)) == [
                "AST-017 warning: the asset pack holds what its manifest does not name: 'pack1/ContentInfo.plist' and "
                    + "'pack1/a.txt'",
                "AST-016 warning: the manifest names what the asset pack does not hold: 'pack1/gone1.txt', "
                    + "'pack1/gone2.txt', 'pack1/gone3.txt' and 2 more",
            ])
    }

    @Test func `what was left out of the content is in the archive all the same`() {
        let sketch = ContentSketch.assetPack(
            selectors: #"{"file": "pack1/.DS_Store"}, {"directory": "other"}, {"file": "other/a"}"#,
            extra: ["Contents/.DS_Store": .text("a")]
        ).with { $0.strays = ["Contents/other"] }
        #expect(!Self.messages(sketch).contains { $0.hasPrefix("AST-016") })
    }

    @Test func `a manifest that breaks off is not held against the archive`() {
        let whole = ContentSketch.assetPack()
        let cut = whole.with { $0.manifest = $0.manifest.map { String($0.prefix(90)) } }
        #expect(
            Self.messages(cut) == ["AST-002 error: the manifest is not well-formed JSON: it ends too early"])
    }

    @Test func `of very many faults of one kind the first are told`() {
        let selectors = Array(repeating: "1", count: 500).joined(separator: ", ")
        let findings = Examination.findings(for: .assetPack(selectors: selectors))
        #expect(findings.map(\.code.id) == Array(repeating: "AST-014", count: 20))
        #expect(findings.last?.notes == ["There are 480 more of the kind."])
    }

    @Test func `a link is told once, as one too many, whether the check of it is on or not`() {
        let sketch = ContentSketch.assetPackFolder(extra: ["Contents/b": .symlink("/etc/b")])
        #expect(Self.messages(sketch).map { $0.prefix(7) } == ["AST-020"])
        let policy = SeverityPolicy(skip: [SymlinkInPack.code])
        #expect(Examination.findings(for: sketch, policy: policy).map(\.code.id) == ["FIL-003"])
    }

    @Test func `a path that is too long for a pack is not told to be too long for the device as well`() {
        let name = String(repeating: "n", count: 240)
        let path = "Contents/" + Array(repeating: name, count: 5).joined(separator: "/")
        #expect(
            Self.messages(.assetPackFolder(extra: [path: .text("a")])).map { $0.prefix(7) } == ["NAM-006", "AST-019"])
    }

    @Test func `the ID of a pack counts as part of a path, however long it is`() {
        func found(_ length: Int, name: String = "a.txt") -> [String] {
            let sketch = ContentSketch.assetPack(
                folder: String(repeating: "p", count: length), onlySelectors: #"{"directory": "."}"#,
                extra: name == "a.txt" ? [:] : ["Contents/\(name)": .text("a")])
            return Examination.findings(for: sketch).filter { $0.code.id == "AST-019" }
                .map { "\($0.location.member ?? "-"): \($0.message)" }
        }
        func message(_ count: String) -> String { "path in the asset pack has \(count) bytes; it takes 1,023" }
        // 'Contents/', the ID, '/ContentInfo.plist'
        #expect(found(996) == [])
        #expect(
            found(996, name: String(repeating: "n", count: 18)) == [
                "Contents/\(String(repeating: "n", count: 18)): " + message("1,024")
            ])
        #expect(found(997) == ["ContentInfo.plist: " + message("1,024")])
        #expect(
            found(1010) == ["ContentInfo.plist: " + message("1,037"), "Contents/a.txt: " + message("1,025")])
        #expect(found(1015) == ["Contents: " + message("1,024")])
    }

    @Test func `a pack that is to be essential is told where it is to be made`() {
        let sketch = ContentSketch.assetPackFolder(extra: ["Contents/film.mov": .fileOfSize(1 << 31)])
        func findings(_ policy: DownloadPolicy) -> [Finding] {
            var runner = CheckRunner(policy: SeverityPolicy(), products: nil, targets: [.aar])
            runner.assetPacks = AssetPackPlanning(downloadPolicy: policy)
            return runner.examine([sketch.input(named: "pack1")], jobs: 1)[0].findings
        }
        let found = findings(.essential([.firstInstallation]))
        #expect(found.map(\.code.id) == ["AST-022"])
        #expect(found.first?.location == Location(input: "pack1"))
        #expect(findings(.prefetch([.firstInstallation])) == [])
        #expect(findings(.onDemand) == [])
    }

    @Test func `a pack to be made and one that is there may not share an ID for two products`() {
        let identifier = "com-example-app-pack1"
        let pack = ContentSketch.assetPack(identifier: "\"\(identifier)\"", folder: identifier).with {
            $0.items[ContentTree.contentInfoPath] =
                ContentSketch.contentFolder(productIdentifier: "com.example.other").items[ContentTree.contentInfoPath]
        }
        #expect(
            Self.messages(.assetPackFolder(), others: [("other.aar", pack)]) == [
                "AST-023 error: the asset-pack ID 'com-example-app-pack1' for 'com.example.app.pack1' is also that of "
                    + "another product, in 'other.aar'"
            ])
        let same = ContentSketch.assetPack(identifier: "\"\(identifier)\"", folder: identifier)
        #expect(Self.messages(.assetPackFolder(), others: [("pack1.aar", same)]) == [])
    }

    @Test func `of many packs of one ID those of other products are counted, and the first named`() {
        func pack(_ product: String) -> ContentSketch {
            .assetPack().with {
                $0.items[ContentTree.contentInfoPath] =
                    ContentSketch.contentFolder(productIdentifier: product).items[ContentTree.contentInfoPath]
            }
        }
        let products = Array(repeating: "com.example.a", count: 12) + ["com.example.b", "com.example.c"]
        let inputs = products.enumerated().map { pack($1).input(named: "\($0).aar") }
        let found = Examination.run(inputs, targets: []).map { input in
            input.findings.filter { $0.code.id == "AST-023" }.map(\.message)
        }
        func message(_ product: String, _ others: String) -> [String] {
            ["the asset-pack ID 'pack1' for '\(product)' is also that of another product, in \(others)"]
        }
        #expect(found[0] == message("com.example.a", "'12.aar' and '13.aar'"))
        #expect(found[11] == found[0])
        #expect(found[12] == message("com.example.b", "'0.aar', '1.aar', '2.aar' and 10 more"))
        #expect(found[13] == message("com.example.c", "'0.aar', '1.aar', '2.aar' and 10 more"))
    }

    @Test func `executable code in a pack is told once`() {
        let machO: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1] + Array(repeating: 0, count: 24)
        #expect(
            Self.messages(.assetPack(selectors: #"{"file": "pack1/cat"}"#, extra: ["Contents/cat": .file(machO)])) == [
                "FIL-001 error: 'Contents/cat' is executable code (Mach-O); content must not hold any"
            ])
    }

    @Test func `a finding about a manifest shows its line`() throws {
        let findings = Examination.findings(for: .assetPack(platforms: #"["iOS", "iPadOS"]"#))
        let line = try #require(findings.first?.sourceLine)
        #expect(String(decoding: line.bytes, as: UTF8.self) == #"  "platforms": ["iOS", "iPadOS"]"#)
        #expect(line.columns == 23..<31)
    }

    @Test func `a folder that is no asset pack has no record of the checks of asset packs`() {
        func areas(_ sketch: ContentSketch) -> Set<Substring> {
            let input = sketch.input(named: "pack1")
            return Set(Examination.run([input], targets: sketch.targets)[0].checks.map { $0.code.id.prefix(3) })
        }
        #expect(!areas(.contentFolder()).contains("AST"))
        #expect(areas(.assetPackFolder()).contains("AST"))
        #expect(areas(.assetPack()).contains("AST"))
    }
}

@Suite struct AssetPackQuotaTests {
    private static let place = Location(input: "packs")

    private static func findings(_ sketches: [ContentSketch]) -> [String] {
        let inputs = sketches.enumerated().map { $1.input(named: "p\($0)") }
        let examined = Examination.run(inputs, targets: sketches[0].targets)
        return AssetPackQuotas.findings(for: examined, at: place).map {
            "\($0.code.id) \($0.severity): \($0.message)"
        }
    }

    private static func folders(_ count: Int, size: Int64 = 1) -> [ContentSketch] {
        (0..<count).map {
            .assetPackFolder(productIdentifier: "com.example.p\($0)", extra: ["Contents/f": .fileOfSize(size)])
        }
    }

    @Test func `ten packs go into one submission, and eleven do not`() {
        #expect(Self.findings(Self.folders(10)) == [])
        #expect(
            Self.findings(Self.folders(11)) == [
                "AST-026 note: there are 11 asset packs; a review submission takes 10, so they need 2"
            ])
    }

    @Test func `a hundred packs are as many as Apple's pages had, and two hundred as many as is reported`() {
        #expect(Self.findings(Self.folders(100)).map { $0.prefix(7) } == ["AST-026"])
        #expect(
            Self.findings(Self.folders(101))
                == [
                    "AST-024 warning: there are 101 asset packs; an app may have 100, or 200",
                    "AST-026 note: there are 101 asset packs; a review submission takes 10, so they need 11",
                ])
        #expect(Self.findings(Self.folders(200)).first?.hasPrefix("AST-024 warning") == true)
        #expect(
            Self.findings(Self.folders(201)).first == "AST-024 error: there are 201 asset packs; an app may have 200")
    }

    @Test func `bytes are summed, and those of files not packed yet are an estimate`() {
        let gigabytes = Int64(1_000_000_000)
        #expect(Self.findings(Self.folders(2, size: 79 * gigabytes)) == [])
        #expect(
            Self.findings(Self.folders(2, size: 81 * gigabytes)).map { $0.prefix(15) } == ["AST-025 warning"])
        #expect(
            Self.findings(Self.folders(2, size: 150 * gigabytes)).map { $0.prefix(15) } == ["AST-025 warning"])
        func pack(_ identifier: String) -> ContentSketch {
            .assetPack(
                identifier: "\"\(identifier)\"", folder: identifier, extra: ["Contents/f": .fileOfSize(150 * gigabytes)]
            )
        }
        #expect(Self.findings([pack("a"), pack("b")]).map { $0.prefix(13) } == ["AST-025 error"])
        // Two versions of one pack count as the larger one.
        #expect(Self.findings([pack("a"), pack("A")]) == [])
    }

    @Test func `content that is no asset pack counts for nothing`() {
        let folders = Self.folders(300, size: 1 << 40).map { folder in folder.with { $0.targets = [.zip] } }
        #expect(Self.findings(folders) == [])
    }

    @Test func `sizes that no disk has are no trap`() {
        #expect(Self.findings(Self.folders(3, size: .max)).map { $0.prefix(15) } == ["AST-025 warning"])
    }
}
