import ContentModel
import Findings
import PropertyLists

/// The content version is not made of integers and periods.
struct ContentVersionFormat: Check {
    static let description = FindingDescription(
        code: FindingCode("VER-001", "content-version-format"),
        defaultSeverity: .error,
        summary: "ContentVersion must be integers separated by periods",
        why: "Versions are compared number by number, so that 1.10 is newer than 1.9. What is no number can't be "
            + "compared, and an app may never see that the content is newer.",
        remedy: "Write a version such as 1.0 or 1.2.3.",
        evidence: .apple("StoreKit, SKProduct.downloadContentVersion: a series of integers separated by periods"))

    static var examples: [CheckExample] {
        let bad = ["1.0b2", "v1.0", "1..0", "1.0.", ".1", "1,0", "-1", "1.0 beta", "१.०"]
        let good = ["1", "1.0", "1.10", "1.2.4.7", "2024.09.01", "99999999999999999999.1"]
        return bad.map { version in
            CheckExample(
                "the version \(version)", .contentFolder(contentVersion: version),
                expected: [ExpectedFinding("VER-001", .error, member: "ContentInfo.plist", line: 6)])
        } + good.map { CheckExample("the version \($0)", .contentFolder(contentVersion: $0), expected: []) }
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard case .string(let text, let entry)? = context.contentInfo?.contentVersion else { return }
        // White space around it and build settings in it are other checks'.
        let version = WhiteSpace.trimmed(text)
        guard !version.isEmpty, !BuildSetting.occurs(in: version), ContentVersion(version) == nil else { return }
        report(
            Self.finding(
                Text.format(version),
                at: context.contentInfoLocation(key: ContentInfo.contentVersionKey, at: entry.node.position),
                remedy: Remedy("write a version such as 1.0: integers with periods between them")))
    }
}

private enum Text {
    static func format(_ version: String) -> String {
        "content version \(Wording.quoted(version)) must be integers separated by periods; \(fault(of: version))"
    }

    private static func fault(of version: String) -> String {
        for (index, scalar) in version.unicodeScalars.enumerated() where !("0"..."9").contains(scalar) && scalar != "."
        {
            return "character \(index + 1) is \(Wording.character(scalar))"
        }
        return "a number is missing beside a period"
    }
}
