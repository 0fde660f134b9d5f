import ContentModel
import Findings
import Packaging

/// `ContentInfo.plist` is there and can't be read.
struct ContentInfoUnreadable: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-016", "content-info-unreadable"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must be readable",
        why: "Nothing can be said about, nor packed of, a file that can't be read.",
        remedy: "Give yourself the right to read it ('chmod u+r'), or see to the disk that it lies on.",
        evidence: .format("File systems: a file is opened only by whom its permissions allow to"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a file of somebody else", .contentFolder(contentInfo: .unreadable),
                expected: [ExpectedFinding("PLI-016", .error, member: "ContentInfo.plist")]),
            CheckExample("a file that can be read", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        let path = ContentTree.contentInfoPath
        // In a package it is damage, which is another check's.
        guard context.kind == .folder,
            let reason = context.contentInfoFailure ?? context.tree?.failures.first(where: { $0.path == path })?.reason
        else { return }
        report(
            Self.finding(
                Text.unreadable(reason), at: context.contentInfoLocation(),
                remedy: Remedy("make the file readable for the user who runs iapkit")))
    }
}

private enum Text {
    static func unreadable(_ reason: String) -> String {
        "'ContentInfo.plist' can't be read: \(Wording.escaped(reason))"
    }
}
