/// A place in a text: where a value starts, or where a fault is.
public struct SourcePosition: Sendable, Hashable, Comparable {
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1; a tab is one column, a byte-order mark none.
    public let column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders as the text is read.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
