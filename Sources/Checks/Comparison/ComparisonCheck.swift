public import Findings

/// One check of what became of content: its documentation, examples that prove it, and its judgement. One file each,
/// one line in ``CheckCatalog``.
///
/// It is like a ``Check``, and looks at two inputs in place of one.
public protocol ComparisonCheck: FindingKind {
    /// Pairs that must give exactly the findings listed, and pairs that must give none.
    static var examples: [ComparisonExample] { get }

    /// Creates the check.
    init()

    /// Looks at both inputs and reports what is wrong with the step from the one to the other.
    func run(on context: ComparisonContext, report: (Finding) -> Void)
}

/// All that a check of a comparison may look at.
public struct ComparisonContext: Sendable {
    /// The older input.
    public let old: CheckContext
    /// The newer input.
    public let new: CheckContext
    /// What differs.
    public let comparison: ContentComparison
}

/// Two tiny content folders, and exactly the findings that all checks must give for the step between them.
public struct ComparisonExample: Sendable {
    /// What the example shows, as a clause.
    public let title: String
    /// The older content, named `old`.
    public let old: ContentSketch
    /// The newer content, named `new`.
    public let new: ContentSketch
    /// What must be found, and nothing else, in the order of the report.
    public let expected: [ExpectedFinding]

    /// Creates an example.
    public init(_ title: String, from old: ContentSketch, to new: ContentSketch, expected: [ExpectedFinding]) {
        self.title = title
        self.old = old
        self.new = new
        self.expected = expected
    }
}
