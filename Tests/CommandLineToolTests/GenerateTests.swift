import Checks
import Findings
import TestSupport
import Testing

@testable import CommandLineTool

/// The man page, the completions and the help come from one table, and this holds them against it.
@Suite struct GenerateTests {
    /// The spellings of the options of each command, as the table has them.
    private static let table = Dictionary(
        uniqueKeysWithValues: CommandTable.all.map { command in
            (command.name, Set(command.options.flatMap { ["--\($0.name)"] + ($0.letter.map { ["-\($0)"] } ?? []) }))
        })

    private func generated(_ kind: String) throws -> String {
        let outcome = try BuiltTool.run(["generate", kind])
        #expect(outcome.status == 0)
        #expect(outcome.errorText.isEmpty)
        return outcome.outputText
    }

    @Test func `the help of each command has its options and no other`() throws {
        for command in CommandTable.all {
            let page = try BuiltTool.run(["help", command.name]).outputText
            let options = try #require(page.split(separator: "\nOptions:\n").last)
            // An option's line begins with its letter or, four further in, with its name.
            let spellings = options.split(separator: "\n").filter { $0.hasPrefix("  -") || $0.hasPrefix("      --") }
                .flatMap { $0.matches(of: /(?:^  |^      |, )(--?[a-z][a-z-]*)/).map { String($0.output.1) } }
            #expect(Set(spellings) == Self.table[command.name])
        }
    }

    @Test func `the man page has every command and its options, and no other`() throws {
        var found: [String: Set<String>] = [:]
        for section in try generated("man").split(separator: "\n.Ss iapkit ").dropFirst() {
            let section = section.split(separator: "\n.Sh ")[0]
            let name = try #require(section.split(separator: "\n").first).dropFirst(2)
            let items = section.split(separator: "\n").filter { $0.hasPrefix(".It ") }
            found[String(name)] = Set(
                items.flatMap { $0.matches(of: /Fl \\&((?:\\-)?[a-z](?:[a-z]|\\-)*)/) }
                    .map { "-" + $0.output.1.replacing("\\-", with: "-") })
        }
        #expect(found == Self.table)
    }

    @Test func `bash completes every command and its options, and no other`() throws {
        let text = try generated("bash")
        let function = /_iapkit_options\(\) \{\n    case \$1 in\n([^}]*)    esac/
        let lines = try #require(text.firstMatch(of: function)).output.1
        var found: [String: Set<String>] = [:]
        for match in lines.matches(of: /\s+([a-z]+)\) echo '([^']*)' ;;\n/) {
            found[String(match.output.1)] = Set(match.output.2.split(separator: " ").map(String.init))
        }
        #expect(found == Self.table)
        #expect(text.contains("_iapkit_commands='\(CommandTable.all.map { $0.name }.joined(separator: " "))'\n"))
    }

    @Test func `zsh completes every command and its options, and no other`() throws {
        let text = try generated("zsh")
        var found: [String: Set<String>] = [:]
        for block in text.split(separator: "_arguments -s -S : \\\n").enumerated().dropFirst() {
            let before = text.split(separator: "_arguments -s -S : \\\n")[block.offset - 1]
            let name = try #require(before.split(separator: "\n").last { $0.hasSuffix(")") })
                .trimming { " )".contains($0) }
            let body = block.element.split(separator: ";;")[0]
            found[name] = Set(
                body.matches(of: /'(?:\*|\([^)]*\))(--?[a-z][a-z-]*)[+=]?\[/).map { String($0.output.1) })
        }
        #expect(found == Self.table)
        for command in CommandTable.all { #expect(text.contains("        '\(command.name):")) }
    }

    @Test func `fish completes every command and its options, and no other`() throws {
        let text = try generated("fish")
        var found: [String: Set<String>] = [:]
        for match in text.matches(of: /-n '__iapkit_is ([a-z]+)'(?: -s ([a-z]))? -l ([a-z-]+)/) {
            found[String(match.output.1), default: []].insert("--\(match.output.3)")
            if let letter = match.output.2 { found[String(match.output.1), default: []].insert("-\(letter)") }
        }
        #expect(found == Self.table)
        for command in CommandTable.all {
            #expect(text.contains("\ncomplete -c iapkit -n __fish_is_first_arg -a \(command.name) -d "))
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completions hold every code, every name of a finding and every choice`(shell: String) throws {
        let text = try generated(shell)
        let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
        for code in CheckCatalog.descriptions.map(\.code) {
            #expect(words.contains(code.id))
            #expect(words.contains(code.slug))
        }
        for choices in OptionTable.all.compactMap(\.choices) {
            #expect(text.contains(choices.joined(separator: " ")))
        }
    }

    @Test(arguments: ["man", "bash", "zsh", "fish", "config-schema"])
    func `what is generated is the same in every place and on every day`(kind: String) throws {
        let text = try generated(kind)
        for environment in [["LC_ALL": "C", "TZ": "Asia/Tokyo"], ["LC_ALL": "de_AT.UTF-8", "SOURCE_DATE_EPOCH": "1"]] {
            #expect(try BuiltTool.run(["generate", kind], environment: environment).outputText == text)
        }
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
    }
}

extension Substring {
    /// Without the characters at either end that a test is true for.
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        String(String(drop(while: isTrimmed).reversed()).drop(while: isTrimmed).reversed())
    }
}
