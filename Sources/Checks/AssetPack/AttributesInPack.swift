import Findings
import Packaging

/// An asset pack carries attributes of the disk that it was made on.
struct AttributesInPack: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-029", "attributes-in-pack"),
        defaultSeverity: .note,
        summary: "An asset pack mostly has no extended attributes and no access control lists",
        why:
            "Archives of Apple's ba-package that were looked at have none, while the archiver aa can put in what the disk has: "
            + "quarantine marks, Finder's tags, who may read. They make the pack larger, and may tell of the machine that "
            + "made it. What App Store Connect makes of them is not known.",
        remedy: "Make the pack again, from its content folder with 'iapkit pack --format aar', or with ba-package.",
        evidence: .judgement("Nobody says that they are wrong"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an archive of aa", ContentSketch.assetPack().with { $0.hasAttributes = true },
                expected: [ExpectedFinding("AST-029", .note)]),
            CheckExample("a pack in order", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.assetPack?.hasAttributes == true else { return }
        report(
            Self.finding(
                Text.attributes, at: context.inputLocation,
                remedy: Remedy("make the asset pack again, with 'iapkit pack --format aar' or ba-package")))
    }
}

private enum Text {
    static let attributes = "the asset pack has extended attributes or access control lists of the disk that it is from"
}
