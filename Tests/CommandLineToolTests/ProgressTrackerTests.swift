import Packaging
import Testing

@testable import CommandLineTool

/// What is told of time, with a clock that the test keeps.
@Suite struct ProgressTrackerTests {
    private func reading(_ bytes: Int64, of total: Int64, number: Int = 1, waits: Bool = false) -> WorkMeter.Reading {
        var reading = WorkMeter.Reading(phase: .packing, number: number)
        (reading.bytes, reading.byteTotal, reading.waitsForDisk) = (bytes, total, waits)
        return reading
    }

    @Test func `steady work is told its rate after a second and its time after three, and the time runs down`() throws {
        var tracker = ProgressTracker()
        var told: [Double: Double] = [:]
        for step in 0...160 {
            let now = Double(step) / 8
            let frame = tracker.frame(for: reading(Int64(now * 1_000_000), of: 40_000_000), at: now)
            #expect((frame.rate == nil) == (now < 1), "\(now)")
            if let rate = frame.rate { #expect(abs(rate - 1_000_000) < 1) }
            #expect((frame.secondsLeft == nil) == (now < 3), "\(now)")
            told[now] = frame.secondsLeft
        }
        // Told once a second.
        #expect((35...36.1).contains(try #require(told[5])))
        #expect((20...21.1).contains(try #require(told[20])))
        #expect(Set(told.values).count <= 21)
    }

    @Test func `parts that come in lumps don't make the time jump`() {
        var tracker = ProgressTracker()
        var before: Double?
        var seen = 0
        for step in 0...400 {
            let now = Double(step) / 8
            // Four megabytes at once, each 0.9 seconds.
            let frame = tracker.frame(for: reading(Int64(now / 0.9) * 4_000_000, of: 400_000_000), at: now)
            if let left = frame.secondsLeft, let earlier = before {
                #expect(abs(left - earlier) < 0.05 * earlier + 2, "\(now): \(earlier), then \(left)")
                seen += 1
            }
            before = frame.secondsLeft
        }
        #expect(seen > 200)
    }

    @Test func `where the pace changes the time follows without a jump`() throws {
        var tracker = ProgressTracker()
        var (done, before) = (0.0, Double?.none)
        for step in 0...400 {
            let now = Double(step) / 8
            done += now < 10 ? 500_000 : 50_000
            let left = tracker.frame(for: reading(Int64(done), of: 100_000_000), at: now).secondsLeft
            if let left, let before { #expect(left < 1.4 * before + 2 && left > 0.7 * before - 2, "\(now)") }
            before = left
        }
        let actual = (100_000_000 - done) / 400_000
        #expect(abs(try #require(before) - actual) < 0.1 * actual)
    }

    @Test func `work that stands still, and work of which nobody knows how much there is, has no time left`() {
        var still = ProgressTracker()
        var endless = ProgressTracker()
        for step in 0...200 {
            let now = Double(step) / 8
            #expect(still.frame(for: reading(0, of: 100), at: now).secondsLeft == nil)
            let frame = endless.frame(for: reading(Int64(step) * 1_000, of: 0), at: now)
            #expect(frame.secondsLeft == nil && frame.fraction == nil)
            #expect(frame.elapsed == now)
        }
    }

    @Test func `each phase begins anew`() {
        var tracker = ProgressTracker()
        for step in 0...80 { _ = tracker.frame(for: reading(Int64(step) * 1_000, of: 100_000), at: Double(step) / 8) }
        let first = tracker.frame(for: reading(0, of: 100, number: 2), at: 11)
        #expect(first.rate == nil && first.secondsLeft == nil && first.elapsed == 0 && first.fraction == 0)
    }

    @Test func `waiting for the disk is told once nothing has moved for a second`() {
        var tracker = ProgressTracker()
        _ = tracker.frame(for: reading(50, of: 100), at: 0)
        #expect(!tracker.frame(for: reading(100, of: 100, waits: true), at: 4).isWaiting)
        #expect(!tracker.frame(for: reading(100, of: 100, waits: true), at: 4.5).isWaiting)
        let waiting = tracker.frame(for: reading(100, of: 100, waits: true), at: 7)
        #expect(waiting.isWaiting && waiting.elapsed == 3)
        // Other folders are packed meanwhile.
        #expect(!tracker.frame(for: reading(120, of: 200, waits: true), at: 8).isWaiting)
    }
}
