import Packaging
import Testing

@testable import CommandLineTool

/// The line for given counts, width and time.
@Suite struct ProgressTextTests {
    private static let mebibyte: Int64 = 1 << 20

    private func frame(
        _ phase: WorkMeter.Phase = .packing, mebibytes: (Int64, Int64) = (0, 0), items: (Int64, Int64) = (0, 0),
        rate: Double? = nil, left: Double? = nil, elapsed: Double = 3, subject: String = ""
    ) -> ProgressFrame {
        var reading = WorkMeter.Reading(phase: phase)
        (reading.bytes, reading.byteTotal) = (mebibytes.0 * Self.mebibyte, mebibytes.1 * Self.mebibyte)
        (reading.items, reading.itemTotal) = items
        reading.subject = subject
        return ProgressFrame(reading: reading, rate: rate, secondsLeft: left, elapsed: elapsed)
    }

    private func line(_ frame: ProgressFrame, _ columns: Int = 80) -> String {
        ProgressText(frame: frame).line(columns: columns)
    }

    private var full: ProgressFrame {
        frame(
            mebibytes: (120, 267), items: (3, 20), rate: 180 * 1_048_576, left: 7.2, subject: "Packs/CatPhotos")
    }

    @Test(arguments: [
        (
            140,
            "Packing  [##########--------------]   44%  120 of 267 MiB   3 of 20 folders  180 MiB/s  8 s left  Packs/CatPhotos"
        ),
        (
            101,
            "Packing  [##########--------------]   44%  120 of 267 MiB   3 of 20 folders  180 MiB/s  8 s left"
        ),
        (80, "Packing  [#####-------]   44%  120 of 267 MiB  180 MiB/s  8 s left  …/CatPhotos"),
        (70, "Packing  [#####-------]   44%  120 of 267 MiB  180 MiB/s  8 s left"),
        (60, "Packing  [#####-------]   44%  120 of 267 MiB  8 s left"),
        (51, "Packing   44%  120 of 267 MiB  180 MiB/s  8 s left"),
        (50, "Packing   44%  120 of 267 MiB  8 s left"),
        (40, "Packing   44%  120 of 267 MiB  8 s left"),
        (30, "Packing   44%  120 of 267 MiB"),
        (15, "Packing   44%"),
        (10, "Packing"),
        (5, "Pac…"),
        (1, "…"),
    ])
    func `what matters least is left out where the terminal is narrow, and the last column stays free`(
        columns: Int, expected: String
    ) {
        #expect(line(full, columns) == expected)
        #expect(line(full, columns).count < max(2, columns))
    }

    @Test func `a name is cut at its start, and can't steer the terminal or break the line`() {
        #expect(
            line(frame(mebibytes: (1, 2), subject: "Packs/of/many/years/CatPhotos"), 64).hasSuffix("  …years/CatPhotos")
        )
        let hostile = frame(mebibytes: (1, 2), subject: "a\u{1B}[2J\n\u{202E}b")
        #expect(line(hostile, 120).hasSuffix("  a<U+001B>[2J<U+000A><U+202E>b"))
        // Each of these takes two columns.
        let wide = line(frame(mebibytes: (1, 2), subject: String(repeating: "猫", count: 40)), 80)
        let plainPart = "Packing  [######------]   50%  1.0 of 2.0 MiB"
        #expect(wide.hasPrefix(plainPart + "  …猫"))
        let cats = wide.count { $0 == "猫" }
        #expect(plainPart.count + 2 + 1 + 2 * cats <= 79 && cats >= 15)
    }

    @Test func `numbers that grow do not move what stands behind them`() {
        let first = line(frame(mebibytes: (9, 267), items: (9, 20), rate: 9.5 * 1_048_576), 120)
        let last = line(frame(mebibytes: (267, 267), items: (20, 20), rate: 850 * 1_048_576), 120)
        #expect(first == "Packing  [------------------------]    3%    9 of 267 MiB   9 of 20 folders  9.5 MiB/s")
        #expect(last == "Packing  [########################]  100%  267 of 267 MiB  20 of 20 folders  850 MiB/s")
    }

    @Test func `without bytes things are counted, and without either the time is told`() {
        #expect(
            line(frame(.checking, items: (1_234, 20_000))) == "Checking  [------------]    6%   1,234 of 20,000 files")
        #expect(line(frame(.opening, items: (0, 1), elapsed: 75)) == "Opening  1 min 15 s")
        #expect(line(frame(.opening, elapsed: 2, subject: "Cats.pkg"), 40) == "Opening  2 s  Cats.pkg")
        var reading = frame(.opening, items: (1, 3), rate: 95 * 1_048_576)
        reading.reading.bytes = 512 * Self.mebibyte
        #expect(line(reading) == "Opening  [####--------]   33%  1 of 3 inputs  512 MiB   95 MiB/s")
    }

    @Test func `a package that lies about its size makes no number that is none`() {
        var lying = frame(.unpacking, mebibytes: (5, 3))
        #expect(line(lying) == "Unpacking  [############]  100%  3.0 of 3.0 MiB")
        lying.reading.byteTotal = .max
        lying.reading.bytes = .max
        #expect(line(lying) == "Unpacking  [############]  100%  8388608.0 of 8388608.0 TiB")
        lying.reading.bytes = -5
        #expect(line(lying) == "Unpacking  [------------]    0%        0.0 of 8388608.0 TiB")
    }

    @Test func `waiting for the disk is told as such`() {
        var waiting = full
        waiting.isWaiting = true
        #expect(line(waiting) == "Waiting for the disk  3 s")
        #expect(ProgressText(frame: waiting).plain == "waiting for the disk: 3 s")
    }

    @Test func `a plain line says the same in words`() {
        #expect(ProgressText(frame: full).plain == "packing: 44%, 120 of 267 MiB, 3 of 20 folders, 180 MiB/s, 8 s left")
        #expect(ProgressText(frame: frame(.opening, items: (0, 1), elapsed: 20)).plain == "opening: 20 s")
    }

    @Test(arguments: [
        (0.2, "1 s"), (9.0, "9 s"), (9.2, "10 s"), (11, "15 s"), (59, "1 min"), (61, "1 min 10 s"), (600, "10 min"),
        (3_650, "1 h 1 min"), (7_200, "2 h"),
    ])
    func `a time left is as exact as an estimate can be`(seconds: Double, expected: String) {
        #expect(line(frame(mebibytes: (1, 2), left: seconds)).hasSuffix("  \(expected) left"))
    }

    @Test(arguments: [
        (0.0, "0 B"), (999, "999 B"), (1_000, "1.0 KiB"), (10_240, "10 KiB"), (1_048_576, "1.0 MiB"),
        (10_433_331, "9.9 MiB"), (10_485_760, "10 MiB"), (1_073_741_824, "1.0 GiB"), (126_701_535_232, "118.0 GiB"),
    ])
    func `bytes are told in units of 1,024`(bytes: Double, expected: String) {
        #expect(ByteText.amount(bytes) == expected)
    }

    @Test func `a part of some bytes is told in the unit of all`() {
        #expect(ByteText.amount(500 * 1_048_576, of: 3 * 1_073_741_824) == "0.5 of 3.0 GiB")
        #expect(ByteText.amount(7, of: 120 * 1_048_576) == "  0 of 120 MiB")
    }
}
