import Findings

/// One of the parts that a run is divided into, for a matrix of CI jobs.
struct Shard: Sendable, Hashable {
    /// The most parts.
    static let limit = ShardSummary.limit

    /// Which part it is, counted from 1.
    let index: Int
    /// How many parts there are.
    let count: Int

    /// Takes two numbers that fit each other.
    init?(index: Int, count: Int) {
        guard (1...Self.limit).contains(count), (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Takes `I/N`.
    init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.number)
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else { return nil }
        self.init(index: index, count: count)
    }

    /// Digits alone: `Int` takes a sign too.
    private static func number(_ digits: some StringProtocol) -> Int? {
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
    }
}

/// The value of `--shard`.
enum ShardRequest: Sendable, Hashable {
    /// This one.
    case part(Shard)
    /// The one that the CI service names in its variables.
    case auto

    /// The variable with the number of this job, counted from 1. GitLab sets it where a job has `parallel`.
    static let indexVariable = "CI_NODE_INDEX"
    /// The variable with the number of jobs. GitLab sets it to 1 in a job without `parallel`, and no index.
    static let countVariable = "CI_NODE_TOTAL"

    /// The shard that is meant.
    /// - Throws: `UsageError` where the variables are missing or don't fit each other: a guess would check too little.
    func resolve(_ environment: [String: String]) throws(UsageError) -> Shard {
        if case .part(let shard) = self { return shard }
        let index = environment[Self.indexVariable].flatMap { $0.isEmpty ? nil : $0 }
        guard let count = environment[Self.countVariable], !count.isEmpty else {
            throw UsageError(
                "--shard auto takes the part from \(Self.indexVariable) and \(Self.countVariable), and "
                    + "\(Self.countVariable) is not set",
                hint: "give --shard I/N where the CI service has other variables")
        }
        if index == nil, count == "1", let whole = Shard(index: 1, count: 1) { return whole }
        guard let index else {
            throw UsageError(
                "--shard auto: \(Self.countVariable) is \(SafeText.quoted(count)), and \(Self.indexVariable) is not set",
                hint: "give --shard I/N where the CI service has other variables")
        }
        guard let shard = Shard("\(index)/\(count)") else {
            throw UsageError(
                "--shard auto: \(Self.indexVariable) \(SafeText.quoted(index)) of \(Self.countVariable) "
                    + "\(SafeText.quoted(count)) is no part of a whole",
                hint: "they count from 1; a service that counts from 0 needs --shard I/N with 1 added")
        }
        return shard
    }
}
