import AssetPacks
import ContentModel
import Findings
import Packaging
import PropertyLists

/// Two products would have one asset-pack ID.
struct PackIDClash: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-023", "pack-id-clash"),
        defaultSeverity: .error,
        summary: "Two products must not have the same asset-pack ID",
        why:
            "A pack's ID is made of the product's by writing a hyphen for what is no letter or digit, so com.example.a_1 and "
            + "com.example.a.1 give the same. One pack would be uploaded as a version of the other, and devices would get the "
            + "one for the other. Whether letter case tells two IDs apart is not known, so it does not here. Which product "
            + "keeps the ID is for people to say: that it is for ever from the first upload on is reported.",
        remedy: "Give one of the products another ID in the file of asset-pack IDs.",
        evidence: .format("Asset pack: the ID is all that App Store Connect and the app know a pack by"))

    static var examples: [CheckExample] {
        let other = ContentSketch.assetPackFolder(productIdentifier: "com.example.app_pack1")
        return [
            CheckExample(
                "two products of one ID", .assetPackFolder(), others: ["pack2": other],
                expected: [ExpectedFinding("AST-023", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "two IDs that differ in letter case", .assetPackFolder(),
                others: ["pack2": .assetPackFolder(productIdentifier: "com.example.app.Pack1")],
                expected: [ExpectedFinding("AST-023", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "two packs of one ID for two products", .assetPack(),
                others: [
                    "pack2.aar": ContentSketch.assetPack(identifier: #""PACK1""#, folder: "PACK1").with {
                        $0.items[ContentTree.contentInfoPath] =
                            ContentSketch.contentFolder(productIdentifier: "com.example.app.pack2")
                            .items[ContentTree.contentInfoPath]
                    }
                ],
                expected: [ExpectedFinding("AST-023", .error, member: "Manifest.json", line: 2)]),
            CheckExample(
                "two products", .assetPackFolder(),
                others: ["pack2": .assetPackFolder(productIdentifier: "com.example.app.pack2")], expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (product, entry) = context.productIdentifier else { return }
        let productLocation = context.contentInfoLocation(
            key: ContentInfo.productIdentifierKey, at: entry.node.position)
        if let clash = context.packIDClash {
            report(Self.finding(Text.clash(clash, product), at: productLocation, remedy: Text.remedy))
        }
        let others = context.inputsWithSamePackID
        if !others.isEmpty, let identifier = context.manifest?.identifier ?? context.plannedPack?.identifier.text {
            let location = context.kind == .aar ? context.manifestLocation(key: "assetPackID") : productLocation
            report(Self.finding(Text.shared(identifier, product, others), at: location, remedy: Text.remedy))
        }
    }
}

private enum Text {
    static let remedy = Remedy("give one of them another ID in the file of asset-pack IDs")

    static func shared(_ identifier: String, _ product: String, _ others: RivalInputs) -> String {
        "the asset-pack ID \(Wording.quoted(identifier)) for \(Wording.quoted(product)) is also that of another product, in "
            + Wording.list(others.paths.map { Wording.quoted($0) }, count: others.count)
    }

    static func clash(_ clash: AssetPackIDClash, _ product: String) -> String {
        "the asset-pack ID '\(clash.identifier.text)' would be that of \(Wording.quoted(product)), and also of "
            + Wording.list(clash.products.map { Wording.quoted($0) })
    }
}
