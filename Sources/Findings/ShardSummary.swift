/// The part of a run that one of several machines did.
public struct ShardSummary: Sendable, Hashable {
    /// The most parts.
    public static let limit = 1000

    /// Which part it is, counted from 1.
    public let index: Int
    /// How many parts there are.
    public let count: Int
    /// How many inputs all the parts have together, those that can't be opened too.
    public let inputCount: Int
    /// Where the inputs of this part stand among those of all, counted from 0, rising.
    public let positions: [Int]
    /// Where the inputs of this part that could not be opened stand, likewise.
    public let failedPositions: [Int]

    /// Creates a summary.
    public init(index: Int, count: Int, inputCount: Int, positions: [Int], failedPositions: [Int] = []) {
        self.index = index
        self.count = count
        self.inputCount = inputCount
        self.positions = positions
        self.failedPositions = failedPositions
    }
}
