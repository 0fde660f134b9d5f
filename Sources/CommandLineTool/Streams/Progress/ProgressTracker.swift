import Packaging

/// What is to be shown of a run at one moment.
struct ProgressFrame: Sendable {
    /// How far the phase is.
    var reading: WorkMeter.Reading
    /// Bytes in a second; `nil` before it can be told.
    var rate: Double?
    /// `nil` where nobody can tell.
    var secondsLeft: Double?
    /// For how many seconds the phase has lasted, or the waiting.
    var elapsed: Double
    /// Whether all that happens is that somebody waits for the disk.
    var isWaiting = false

    /// The part of the phase that is done, from 0 to 1; `nil` where it is not known how much there is.
    var fraction: Double? {
        let (done, total) = reading.amounts
        return total > 0 ? min(1, max(0, done / total)) : nil
    }
}

extension WorkMeter.Reading {
    /// What the phase is measured by: bytes where it is known how many there are, else things.
    fileprivate var amounts: (done: Double, total: Double) {
        byteTotal > 0 ? (Double(bytes), Double(byteTotal)) : (Double(items), itemTotal > 1 ? Double(itemTotal) : 0)
    }
}

/// Follows a run from one moment to the next.
struct ProgressTracker {
    /// For so many seconds nothing must have moved before waiting is what is told.
    private static let stillTime = 1.0
    /// Digits that change more often than once a second can't be read.
    private static let readingTime = 1.0

    private var number: Int?
    private var start = 0.0
    private var moved = (items: Int64(0), bytes: Int64(0), time: 0.0)
    private var work = RateEstimate()
    private var bytes = RateEstimate()
    private var told = (rate: Double?.none, left: Double?.none, time: 0.0)

    /// What is to be shown.
    /// - Parameter now: In seconds of any clock.
    mutating func frame(for reading: WorkMeter.Reading, at now: Double) -> ProgressFrame {
        if number != reading.number {
            self = ProgressTracker()
            (number, start, moved) = (reading.number, now, (reading.items, reading.bytes, now))
        }
        if (moved.items, moved.bytes) != (reading.items, reading.bytes) {
            moved = (reading.items, reading.bytes, now)
        }
        let (done, total) = reading.amounts
        work.add(done: done, of: total, at: now)
        bytes.add(done: Double(reading.bytes), of: 0, at: now)
        let (rate, left) = (bytes.rate, work.secondsLeft)
        if now - told.time >= Self.readingTime || (rate == nil) != (told.rate == nil)
            || (left == nil) != (told.left == nil)
        {
            told = (rate, left, now)
        }
        let isWaiting = reading.waitsForDisk && now - moved.time >= Self.stillTime
        return ProgressFrame(
            reading: reading, rate: told.rate, secondsLeft: told.left,
            elapsed: now - (isWaiting ? moved.time : start), isWaiting: isWaiting)
    }
}
