import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct ManualPageTests {
    private func withPage<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
        try withTemporaryFolder { folder in
            try folder.write("iapkit.1", [UInt8](try BuiltTool.run(["generate", "man"]).output))
            return try body(folder)
        }
    }

    /// The page as mandoc shows it, in plain ASCII, white space folded.
    private func shown() throws -> String {
        let mandoc = try #require(Program("mandoc"))
        return try withPage { folder in
            let page = try mandoc.run(["-T", "ascii", "-O", "width=500", "iapkit.1"], in: folder.path)
            // Bold and underlined characters are typed over: the character, a backspace, the character.
            let plain = page.outputText.replacing(/.\u{8}/, with: "")
            return plain.split { $0.isWhitespace }.joined(separator: " ")
        }
    }

    @Test(.enabled(if: Program("mandoc") != nil, "mandoc is not installed"))
    func `mandoc finds nothing to warn of`() throws {
        let mandoc = try #require(Program("mandoc"))
        try withPage { folder in
            let outcome = try mandoc.run(["-T", "lint", "-W", "warning", "iapkit.1"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText.isEmpty)
            #expect(outcome.errorText.isEmpty)
        }
    }

    @Test(.enabled(if: Program("groff") != nil, "groff is not installed"))
    func `groff finds nothing to warn of`() throws {
        let groff = try #require(Program("groff"))
        try withPage { folder in
            let outcome = try groff.run(["-mandoc", "-Tutf8", "-ww", "iapkit.1"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.errorText.isEmpty)
            #expect(outcome.outputText.contains("EXIT STATUS") || outcome.outputText.contains("E\u{8}EX\u{8}X"))
        }
    }

    @Test(.enabled(if: Program("mandoc") != nil, "mandoc is not installed"))
    func `the page says what the help says, character for character`() throws {
        let page = try shown()
        for command in CommandTable.all {
            for option in command.options {
                let letter = option.letter.map { "-\($0), " } ?? ""
                let value = option.value.map { " \($0)" } ?? ""
                let row = "\(letter)--\(option.name)\(value) \(HelpText.description(of: option))"
                #expect(page.contains(row))
            }
            for paragraph in command.discussion.map({ $0.replacing("…", with: "...") }) {
                #expect(page.contains(paragraph.split { $0.isWhitespace }.joined(separator: " ")))
            }
            for example in command.examples {
                #expect(page.contains("$ \(example.command) \(example.effect)"))
            }
        }
        for (name, meaning) in ProcessEnvironment.table { #expect(page.contains("\(name) \(meaning)")) }
        for status in [ExitStatus.success, .findings, .usage, .failure] {
            #expect(page.contains("\(status.rawValue) \(status.meaning)."))
        }
        #expect(page.contains("Apple takes no new hosted In-App Purchase content since Xcode 13.3 (March 2022)."))
    }

    @Test func `only the variables that the page names are read`() throws {
        for file in Repository.files(in: "Sources", suffix: ".swift")
        where !file.hasSuffix("Streams/ProcessEnvironment.swift") {
            let text = try Repository.text(file)
            #expect(!text.contains("getenv(") && !text.contains("ProcessInfo.processInfo.environment"), "\(file)")
        }
    }

    @Test(arguments: [
        (".Sh NAME", "\\&.Sh NAME\n"),
        ("'br", "\\(aqbr\n"),
        ("a\\n\\fBb", "a\\en\\efBb\n"),
        ("--no-sync", "\\-\\-no\\-sync\n"),
        ("PATH… `a` ^~ \"x\"", "PATH\\[u2026] \\(gaa\\(ga \\(ha\\(ti \\(dqx\\(dq\n"),
        ("One. Two", "One.\nTwo\n"),
    ])
    func `nothing in a text is taken for a request`(text: String, roff: String) {
        #expect(Roff.paragraph(text) == roff)
    }

    @Test func `no word of an argument is taken for a macro`() {
        #expect(Roff.arguments("No Fl", "Ar") == "\\&No \\&Fl \\&Ar")
    }
}
