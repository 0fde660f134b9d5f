import ContentModel
import Findings

/// A name holds a character that does something instead of being seen.
struct ControlCharacterInName: Check {
    static let description = FindingDescription(
        code: FindingCode("NAM-004", "control-character-in-name"),
        defaultSeverity: .warning,
        summary: "Names should not hold control characters",
        why: "A line end, an escape or a mark that turns the direction of writing is not seen, breaks lists of names, "
            + "and can make a name look like another. It mostly comes from a slip in a script.",
        remedy: "Rename the file.",
        evidence: .judgement("File systems allow such names, and no rule of Apple's about them was found"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a line end at the end", .contentFolder(extra: ["Contents/b.txt\n": .text("b")]),
                expected: [ExpectedFinding("NAM-004", .warning, member: "Contents/b.txt\\x0A")]),
            CheckExample(
                "spaces and an emoji that is joined of several",
                .contentFolder(extra: ["Contents/timpani lo.aif": .text("b"), "Contents/👩‍🚀.txt": .text("c")]),
                expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for entry in context.payload where !entry.path.hasPlainName {
            guard let name = String(validating: entry.path.name, as: UTF8.self),
                let scalar = name.unicodeScalars.first(where: Self.isControl)
            else { continue }
            report(
                Self.finding(
                    Text.control(entry.path, scalar), at: context.location(of: entry.path),
                    remedy: Remedy("rename it without that character")))
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        let category = scalar.properties.generalCategory
        return category == .control || category == .lineSeparator || category == .paragraphSeparator
            || scalar.properties.isBidiControl
    }
}

private enum Text {
    static func control(_ path: ContentPath, _ scalar: Unicode.Scalar) -> String {
        "name \(Wording.quoted(name: path.name)) holds a control character: \(Wording.character(scalar))"
    }
}
