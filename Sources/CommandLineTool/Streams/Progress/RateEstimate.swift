#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How fast work goes and how long it will take, from how far it was at some moments.
///
/// What was long ago counts less and less: after ``memory`` seconds a third. A time is told only once the estimates agree
/// with each other as time passes, and then it follows them slowly, so that no number jumps.
struct RateEstimate {
    /// In seconds.
    private static let memory = 5.0
    /// How long work is watched before a rate, and before a time, is told; in seconds.
    private static let (leastForRate, leastForTime) = (1.0, 3.0)
    /// For how many seconds the estimates must have agreed.
    private static let steadyTime = 2.0
    /// How often they are held against each other, and how far they may differ: parts come in lumps.
    private static let (checkTime, tolerance) = (1.0, 0.25)
    /// A time further off says nothing: 100 hours.
    private static let longest = 360_000.0

    private var start: Double?
    private var last = (done: 0.0, time: 0.0)
    private var amount = 0.0
    private var time = 0.0
    /// The estimate that the next ones are held against, and when it was made.
    private var estimate: (left: Double, time: Double)?
    private var steadySince = 0.0
    private var told: Double?

    /// What is done in a second; `nil` before it can be told.
    var rate: Double? {
        guard let start, last.time - start >= Self.leastForRate, time > 0 else { return nil }
        return amount / time
    }

    /// How many seconds are left; `nil` where nobody can tell.
    private(set) var secondsLeft: Double?

    /// Takes how much was done at some time, in seconds of any clock.
    /// - Parameter total: How much there is to do; 0 where that is not known.
    mutating func add(done: Double, of total: Double, at now: Double) {
        guard let start else {
            (start, last, steadySince) = (now, (done, now), now)
            return
        }
        let passed = now - last.time
        guard passed > 0 else { return }
        let fading = exp(-passed / Self.memory)
        amount = amount * fading + max(0, done - last.done)
        time = time * fading + passed
        last = (done, now)
        update(left: total - done, passed, watched: now - start)
    }

    private mutating func update(left: Double, _ passed: Double, watched: Double) {
        guard let rate, rate > 0, left > 0 else {
            (estimate, told, secondsLeft, steadySince) = (nil, nil, nil, last.time)
            return
        }
        let now = left / rate
        if let before = estimate {
            let since = last.time - before.time
            if since >= Self.checkTime {
                if abs(now - (before.left - since)) > max(2, Self.tolerance * now) { steadySince = last.time }
                estimate = (now, last.time)
            }
        } else {
            (estimate, steadySince) = ((now, last.time), last.time)
        }
        let isSteady = watched >= Self.leastForTime && last.time - steadySince >= Self.steadyTime
        guard isSteady, now < Self.longest else {
            (told, secondsLeft) = (nil, nil)
            return
        }
        let expected = told.map { max(0, $0 - passed) } ?? now
        let next = expected + (now - expected) * (1 - exp(-passed / 3))
        (told, secondsLeft) = (next, next)
    }
}
