/// How much a finding matters.
public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Worth knowing; nothing is wrong.
    case note
    /// Accepted as it is, and likely not what was meant.
    case warning
    /// Would fail at the store or on the device; `pack` writes nothing.
    case error

    /// Orders by weight: note, warning, error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
