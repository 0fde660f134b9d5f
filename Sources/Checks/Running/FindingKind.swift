public import Findings

/// Something that reports one kind of finding.
public protocol FindingKind: Sendable {
    /// Code, default severity, and the words of `explain`.
    static var description: FindingDescription { get }
}

extension FindingKind {
    /// The code of the findings of this kind.
    public static var code: FindingCode { description.code }

    /// A finding of this kind.
    static func finding(
        _ message: String, at location: Location, severity: Severity? = nil, notes: [String] = [], remedy: Remedy,
        suggestion: String? = nil
    ) -> Finding {
        Finding(
            code: code, severity: severity ?? description.defaultSeverity, message: message, location: location,
            notes: notes, remedy: remedy, suggestion: suggestion)
    }
}
