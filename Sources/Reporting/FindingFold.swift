import Findings

/// What is told of each finding, and what of all of a kind together.
///
/// A kind (one code of one severity) that was found more than 20 times is told ten times, and then by its number: a
/// thousand folders can have one mistake. With `verbose` nothing is folded, and no kind ever goes untold.
struct FindingFold {
    /// So many findings of one kind are all told.
    private static let limit = 20
    /// So many are told of a kind that has more.
    private static let shown = 10

    private struct Kind: Hashable {
        let code: FindingCode
        let severity: Severity
    }

    /// The findings to tell one by one, by input.
    let told: [[Finding]]
    private let folded: [Kind: [Finding]]

    /// Divides the findings.
    /// - Parameter findings: By input, and those only that the style tells at all.
    init(_ findings: [[Finding]], isFolding: Bool) {
        guard isFolding else {
            (told, folded) = (findings, [:])
            return
        }
        var counts: [Kind: Int] = [:]
        for finding in findings.joined() { counts[Self.kind(of: finding), default: 0] += 1 }
        var (seen, folded): ([Kind: Int], [Kind: [Finding]]) = ([:], [:])
        told = findings.map { findings in
            findings.filter { finding in
                let kind = Self.kind(of: finding)
                seen[kind, default: 0] += 1
                if counts[kind, default: 0] <= Self.limit || seen[kind, default: 0] <= Self.shown { return true }
                folded[kind, default: []].append(finding)
                return false
            }
        }
        self.folded = folded
    }

    private static func kind(of finding: Finding) -> Kind { Kind(code: finding.code, severity: finding.severity) }

    /// One line for each kind that has more findings than were told, and how to see them all; empty where none has.
    func render(style: TextStyle) -> String {
        let kinds = folded.sorted { left, right in
            left.key.severity == right.key.severity
                ? left.key.code < right.key.code : left.key.severity > right.key.severity
        }
        guard !kinds.isEmpty else { return "" }
        let lines = kinds.map { kind, findings in
            let severity = style.paint(kind.severity.rawValue, TextStyle.Paint(kind.severity))
            let code = style.paint("[\(kind.code.description)]", .faint)
            return "\(severity): \(NumberText.grouped(findings.count)) more, \(Self.places(of: findings)) \(code)\n"
        }
        return lines.joined() + "--verbose tells each of them.\n"
    }

    /// Where the findings are.
    private static func places(of findings: [Finding]) -> String {
        var inputs: [String] = []
        // The findings of one input stand together.
        for finding in findings where inputs.last?.utf8.elementsEqual(finding.location.input.utf8) != true {
            inputs.append(finding.location.input)
        }
        let names = inputs.map { DisplayWidth.cut(PlainText.escaped($0), to: 60, keepsEnd: true) }
        guard let first = names.first, let last = names.last, names.count > 1 else { return "in \(names.joined())" }
        if names.count == 2 { return "in \(first) and \(last)" }
        return "in \(NumberText.grouped(names.count)) inputs from \(first) to \(last)"
    }
}
