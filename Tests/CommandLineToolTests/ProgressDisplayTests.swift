import Packaging
import Synchronization
import TestSupport
import Testing

@testable import CommandLineTool

/// The display with a surface and a clock of the test's own.
@Suite struct ProgressDisplayTests {
    /// Keeps what was written.
    private final class Paper: Sendable {
        private let content = Mutex("")
        let isOurs = Mutex(true)

        var text: String { content.withLock { $0 } }

        var surface: ProgressSurface {
            ProgressSurface(
                write: { text in self.content.withLock { $0 += text } }, columns: { 80 },
                isOurs: { self.isOurs.withLock { $0 } }, isReady: { true }, now: ProgressSurface.monotonicSeconds)
        }

        /// Waits until something is written.
        func waits(until isThere: (String) -> Bool) -> Bool {
            for _ in 0..<20_000 {
                if isThere(text) { return true }
                Pause.millisecond()
            }
            return false
        }
    }

    @Test func `a bar is drawn, gives way to another line, comes again, and is gone at the end`() throws {
        let (display, paper) = (ProgressDisplay(), Paper())
        display.start(.bar, on: paper.surface, delay: 0.01, interval: 0.01)
        let meter = try #require(display.meter)
        meter.begin(.packing, items: 2, bytes: 4 << 20)
        meter.add(bytes: 1 << 20)
        #expect(paper.waits { $0.hasSuffix("Packing  [###---------]   25%  1.0 of 4.0 MiB  0 of 2 folders\u{1B}[K") })
        display.interrupt { paper.surface.write("iapkit: a word\r\n") }
        #expect(paper.text.contains("folders\u{1B}[K\r\u{1B}[Kiapkit: a word\r\n"))
        meter.add(items: 1, bytes: 1 << 20)
        #expect(paper.waits { $0.contains("50%  2.0 of 4.0 MiB  1 of 2 folders") })
        display.finish()
        #expect(paper.text.hasSuffix("\r\u{1B}[K"))
        #expect(TerminalHarness.lines(of: paper.text) == ["iapkit: a word", ""])
        #expect(display.meter == nil)
        display.finish()
        #expect(TerminalHarness.lines(of: paper.text) == ["iapkit: a word", ""])
    }

    @Test func `between two phases the line is gone, so that a person can be asked`() throws {
        let (display, paper) = (ProgressDisplay(), Paper())
        display.start(.bar, on: paper.surface, delay: 0.01, interval: 0.01)
        let meter = try #require(display.meter)
        meter.begin(.checking, items: 20)
        #expect(paper.waits { $0.contains("0 of 20 files") })
        meter.end()
        #expect(paper.waits { $0.hasSuffix("\r\u{1B}[K") })
        display.finish()
        #expect(TerminalHarness.lines(of: paper.text) == [""])
    }

    @Test func `nothing is drawn before the blink is over, and nothing while the terminal is another's`() throws {
        let (display, paper) = (ProgressDisplay(), Paper())
        display.start(.bar, on: paper.surface, delay: 60, interval: 60)
        display.meter?.begin(.packing, bytes: 100)
        display.finish()
        #expect(paper.text == "")

        paper.isOurs.withLock { $0 = false }
        display.start(.bar, on: paper.surface, delay: 0.001, interval: 0.001)
        display.meter?.begin(.packing, bytes: 100)
        for _ in 0..<20 { Pause.millisecond() }
        display.finish()
        #expect(paper.text == "")
    }

    @Test func `a line that was drawn before the terminal became another's is not cleared there`() throws {
        let (display, paper) = (ProgressDisplay(), Paper())
        display.start(.bar, on: paper.surface, delay: 0.001, interval: 0.001)
        display.meter?.begin(.packing, bytes: 100)
        #expect(paper.waits { !$0.isEmpty })
        paper.isOurs.withLock { $0 = false }
        display.finish()
        #expect(paper.text == "\rPacking  [------------]    0%    0 of 100 B\u{1B}[K")
    }

    @Test func `lines have the prefix, no escape, and their distance`() throws {
        let (display, paper) = (ProgressDisplay(), Paper())
        display.start(.lines(0.05), on: paper.surface, delay: 0.005, interval: 0.005)
        let meter = try #require(display.meter)
        let start = ProgressSurface.monotonicSeconds()
        meter.begin(.unpacking, bytes: 100)
        meter.add(bytes: 50)
        #expect(paper.waits { $0.split(separator: "\n").count >= 3 })
        let passed = ProgressSurface.monotonicSeconds() - start
        display.finish()
        let lines = paper.text.split(separator: "\n")
        #expect(Double(lines.count) <= passed / 0.05 + 1)
        #expect(lines.allSatisfy { $0.hasPrefix("iapkit: unpacking: 50%, 50 of 100 B") })
        #expect(paper.text.hasSuffix("\n") && !paper.text.contains("\u{1B}") && !paper.text.contains("\r"))
    }

    @Test(arguments: [
        (Options.ProgressChoice.auto, false, true, ProgressManner?.some(.bar)),
        (.auto, false, false, nil),
        (.auto, true, true, nil),
        (.plain, false, true, .lines(10)),
        (.plain, false, false, .lines(10)),
        (.plain, true, false, nil),
        (.never, false, true, nil),
    ])
    func `the options decide, then the stream`(
        choice: Options.ProgressChoice, isQuiet: Bool, canRedraw: Bool, expected: ProgressManner?
    ) {
        #expect(ProgressManner(choice, isQuiet: isQuiet, canRedraw: canRedraw) == expected)
    }
}
