import Findings
import PropertyLists

/// The binary `ContentInfo.plist` contradicts itself.
struct DamagedBinaryPropertyList: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-011", "damaged-binary-property-list"),
        defaultSeverity: .error,
        summary: "A binary ContentInfo.plist must be intact",
        why: "Its offsets, counts or references can't all be right, so each reader sees something else, or fails.",
        remedy: "Restore the file from version control, or build it again. A transfer in text mode damages binary "
            + "files.",
        evidence: .format("Binary property lists ('bplist00'), as CoreFoundation's CFBinaryPList.c reads them"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an offset that leads into the header",
                .contentFolder(contentInfo: .file(Self.binary(topOffset: 0))),
                expected: [ExpectedFinding("PLI-011", .error, member: "ContentInfo.plist")]),
            CheckExample("XML", .contentFolder(), expected: []),
        ]
    }

    /// A binary property list whose one object, an empty dictionary, stands at offset 8.
    private static func binary(topOffset: UInt8) -> [UInt8] {
        Array("bplist00".utf8) + [0xD0, topOffset] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
            + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 9]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.damagedBinary) {
            report(
                Self.finding(
                    Text.damaged(fault.detail), at: context.location(of: fault), remedy: ContentInfoRemedy.restore))
        }
    }
}

private enum Text {
    static func damaged(_ detail: String) -> String {
        "binary 'ContentInfo.plist' is damaged: \(Wording.escaped(detail))"
    }
}
