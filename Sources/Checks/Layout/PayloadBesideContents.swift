import ContentModel
import Findings
import Packaging

/// Something lies beside `Contents`.
struct PayloadBesideContents: Check {
    static let description = FindingDescription(
        code: FindingCode("LAY-004", "payload-beside-contents"),
        defaultSeverity: .warning,
        summary: "Nothing but ContentInfo.plist and Contents should lie at the root",
        why: "Xcode puts everything but ContentInfo.plist into Contents, so apps look for the payload there. What "
            + "lies beside it is left out of the package, and would be missed.",
        remedy: "Move it into Contents; or, if it is no payload, away, or leave it out with --exclude.",
        evidence: .secondary(
            "Xcode's product type for in-app purchase content places everything but ContentInfo.plist in Contents "
                + "(swift-build, DarwinPackageTypes.xcspec)"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a file and a folder beside Contents",
                .contentFolder(extra: ["map.json": .text("{}"), "Maps/a.json": .text("{}")]),
                expected: [
                    ExpectedFinding("LAY-004", .warning, member: "Maps"),
                    ExpectedFinding("LAY-004", .warning, member: "map.json"),
                ]),
            CheckExample(
                "a file that the user leaves out",
                .contentFolder(extra: ["notes.txt": .text("")]).with { $0.exclusions = [ContentGlob("notes.txt")] },
                expected: []),
            CheckExample(
                "the same in Contents", .contentFolder(extra: ["Contents/map.json": .text("{}")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let tree = context.tree, context.holdsContent, context.kind != .aar else { return }
        let names = RootNames(in: context)
        let named = Set(
            ([names.likelyContentInfo, names.likelyContents].compactMap(\.self) + names.withBackslashAsSeparator)
                .map(\.path))
        for entry in tree.leftOut where entry.reason == .besideContents && !named.contains(entry.path) {
            report(
                Self.finding(
                    Text.beside(entry), at: context.location(of: entry.path), notes: ["It is left out of the package."],
                    remedy: Remedy("move it into 'Contents', or leave it out with --exclude if it is no payload")))
        }
    }
}

private enum Text {
    static func beside(_ entry: LeftOutEntry) -> String {
        "\(entry.isDirectory ? "folder" : "file") \(Wording.quoted(entry.path)) lies beside 'Contents'; "
            + "only what is in 'Contents' is payload"
    }
}
