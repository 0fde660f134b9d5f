public import Findings

/// A run has more asset packs than an app may have.
public struct TooManyAssetPacks: FindingKind {
    /// Above so many packs it warns: what Apple's help pages said.
    static let documented = 100
    /// Above so many it is an error: what readers of those pages report since.
    static let reported = 200

    /// Code, default severity, and the words of `explain`.
    public static let description = FindingDescription(
        code: FindingCode("AST-024", "too-many-asset-packs"),
        defaultSeverity: .warning,
        summary: "An app may have a limited number of asset packs: 100, or 200 as is reported",
        why:
            "App Store Connect Help had 100 packs an app. Three readers report 200 since the summer of 2026; so above 100 it "
            + "is a warning, and above 200 an error. Packs that the app has besides those of the run count too, and are not "
            + "seen here. That an ID which was archived can't carry content again is reported.",
        remedy: "Put the content of several products into one pack; the app gives out what was bought.",
        evidence: .apple("App Store Connect Help, 'Apple-hosted asset pack size limits', for 100; 200 is by report"))

    static func finding(_ total: AssetPackQuotas.Total, limit: Int? = nil, at location: Location) -> Finding? {
        if let limit {
            guard total.count > limit else { return nil }
            return finding(
                Text.tooMany(total.count, of: limit), at: location, severity: .error,
                remedy: Remedy("put the content of several products into one pack"))
        }
        guard total.count > documented else { return nil }
        return finding(
            Text.tooMany(total.count), at: location, severity: total.count > reported ? .error : nil,
            notes: [Text.limits], remedy: Remedy("put the content of several products into one pack"))
    }
}

private enum Text {
    static let limits = "Apple's help pages had 100 packs an app, and 200 are reported since."

    static func tooMany(_ count: Int, of limit: Int) -> String {
        "there are \(Wording.grouped(count)) asset packs; the app may have \(Wording.grouped(limit)), as --pack-limit says"
    }

    static func tooMany(_ count: Int) -> String {
        "there are \(Wording.grouped(count)) asset packs; an app may have "
            + (count > TooManyAssetPacks.reported
                ? "\(TooManyAssetPacks.reported)" : "\(TooManyAssetPacks.documented), or \(TooManyAssetPacks.reported)")
    }
}
