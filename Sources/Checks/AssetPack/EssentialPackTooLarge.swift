import AssetPacks
import ContentModel
import Findings
import Packaging

/// A pack that the app's start waits for is very large.
struct EssentialPackTooLarge: Check {
    /// Above this the check warns, in bytes: 1 GiB.
    static let limit: Int64 = 1 << 30

    static let description = FindingDescription(
        code: FindingCode("AST-022", "essential-pack-too-large"),
        defaultSeverity: .warning,
        summary: "An essential asset pack should not be very large; it warns above 1 GiB",
        why:
            "Apple publishes no limit for one pack, so this is none of Apple's. But an essential pack is a part of the "
            + "app's installation: the app can't be opened before all of it is there, for every user, whether the product "
            + "was bought or not. A gigabyte takes minutes on a good connection. Counted are the files before compression.",
        remedy: "Let it be fetched ahead with prefetch, or when the app asks for it with onDemand.",
        evidence: .judgement("Apple publishes no limit; the number is ours"))

    static var examples: [CheckExample] {
        let policy = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#
        func sketch(_ size: Int64, _ policy: String) -> ContentSketch {
            .assetPack(
                policy: policy, selectors: #"{"file": "pack1/film.mov"}"#,
                extra: ["Contents/film.mov": .fileOfSize(size)])
        }
        return [
            CheckExample(
                "a byte above a gibibyte", sketch(limit + 1, policy),
                expected: [ExpectedFinding("AST-022", .warning, member: "Manifest.json", line: 3)]),
            CheckExample("the same on demand", sketch(limit + 1, #"{"onDemand": {}}"#), expected: []),
            CheckExample("a small one", sketch(1 << 20, policy), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard case .essential? = context.packPolicy, let size = context.tree?.totalFileSize, size > Self.limit else {
            return
        }
        let location = context.kind == .aar ? context.manifestLocation(key: "downloadPolicy") : context.inputLocation
        report(
            Self.finding(
                Text.tooLarge(size), at: location, notes: [Text.reason],
                remedy: Remedy("let it be fetched ahead (prefetch), or when the app asks for it (onDemand)")))
    }
}

private enum Text {
    static let reason = "Apple publishes no limit; the app can't be opened before an essential pack is there."

    static func tooLarge(_ size: Int64) -> String {
        "the essential asset pack has \(Wording.grouped(size)) bytes of files, which every installation waits for"
    }
}
