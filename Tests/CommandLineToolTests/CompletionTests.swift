import Checks
import Foundation
import Reporting
import TestSupport
import Testing

@testable import CommandLineTool

/// One list of questions, put to the real shells; what they offer must be the same.
@Suite struct CompletionTests {
    /// A command line up to the cursor, and what is offered there.
    private static let questions: [(line: String, offers: [String])] = [
        ("iapkit pa", ["pack"]),
        ("iapkit ", CommandTable.all.map { $0.name }),
        ("iapkit --", ["--help", "--version"]),
        ("iapkit pack --f", ["--format", "--force", "--fail-on"]),
        ("iapkit pack -q --com", ["--compression"]),
        ("iapkit generate --", ["--help"]),
        ("iapkit edit --c", ["--content-version", "--color"]),
        // Values of options.
        ("iapkit pack --format ", ["zip", "pkg", "aar"]),
        ("iapkit pack --format=", ["zip", "pkg", "aar"]),
        ("iapkit pack --format=p", ["pkg"]),
        ("iapkit pack --color ", ["auto", "always", "never"]),
        ("iapkit pack --pkg-profile=", ["current", "xcode6"]),
        ("iapkit pack --compression s", ["store", "smallest"]),
        ("iapkit validate --products-format=story", []),
        ("iapkit validate --products-format=storek", ["storekit"]),
        ("iapkit validate --fail-on n", ["note", "never"]),
        ("iapkit validate --report ", ReportFormat.allCases.map(\.rawValue)),
        ("iapkit validate --report json=l", ["list.txt"]),
        ("iapkit validate --report=json=l", ["list.txt"]),
        ("iapkit validate --expect ", []),
        ("iapkit pack -o ", ["cats.zip", "list.txt", "Cat Photos"]),
        ("iapkit pack -qo ", ["cats.zip", "list.txt", "Cat Photos"]),
        ("iapkit pack --output=l", ["list.txt"]),
        // Findings.
        ("iapkit explain product-not-f", ["product-not-found", "product-not-for-sale"]),
        ("iapkit explain PID-010", ["PID-010"]),
        ("iapkit validate --only VER-00", ["VER-001", "VER-002", "VER-003", "VER-004"]),
        ("iapkit validate --skip=script", ["script"]),
        ("iapkit validate --severity VER-00", ["VER-001=", "VER-002=", "VER-003=", "VER-004="]),
        ("iapkit validate --severity VER-001=n", ["note"]),
        ("iapkit validate --severity=VER-001=", ["error", "warning", "note", "off"]),
        // Operands.
        ("iapkit pack ", ["cats.zip", "list.txt", "Cat Photos"]),
        ("iapkit pack --format zip l", ["list.txt"]),
        ("iapkit pack --format=zip -j4 -o out Cats l", ["list.txt"]),
        ("iapkit pack --bump l", ["list.txt"]),
        ("iapkit pack -- l", ["list.txt"]),
        ("iapkit pack -- --f", []),
        ("iapkit pack --force -- -o l", ["list.txt"]),
        ("iapkit init ", ["Cat Photos"]),
        ("iapkit init --config C", ["Cat Photos"]),
        ("iapkit validate --config l", ["list.txt"]),
        ("iapkit edit --product-id a C", ["Cat Photos"]),
        ("iapkit compare cats.zip l", ["list.txt"]),
        ("iapkit compare cats.zip list.txt l", []),
        ("iapkit help ge", ["generate"]),
        ("iapkit generate ", ["man", "bash", "zsh", "fish", "config-schema"]),
        ("iapkit generate man ba", []),
        ("iapkit no-such l", []),
    ]

    private func expectAnswers(_ ask: ([String], TemporaryFolder) throws -> [[String]]) throws {
        try withTemporaryFolder { folder in
            try folder.write("place/cats.zip", "")
            try folder.write("place/list.txt", "")
            try folder.makeFolder("place/Cat Photos")
            let answers = try ask(Self.questions.map(\.line), folder)
            try #require(answers.count == Self.questions.count)
            for (question, answer) in zip(Self.questions, answers) {
                #expect(Set(answer.map(plain)) == Set(question.offers), "\(question.line)")
            }
        }
    }

    /// What the user sees: without the option before, the backslash of a space and the slash of a folder. A shell that
    /// replaces the whole word repeats it.
    private func plain(_ offer: String) -> String {
        let offer = offer.replacing("\\ ", with: " ").replacing(/\/$/, with: "")
        guard let sign = offer.lastIndex(of: "="), !offer.hasSuffix("=") else { return offer }
        return String(offer[offer.index(after: sign)...])
    }

    @Test(.enabled(if: Program("bash") != nil, "bash is not installed"))
    func `bash offers what fits the place`() throws {
        try expectAnswers { try ShellHarness.bash($0, in: $1) }
    }

    @Test(.enabled(if: Program("bash") != nil, "bash is not installed"))
    func `bash offers the same in POSIX mode`() throws {
        try expectAnswers { try ShellHarness.bash($0, in: $1, arguments: ["--posix"]) }
    }

    @Test(.enabled(if: Program("zsh") != nil, "zsh is not installed"))
    func `zsh offers what fits the place`() throws {
        try expectAnswers { try ShellHarness.zsh($0, in: $1) }
    }

    @Test(.enabled(if: Program("fish") != nil, "fish is not installed"))
    func `fish offers what fits the place`() throws {
        try expectAnswers { try ShellHarness.fish($0, in: $1) }
    }

    @Test func `every placeholder of an operand is known to the completions`() {
        for command in CommandTable.all {
            for place in OperandPlace.places(of: command) {
                #expect(place.completion != .nothing, "\(command.name): \(place.placeholder)")
            }
        }
    }
}
