public import Findings

/// One check: its documentation, examples that prove it, and its judgement. One file each, one line in
/// ``CheckCatalog``.
///
/// A check never throws: whatever is wrong with the content is a finding, and what can't be looked at is one too.
public protocol Check: FindingKind {
    /// Content that must give exactly the findings listed, and content that must give none.
    static var examples: [CheckExample] { get }

    /// Whether it judges by the products given, and so can't where none are.
    static var needsProducts: Bool { get }

    /// Whether it judges by what the files of the payload hold.
    static var readsPayload: Bool { get }

    /// Creates the check.
    init()

    /// Looks at one input and reports what is wrong with it.
    func run(on context: CheckContext, report: (Finding) -> Void)
}

extension Check {
    /// Most checks look at the input alone.
    public static var needsProducts: Bool { false }

    /// Most checks look at names, kinds and sizes alone.
    public static var readsPayload: Bool { false }
}
