public import Findings

/// How a text report looks.
public struct TextStyle: Sendable {
    /// How much is told.
    public enum Verbosity: Sendable, Comparable {
        /// Only what makes a run fail; nothing where nothing does.
        case quiet
        /// What a person wants to know.
        case normal
        /// All there is.
        case verbose
    }

    /// Whether the text has colours, which are never all that carries a meaning.
    public var usesColor: Bool
    /// The width of the terminal that the text is for; `nil` where it is for none, and then a finding's headline and a
    /// row of a table are one line each, however long.
    public var columns: Int?
    /// How much is told.
    public var verbosity: Verbosity
    /// The least severity that is told where the verbosity is `quiet`.
    public var quietSeverity: Severity

    /// Creates a style.
    public init(
        usesColor: Bool = false, columns: Int? = nil, verbosity: Verbosity = .normal,
        quietSeverity: Severity = .error
    ) {
        self.usesColor = usesColor
        self.columns = columns
        self.verbosity = verbosity
        self.quietSeverity = quietSeverity
    }

    /// How wide sentences run: as wide as the terminal, and no wider than can be read with ease.
    var proseWidth: Int { min(columns ?? 80, 100) }

    func paint(_ text: String, _ paint: Paint) -> String {
        usesColor ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }

    enum Paint: String {
        case bold = "1"
        case faint = "2"
        case red = "1;31"
        case green = "32"
        case yellow = "1;33"
        case cyan = "36"

        init(_ severity: Severity) {
            switch severity {
            case .error: self = .red
            case .warning: self = .yellow
            case .note: self = .cyan
            }
        }
    }
}
