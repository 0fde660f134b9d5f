import ContentModel
import Findings
import PropertyLists

/// `ContentInfo.plist` is written with braces and semicolons.
struct OldStylePropertyList: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-006", "old-style-property-list"),
        defaultSeverity: .warning,
        summary: "ContentInfo.plist should be XML or binary, not an old-style property list",
        why: "Apple's tools write ContentInfo.plist as XML or binary. The old style is read on Apple's systems only, "
            + "and has no types but text, so that other tools see no product ID in it.",
        remedy: "Convert the file: 'plutil -convert xml1 PATH' on macOS, or write it anew as XML.",
        evidence: .judgement(
            "No text of Apple's forbids it for hosted content; no package seen has it, and most readers fail on it"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "braces and semicolons",
                .contentFolder(
                    contentInfo: .text(
                        "{ IAPProductIdentifier = \"com.example.app.pack1\"; ContentVersion = \"1.0\"; }\n")),
                expected: [ExpectedFinding("PLI-006", .warning, member: "ContentInfo.plist")]),
            CheckExample("XML", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.contentInfo?.document.format == .oldStyle else { return }
        report(
            Self.finding(
                Text.oldStyle, at: context.contentInfoLocation(),
                notes: ["Only Apple's systems read this format; XML and binary are read everywhere."],
                remedy: Remedy(Self.advice(in: context))))
    }

    private static func advice(in context: CheckContext) -> String {
        guard context.isEditable else { return Text.repack }
        let path = ShellText.quoted(context.path(of: ContentTree.contentInfoPath.displayText))
        return path.map { "\(Text.convert) (on macOS: plutil -convert xml1 \($0))" } ?? Text.convert
    }
}

private enum Text {
    static let convert = "convert it to XML"
    static let repack = "convert it to XML in the content folder, and pack it again"

    static let oldStyle = "'ContentInfo.plist' is an old-style property list; XML or binary is expected"
}
