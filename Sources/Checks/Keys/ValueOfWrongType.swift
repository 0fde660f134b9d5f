import ContentModel
import Findings
import PropertyLists

/// The value of one of the two keys is no string.
struct ValueOfWrongType: Check {
    static let description = FindingDescription(
        code: FindingCode("KEY-002", "value-of-wrong-type"),
        defaultSeverity: .error,
        summary: "The values of IAPProductIdentifier and ContentVersion must be strings",
        why: "Readers ask for text and see no value of another type. A version written as a number also loses digits: "
            + "1.10 and 1.1 are the same number, and readers print it without its last zero.",
        remedy: "Write the value as a <string>.",
        evidence: .secondary("Every package that Xcode made has strings; StoreKit's content version is a string"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a version as a number",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<real>1.10</real>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        """),
                expected: [ExpectedFinding("KEY-002", .error, member: "ContentInfo.plist", line: 6)]),
            CheckExample(
                "other keys of any type",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<string>1.10</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        \t<key>SectionCount</key>
                        \t<integer>3</integer>
                        """), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        let isXML = context.contentInfo?.document.format == .xml
        for (key, field) in context.fields {
            guard case .wrongType(let entry) = field else { continue }
            let node = entry.node
            report(
                Self.finding(
                    Text.wrongType(key, node, isXML: isXML),
                    at: context.contentInfoLocation(key: key, at: node.position),
                    notes: Text.notes(for: node),
                    remedy: Remedy(
                        isXML ? Text.advice(for: node) : Text.makeString,
                        command: MendingCommand(in: context).makingString(of: entry)),
                    suggestion: Text.number(in: node)))
        }
    }
}

private enum Text {
    static let makeString = "make the value a string"

    static func wrongType(_ key: String, _ node: PropertyListNode, isXML: Bool) -> String {
        guard isXML else { return "value of '\(key)' must be a string; it is of type \(node.value.typeName)" }
        return "value of '\(key)' must be a <string>; it is \(element(node))"
    }

    static func advice(for node: PropertyListNode) -> String {
        guard let number = number(in: node) else { return "write the value as a <string>" }
        return "write <string>\(number)</string> in place of \(element(node))"
    }

    static func notes(for node: PropertyListNode) -> [String] {
        guard case .real(let value) = node.value else { return [] }
        guard let number = number(in: node) else {
            return ["A number keeps no last zeros: whether \(value) was meant to be \(value)0 can't be told any more."]
        }
        guard number.contains("."), number.last == "0" else {
            return ["A version is no number: 1.10 is newer than 1.9, and as numbers it is the other way round."]
        }
        var short = number[...]
        while short.last == "0" { short.removeLast() }
        if short.last == "." { short.removeLast() }
        return ["Readers print a number without its last zeros, so \(number) becomes \(short)."]
    }

    /// The number as it is written, where it is known and short enough to be shown.
    static func number(in node: PropertyListNode) -> String? {
        switch node.value {
        case .integer, .real:
            guard let text = node.sourceText, text.utf8.count <= 40,
                !text.unicodeScalars.contains(where: SurroundingWhiteSpace.isWhiteSpace)
            else { return nil }
            return text
        default:
            return nil
        }
    }

    private static func element(_ node: PropertyListNode) -> String {
        let name = node.value.typeName
        if let number = number(in: node) { return "<\(name)>\(number)</\(name)>" }
        if case .boolean = node.value { return "<\(name)/>" }
        return "<\(name)>"
    }
}
