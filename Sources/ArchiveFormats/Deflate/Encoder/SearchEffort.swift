/// How hard to look for matches.
struct SearchEffort {
    /// How many candidates to try at a place; for a better match at the next place, and at the one behind that.
    var first: Int
    var second: Int
    var third: Int
    /// A match of this length is taken at once.
    var enough: Int
    /// Only for shorter matches is a better one looked for at the next places.
    var lazyLimit: Int

    init(_ effort: DeflateEncoder.Effort, isSmall: Bool) {
        switch (effort, isSmall) {
        case (.fast, _): (first, second, third, enough, lazyLimit) = (4, 0, 0, 32, 0)
        case (.normal, true): (first, second, third, enough, lazyLimit) = (5, 5, 5, 65, 24)
        case (.normal, false): (first, second, third, enough, lazyLimit) = (8, 8, 6, 65, 24)
        }
    }
}
