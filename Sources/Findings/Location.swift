/// A place in a text file; both numbers count from 1.
public struct TextPosition: Sendable, Hashable, Comparable {
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1; a tab is one column.
    public let column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders as the text is read.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Where a finding is: an input, and as much of the way into it as is known.
public struct Location: Sendable, Hashable {
    /// The input as the user named it (`CatPhotos`).
    public let input: String
    /// The path inside the input with `/` between its parts; `nil` where the finding is about the input itself.
    public let member: String?
    /// The property-list key that the finding is about.
    public let key: String?
    /// The place in the member's text; `nil` where unknown, never invented.
    public let position: TextPosition?

    /// Creates a location.
    public init(input: String, member: String? = nil, key: String? = nil, position: TextPosition? = nil) {
        self.input = input
        self.member = member
        self.key = key
        self.position = position
    }
}
