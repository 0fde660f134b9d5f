import Findings
import PropertyLists

/// A version-control system left a conflict in `ContentInfo.plist`.
struct MergeConflictMarkers: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-005", "merge-conflict-markers"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must not hold a merge conflict",
        why: "Between the markers stand two versions of the file, and only a person knows which is right. 'iapkit' "
            + "never picks one.",
        remedy: "Settle the conflict: keep the lines of one side, and delete the other side and the three marker "
            + "lines.",
        evidence: .format("XML 1.0: '<<<<<<<' can't stand in a well-formed document"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "two versions between markers",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        <<<<<<< HEAD
                        \t<string>1.0</string>
                        =======
                        \t<string>1.1</string>
                        >>>>>>> update
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        """),
                expected: [ExpectedFinding("PLI-005", .error, member: "ContentInfo.plist", line: 6)]),
            CheckExample(
                "a value that begins like a marker",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        \t<key>Title</key>
                        \t<string>======= Cats =======</string>
                        """), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.mergeConflict) {
            report(
                Self.finding(
                    Text.conflict(fault.detail), at: context.location(of: fault),
                    remedy: Remedy("keep one side, and delete the other side and the marker lines")))
        }
    }
}

private enum Text {
    static func conflict(_ detail: String) -> String {
        "'ContentInfo.plist' holds a merge conflict: \(Wording.escaped(detail))"
    }
}
