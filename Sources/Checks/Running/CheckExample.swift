public import Findings
public import ProductCatalogs

/// A tiny content folder, and exactly the findings that the whole catalogue of checks must give for it.
public struct CheckExample: Sendable {
    /// What the example shows, as a clause.
    public let title: String
    /// The content.
    public let sketch: ContentSketch
    /// The products that exist; `nil` for no source.
    public let products: [KnownProduct]?
    /// The sources that say so, where a plain list is not enough; `nil` for one list of the products.
    public let sources: [ProductSource]?
    /// Other inputs of the same run, by name.
    public let others: [String: ContentSketch]
    /// What must be found, and nothing else: the codes' ids with members, in the order of the report.
    public let expected: [ExpectedFinding]

    /// Creates an example.
    public init(
        _ title: String, _ sketch: ContentSketch, products: [KnownProduct]? = nil,
        sources: [ProductSource]? = nil, others: [String: ContentSketch] = [:], expected: [ExpectedFinding]
    ) {
        self.title = title
        self.sketch = sketch
        self.products = products
        self.sources = sources
        self.others = others
        self.expected = expected
    }
}

/// A finding as an example expects it.
public struct ExpectedFinding: Sendable, Hashable {
    /// The code's id.
    public let id: String
    /// The severity.
    public let severity: Severity
    /// The member.
    public let member: String?
    /// The line in the member.
    public let line: Int?

    /// Creates an expectation.
    public init(_ id: String, _ severity: Severity, member: String? = nil, line: Int? = nil) {
        self.id = id
        self.severity = severity
        self.member = member
        self.line = line
    }
}
