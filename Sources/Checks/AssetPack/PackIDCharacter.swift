import AssetPacks
import ContentModel
import Findings
import Packaging
import PropertyLists

/// An asset-pack ID holds what App Store Connect refuses.
struct PackIDCharacter: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-011", "pack-id-character"),
        defaultSeverity: .error,
        summary: "An asset-pack ID must hold nothing but ASCII letters, digits and hyphens",
        why:
            "Apple publishes no rule, and its own tools take periods and underscores too. That App Store Connect refuses "
            + "periods is reported by two projects, one of which asked its interface; that it refuses underscores, by one. "
            + "Letters, digits and hyphens passed. Of all other characters nothing is known. That an ID is for "
            + "ever from its first upload on is reported. The largest length is not known.",
        remedy: "Write a hyphen in the place of each other character, in the manifest and in the app's code.",
        evidence: .secondary("Reports of two projects that uploaded asset packs, in 2026; not Apple's word"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a product ID in place of a pack's",
                .assetPack(identifier: #""com.example.app.pack1""#, folder: "com.example.app.pack1"),
                expected: [ExpectedFinding("AST-011", .error, member: "Manifest.json", line: 2)]),
            CheckExample(
                "a product ID from which none can be made",
                ContentSketch.contentFolder(productIdentifier: "...").with { $0.targets = [.aar] },
                expected: [ExpectedFinding("AST-011", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample("a product ID that gives one", .assetPackFolder(), expected: []),
            CheckExample(
                "letters, digits and a hyphen", .assetPack(identifier: #""pack-1""#, folder: "pack-1"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard case .badIdentifier(let reason) = fault.kind, let text = context.manifest?.identifier else {
                return nil
            }
            let suggestion = AssetPackIdentifier.suggested(for: text)?.text
            return ManifestFaultWording(
                message: Text.character(text, reason), notes: [Text.evidence], remedy: Text.remedy(suggestion),
                suggestion: suggestion)
        }
        guard context.targets.contains(.aar), context.kind == .folder, context.plannedPack == nil,
            let (product, entry) = context.productIdentifier, AssetPackIdentifier.suggested(for: product) == nil
        else { return }
        report(
            Self.finding(
                Text.impossible(product),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                remedy: Remedy("give the product an asset-pack ID in a file of IDs, or another product ID")))
    }
}

private enum Text {
    static let evidence = "That App Store Connect refuses it is reported by others, and not published by Apple."

    static func character(_ text: String, _ reason: String) -> String {
        "the asset-pack ID \(Wording.quoted(text)) may be refused: \(reason)"
    }

    static func impossible(_ product: String) -> String {
        "no asset-pack ID can be made of the product ID \(Wording.quoted(product)), which has no letter and no digit"
    }

    static func remedy(_ suggestion: String?) -> Remedy {
        suggestion.map { Remedy("write \(Wording.quoted($0)), in the app's code too, and make the asset pack again") }
            ?? Remedy("give it an ID of letters, digits and hyphens, and make the asset pack again")
    }
}
