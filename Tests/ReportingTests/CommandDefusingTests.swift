import Findings
import Testing

@testable import Reporting

/// A text report stands in the logs of CI services, which look for commands in them.
@Suite struct CommandDefusingTests {
    @Test func `no line begins a command of GitHub's, with or without spaces before it`() {
        #expect(
            CommandDefusing.defused("::error::x\n  ::warning::y\nz ::error::\n") == """
                <U+003A>:error::x
                  <U+003A>:warning::y
                z ::error::

                """)
        #expect(CommandDefusing.defused(":::a") == "<U+003A>::a")
        #expect(CommandDefusing.defused("a:b\n:c") == "a:b\n:c")
    }

    @Test func `nor anywhere one of the older form, which other services have too`() {
        #expect(CommandDefusing.defused("a ##[error]b") == "a #<U+0023>[error]b")
        #expect(CommandDefusing.defused("##vso[task.x]") == "#<U+0023>vso[task.x]")
        #expect(CommandDefusing.defused("###[x]") == "##<U+0023>[x]")
        #expect(CommandDefusing.defused("##teamcity[x]") == "#<U+0023>teamcity[x]")
        #expect(CommandDefusing.defused("C# and ## and #[x]") == "C# and ## and #[x]")
    }

    @Test func `no name can give a text report a command, in whatever place it stands`() {
        for name in ["::error::x", " ::stop-commands::x", "##[add-mask]x", "##vso[task.complete]"] {
            var report = Report(
                command: "validate", toolVersion: "9.9",
                inputs: [InputSummary(path: name, kind: .folder, productIdentifier: name)],
                findings: [
                    Finding(
                        code: CISamples.hidden.code, severity: .error, message: "m \(name)",
                        location: Location(input: name, member: name), notes: [name + " " + name],
                        remedy: Remedy(name, command: name))
                ])
            var texts = [TextReporter().render(report)]
            for line in JUnitReporter().render(report).split(separator: "\n") { #expect(!line.hasPrefix("::")) }
            report.command = "match"
            report.matches = [
                MatchRow(path: name, productIdentifier: name, status: .near, candidate: name, reason: name)
            ]
            report.unclaimed = [ProductRow(productIdentifier: name, source: name)]
            texts.append(TextReporter().render(report))
            texts.append(
                TextReporter(style: TextStyle(columns: 20)).render(
                    Report(
                        command: "products", toolVersion: "9.9",
                        products: [ProductRow(productIdentifier: name, source: name, name: name)])))
            for line in texts.joined().split(separator: "\n") {
                #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"))
                #expect(!line.contains("##["))
                #expect(!line.contains("##vso["))
            }
        }
    }
}
