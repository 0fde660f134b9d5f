import ContentModel
import Findings
import PropertyLists

/// The value of one of the two keys has white space around it.
struct WhiteSpaceAroundValue: Check {
    static let description = FindingDescription(
        code: FindingCode("KEY-004", "white-space-around-value"),
        defaultSeverity: .error,
        summary: "The values of IAPProductIdentifier and ContentVersion must have no white space around them",
        why: "In a property list every space, tab and line end between the tags belongs to the value, so the store "
            + "sees another product ID. Nobody sees the difference on a screen. 'iapkit' never trims a value. "
            + "Characters without width, such as a byte-order mark, count as well.",
        remedy: "Write the start tag, the value and the end tag without anything between them.",
        evidence: .apple(
            "App Store Connect Help, In-App Purchase information: letters, numbers, hyphens, periods and underscores "
                + "only"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a value on a line of its own", .contentFolder(productIdentifier: "\n\t\tcom.example.app.pack1\n\t"),
                expected: [ExpectedFinding("KEY-004", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "a space that does not break the line", .contentFolder(contentVersion: "1.0\u{A0}"),
                expected: [ExpectedFinding("KEY-004", .error, member: "ContentInfo.plist", line: 6)]),
            CheckExample("no white space", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for (key, field) in context.fields {
            guard case .string(let text, let entry) = field, let space = SurroundingWhiteSpace(in: text),
                !space.trimmed.isEmpty
            else { continue }
            report(
                Self.finding(
                    Text.whiteSpace(key, space),
                    at: context.contentInfoLocation(key: key, at: entry.node.position),
                    notes: ["It belongs to the value; it is never trimmed."],
                    remedy: MendingCommand(in: context).remedy(
                        Text.advice(space.trimmed), setting: entry, to: space.trimmed),
                    suggestion: space.trimmed))
        }
    }
}

private enum Text {
    static func whiteSpace(_ key: String, _ space: SurroundingWhiteSpace) -> String {
        let ends = [(space.leading, "start"), (space.trailing, "end")].filter { !$0.0.isEmpty }
            .map { "\(runs($0.0)) at the \($0.1)" }
        return "value of '\(key)' has white space around it: \(ends.joined(separator: "; "))"
    }

    static func advice(_ value: String) -> String { "write \(Wording.quoted(value)) directly between the tags" }

    /// The characters in their order, the same ones in a row once with their number.
    private static func runs(_ scalars: [Unicode.Scalar]) -> String {
        var runs: [(scalar: Unicode.Scalar, count: Int)] = []
        for scalar in scalars {
            if runs.last?.scalar == scalar { runs[runs.count - 1].count += 1 } else { runs.append((scalar, 1)) }
        }
        return Wording.list(
            runs.map { ($0.count > 1 ? "\($0.count) × " : "") + Wording.character($0.scalar) }, limit: 6)
    }
}
