import ContentModel
import Findings
import PropertyLists

/// The product ID holds a character that no product ID has.
struct ProductIDCharacter: Check {
    static let description = FindingDescription(
        code: FindingCode("PID-001", "product-id-character"),
        defaultSeverity: .error,
        summary: "A product ID must be made of letters, digits, hyphens, periods and underscores",
        why: "App Store Connect takes no other character, so no product can have this ID. Of letters and digits "
            + "beyond ASCII Apple's text does not say whether they count; they are reported as a warning.",
        remedy: "Write the product ID exactly as App Store Connect shows it.",
        evidence: .apple(
            "App Store Connect Help, In-App Purchase information: letters, numbers, hyphens, periods and underscores"))

    static var examples: [CheckExample] {
        let member = "ContentInfo.plist"
        return [
            CheckExample(
                "a space", .contentFolder(productIdentifier: "com.example.Chapter 2"),
                expected: [ExpectedFinding("PID-001", .error, member: member, line: 8)]),
            CheckExample(
                "a slash", .contentFolder(productIdentifier: "com.example/pack1"),
                expected: [ExpectedFinding("PID-001", .error, member: member, line: 8)]),
            CheckExample(
                "a letter beyond ASCII", .contentFolder(productIdentifier: "com.example.Kätzchen"),
                expected: [ExpectedFinding("PID-001", .warning, member: member, line: 8)]),
            CheckExample(
                "every kind of character that is allowed",
                .contentFolder(productIdentifier: "com.Example-1.pack_2"), expected: []),
            CheckExample(
                "an ID that is not in reverse-DNS form", .contentFolder(productIdentifier: "pack1"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier else { return }
        // White space around the ID and build settings in it are other checks'; positions count from the value's start.
        let scalars = Array(text.unicodeScalars)
        let space = SurroundingWhiteSpace(in: text)
        let (start, end) = (space?.leading.count ?? 0, scalars.count - (space?.trailing.count ?? 0))
        var settings = BuildSetting.ranges(in: text)[...]
        var faults: [(position: Int, scalar: Unicode.Scalar)] = []
        for index in start..<end {
            while let next = settings.first, next.upperBound <= index { settings.removeFirst() }
            if settings.first?.contains(index) ?? false { continue }
            let scalar = scalars[index]
            if !ProductIdentifier.isAllowed(scalar) { faults.append((index + 1, scalar)) }
        }
        guard let first = faults.first(where: { !Self.isLetterOrDigit($0.scalar) }) ?? faults.first else { return }
        report(
            Self.finding(
                Text.character(first.scalar, at: first.position, of: text),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                severity: Self.isLetterOrDigit(first.scalar) ? .warning : nil,
                notes: Text.others(faults.lazy.filter { $0.position != first.position }, count: faults.count - 1),
                remedy: Remedy("write the product ID exactly as App Store Connect shows it")))
    }

    /// Letters, digits, and the marks that letters beyond ASCII may be written with.
    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default:
            false
        }
    }
}

private enum Text {
    static func character(_ scalar: Unicode.Scalar, at position: Int, of text: String) -> String {
        "product ID \(Wording.quoted(text)) holds \(Wording.character(scalar)) as character \(position); "
            + "letters, digits, '-', '.' and '_' are allowed"
    }

    /// - Parameter count: How many `faults` there are; of a hostile value, millions.
    static func others(_ faults: some Sequence<(position: Int, scalar: Unicode.Scalar)>, count: Int) -> [String] {
        guard count > 0 else { return [] }
        let list = faults.prefix(3).map { "\(Wording.character($0.scalar)) as character \($0.position)" }
        return ["Not allowed, or doubtful, as well: \(Wording.list(list, count: count))."]
    }
}
