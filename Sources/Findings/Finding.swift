/// One fault of, or remark about, an input.
public struct Finding: Sendable, Hashable {
    /// What kind of finding this is.
    public let code: FindingCode
    /// How much it matters, after the run's policy.
    public var severity: Severity
    /// One sentence without a final period: what is wrong, the specific thing first, in quotes.
    public let message: String
    /// Where it is.
    public let location: Location
    /// Why it is so, and what else there is to know: whole sentences.
    public let notes: [String]
    /// The way out.
    public let remedy: Remedy?
    /// The one value that would be right, where that is certain enough to offer.
    public let suggestion: String?
    /// The line of text that it is about; `nil` where there is none to show.
    ///
    /// It is carried along, since the file may be another one by the time that the report is made, and the line of a
    /// package's file could then only be had by opening the package again.
    public var sourceLine: SourceLine?

    /// Creates a finding.
    public init(
        code: FindingCode, severity: Severity, message: String, location: Location, notes: [String] = [],
        remedy: Remedy? = nil, suggestion: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.location = location
        self.notes = notes
        self.remedy = remedy
        self.suggestion = suggestion
    }
}

/// The way out of a finding.
public struct Remedy: Sendable, Hashable {
    /// What to do: a verb phrase, without a final period.
    public let advice: String
    /// A shell command that does it, exact and quoted; `nil` where no single command can.
    public let command: String?

    /// Creates a remedy.
    public init(_ advice: String, command: String? = nil) {
        self.advice = advice
        self.command = command
    }
}

extension Finding {
    /// Orders the findings of one input: by member, then by place, then by code, then by message.
    ///
    /// Findings about the input itself come first.
    public static func precedes(_ left: Finding, _ right: Finding) -> Bool {
        let (leftMember, rightMember) = (left.location.member ?? "", right.location.member ?? "")
        if leftMember != rightMember {
            return leftMember.utf8.lexicographicallyPrecedes(rightMember.utf8)
        }
        let unknown = TextPosition(line: 0, column: 0)
        let (leftPlace, rightPlace) = (left.location.position ?? unknown, right.location.position ?? unknown)
        if leftPlace != rightPlace { return leftPlace < rightPlace }
        if left.code != right.code { return left.code < right.code }
        return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
    }
}
