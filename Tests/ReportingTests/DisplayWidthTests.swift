import Findings
import TestSupport
import Testing

@testable import Reporting

@Suite struct DisplayWidthTests {
    @Test func `text of the West, of East Asia, emoji, marks and flags`() {
        #expect(DisplayWidth.of("Cats") == 4)
        #expect(DisplayWidth.of("Müsli") == 5)
        #expect(DisplayWidth.of("Mu\u{308}sli") == 5)
        #expect(DisplayWidth.of("日本語") == 6)
        #expect(DisplayWidth.of("ＡＢ") == 4)
        #expect(DisplayWidth.of("ｱｲ") == 2)
        #expect(DisplayWidth.of("👍") == 2)
        #expect(DisplayWidth.of("\u{1F1E9}\u{1F1EA}") == 2)
        #expect(DisplayWidth.of(ansi: "\u{1B}[1;31m日\u{1B}[0m!") == 3)
    }

    @Test func `cutting keeps to the width and keeps letters with their marks`() {
        #expect(DisplayWidth.cut("abcdef", to: 6) == "abcdef")
        #expect(DisplayWidth.cut("abcdefg", to: 6) == "abcde…")
        #expect(DisplayWidth.cut("abcdefg", to: 6, keepsEnd: true) == "…cdefg")
        #expect(DisplayWidth.cut("日本語", to: 5) == "日本…")
        #expect(DisplayWidth.cut("日本語", to: 4) == "日…")
        #expect(DisplayWidth.cut("aae\u{301}", to: 2, keepsEnd: true) == "…e\u{301}")
    }

    /// Python's table is of Unicode 13 or later, by its version; what it does not know has no width that all agree on.
    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
    func `every wide character that Python knows is wide, and no other`() throws {
        let script = """
            import unicodedata as u
            for c in range(0x300, 0x110000):
                if u.category(chr(c)) in ('Cn', 'Co', 'Cs', 'Cf', 'Mn', 'Me') or 0x1160 <= c <= 0x11FF: continue
                print(c, 2 if u.east_asian_width(chr(c)) in 'WF' else 1)
            """
        let lines = try #require(Program("python3")).run(["-c", script]).outputText.split(separator: "\n")
        #expect(lines.count > 100_000)
        let wrong = lines.filter { line in
            let parts = line.split(separator: " ").compactMap { UInt32($0) }
            guard parts.count == 2, let scalar = Unicode.Scalar(parts[0]) else { return true }
            // Unicode 16 made some symbols of the Book of Changes and of counting rods wide, which Python's may not know.
            if (0x1D300...0x1D376).contains(parts[0]) || (0x4DC0...0x4DFF).contains(parts[0]) { return false }
            return DisplayWidth.of(scalar) != Int(parts[1])
        }
        #expect(wrong == [])
    }
}
