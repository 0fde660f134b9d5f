import AssetPacks
import Findings

/// The manifest names a platform that has no asset packs.
struct UnknownPlatform: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-009", "unknown-platform"),
        defaultSeverity: .error,
        summary: "The platforms of an asset pack must be among iOS, macOS, tvOS and visionOS",
        why:
            "These are the four, and letter case counts. iPadOS is none of them: it is refused, and iOS covers it. watchOS "
            + "has no asset packs. All need version 26 of the system or a later one.",
        remedy: "Write iOS in place of iPadOS, or the name of the platform as it is above, and make the pack again.",
        evidence: .apple("the template of a manifest that ba-package prints"))

    static var examples: [CheckExample] {
        let found = ExpectedFinding("AST-009", .error, member: "Manifest.json", line: 5)
        return [
            CheckExample("iPadOS", .assetPack(platforms: #"["iOS", "iPadOS"]"#), expected: [found]),
            CheckExample("other letters", .assetPack(platforms: #"["ios"]"#), expected: [found]),
            CheckExample("a watch", .assetPack(platforms: #"["watchOS"]"#), expected: [found]),
            CheckExample("all four", .assetPack(platforms: #"["iOS", "macOS", "tvOS", "visionOS"]"#), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        let names = Set(context.manifest?.platforms ?? [])
        Self.reportFaults(of: context, report) { fault in
            guard case .badPlatform(let name) = fault.kind else { return nil }
            let near = Self.near(name)
            return ManifestFaultWording(
                message: Text.unknown(name),
                remedy: Text.remedy(for: name, near, hasIt: near.map(names.contains) ?? false),
                suggestion: near)
        }
    }

    /// The platform that was likely meant.
    private static func near(_ name: String) -> String? {
        guard name.utf8.count <= 40 else { return nil }
        switch name.lowercased() {
        case "ipados", "iphoneos", "iphone", "ipad": return AssetPackPlatform.iOS.rawValue
        case "watchos": return nil
        case "xros": return AssetPackPlatform.visionOS.rawValue
        case "mac_os", "osx", "mac": return AssetPackPlatform.macOS.rawValue
        default: return NearestName.nearest(to: name, in: AssetPackPlatform.allCases.map(\.rawValue))
        }
    }
}

private enum Text {
    static func unknown(_ name: String) -> String {
        "there are no asset packs for the platform \(Wording.quoted(name))"
    }

    static func remedy(for name: String, _ near: String?, hasIt: Bool) -> Remedy {
        let cover = name.lowercased() == "ipados" ? ", which covers iPadOS" : ""
        guard let near else { return Remedy("take it out; there are iOS, macOS, tvOS and visionOS") }
        return Remedy(hasIt ? "take it out: '\(near)' is there\(cover)" : "write '\(near)'\(cover)")
    }
}
