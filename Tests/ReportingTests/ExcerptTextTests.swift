import Findings
import Testing

@testable import Reporting

/// The source line under a headline. Each expectation shows what a person sees.
@Suite struct ExcerptTextTests {
    private func excerpt(
        _ text: some Sequence<UInt8>, _ columns: Range<Int>, columns width: Int? = nil,
        cut: (Bool, Bool) = (false, false)
    ) -> String {
        let line = SourceLine(bytes: Array(text), columns: columns, isCutAtStart: cut.0, isCutAtEnd: cut.1)
        return ExcerptText(style: TextStyle(columns: width)).render(line, number: 8, paint: .red)
    }

    @Test func `carets stand below the columns that are meant, a tab is spaces`() {
        #expect(
            excerpt("\t<string>Cat</string>".utf8, 9..<12) == """
                    8 |     <string>Cat</string>
                      |             ^^^

                """)
        #expect(
            excerpt("a\tb".utf8, 2..<3) == """
                    8 | a   b
                      |     ^

                """)
    }

    @Test func `a place without a character has one caret, also behind the end and in an empty line`() {
        #expect(
            excerpt("<dict>".utf8, 6..<6) == """
                    8 | <dict>
                      |       ^

                """)
        #expect(excerpt("".utf8, 0..<0) == "    8 |\n      | ^\n")
        #expect(excerpt("ab".utf8, 70..<99) == "    8 | ab\n      |   ^\n")
    }

    @Test func `spaces at the end are there where they are meant only`() {
        #expect(excerpt("ab  ".utf8, 0..<2) == "    8 | ab\n      | ^^\n")
        #expect(excerpt("ab  ".utf8, 2..<4) == "    8 | ab  \n      |   ^^\n")
    }

    @Test func `wide characters take two columns, marks none`() {
        #expect(
            excerpt("<s>日本é\u{301}x</s>".utf8, 3..<8) == """
                    8 | <s>日本é\u{301}x</s>
                      |    ^^^^^^

                """)
        #expect(
            excerpt("한\u{1112}\u{1161}👍🏽y".utf8, 5..<6) == """
                    8 | 한\u{1112}\u{1161}👍🏽y
                      |         ^

                """)
        // One with nothing to join would join the bar.
        #expect(excerpt("\u{301}a".utf8, 1..<2) == "    8 | <U+0301>a\n      |         ^\n")
    }

    @Test func `what steers a terminal, turns text around or is not UTF-8 is shown as what it is`() {
        #expect(
            excerpt("a\u{1B}[31m\u{202E}b".utf8, 6..<7) == """
                    8 | a<U+001B>[31m<U+202E>b
                      |              ^^^^^^^^

                """)
        #expect(
            excerpt(Array("caf".utf8) + [0xE9, 0xC3, 0x28, 0x80], 3..<4) == """
                    8 | caf\\xE9\\xC3(\\x80
                      |    ^^^^

                """)
        #expect(excerpt("\u{0}\u{7F}\u{85}\u{FEFF}\u{2028}".utf8, 4..<5).split(separator: "\n").count == 2)
    }

    @Test func `a long line is cut around the carets, on a terminal to its width`() {
        let text = String(repeating: "0123456789", count: 50)
        let lines = excerpt(text.utf8, 250..<255, columns: 40).split(separator: "\n").map(String.init)
        #expect(lines[0] == "    8 | …12345678901234567890123456789…")
        #expect(lines[1] == "      |           ^^^^^")
        #expect(lines.allSatisfy { $0.count <= 40 })
        // Where there is no terminal, room enough to see something.
        #expect(excerpt(text.utf8, 250..<255).split(separator: "\n")[0].count <= 120)
        // What is meant may itself be too long.
        let all = excerpt(text.utf8, 0..<500, columns: 40).split(separator: "\n").map(String.init)
        #expect(all[0] == "    8 | 01234567890123456789012345678…")
        #expect(all[1] == "      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^")
        let end = excerpt(text.utf8, 500..<500, columns: 40).split(separator: "\n").map(String.init)
        #expect(end[0] == "    8 | …12345678901234567890123456789")
        #expect(end[1] == "      |                               ^")
        #expect(end.allSatisfy { $0.count <= 40 })
    }

    @Test func `no letter is cut from its mark, and no wide one in two`() {
        for width in 24..<40 {
            let text = String(repeating: "e\u{301}日", count: 100)
            let lines = excerpt(text.utf8, 150..<153, columns: width).split(separator: "\n").map(String.init)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
            let shown = lines[0].dropFirst("    8 | …".count)
            #expect(shown.first == "e\u{301}" || shown.first == "日", "\(lines[0])")
        }
    }

    @Test func `a part of a line says that there is more`() {
        #expect(
            excerpt("abc".utf8, 1..<2, cut: (true, true)) == """
                    8 | …abc…
                      |   ^

                """)
    }
}
