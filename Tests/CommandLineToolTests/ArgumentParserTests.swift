import ContentModel
import Findings
import Reporting
import Testing

@testable import CommandLineTool

@Suite struct ArgumentParserTests {
    private let parser = ArgumentParser(command: "pack", options: PackCommand.options)

    @Test func `options stand before, between and after operands`() throws {
        let options = try parser.parse(["--force", "A", "-o", "dist", "B", "-q"])
        #expect(options.operands == ["A", "B"])
        #expect(options.output == "dist")
        #expect(options.replacesExisting)
        #expect(options.verbosity == .quiet)
    }

    @Test(arguments: [["--output=dist"], ["--output", "dist"], ["-o", "dist"], ["-odist"]])
    func `a value can be given in every usual form`(arguments: [String]) throws {
        #expect(try parser.parse(arguments).output == "dist")
    }

    @Test func `E19: two hyphens end the options, and a value may begin with one`() throws {
        let options = try parser.parse(["-o", "-dist", "--", "-pack1", "--force"])
        #expect(options.output == "-dist")
        #expect(options.operands == ["-pack1", "--force"])
        #expect(!options.replacesExisting)
    }

    @Test func `a lone hyphen is an operand`() throws {
        #expect(try parser.parse(["-"]).operands == ["-"])
    }

    @Test func `switches of one letter share a hyphen, the last may take a value`() throws {
        let options = try parser.parse(["-qj4"])
        #expect(options.verbosity == .quiet)
        #expect(options.jobs == 4)
    }

    @Test func `the last of an option that is not repeatable wins`() throws {
        #expect(try parser.parse(["-j1", "-j", "3"]).jobs == 3)
    }

    @Test func `repeatable options add up`() throws {
        let options = try parser.parse(["--expect", "a", "--expect=b", "--products", "-", "--exclude", "*.psd"])
        #expect(options.expectedProducts == ["a", "b"])
        #expect(options.productSources == ["-"])
        #expect(options.exclusions.map(\.pattern) == ["*.psd"])
    }

    @Test func `codes are taken by id or slug in any letter case`() throws {
        let options = try parser.parse(["--skip", "product-not-found", "--severity", "fil-009=off", "--only=PID-001"])
        #expect(options.policy.skip.map(\.id) == ["PID-010"])
        #expect(options.policy.only?.map(\.id) == ["PID-001"])
        #expect(options.policy.overrides.map { $0.key.id } == ["FIL-009"])
    }

    @Test(
        arguments: [
            (["--forse"], "there is no option '--forse'", "did you mean '--force'?"),
            (["--force=yes"], "--force is a switch and takes no value", nil),
            (["--output"], "--output needs a value: --output OUT", nil),
            (
                ["-x"], "there is no option '-x'",
                "see iapkit help pack; a path that begins with a hyphen is given as ./-x"
            ),
            (["--product-id", "a"], "pack takes no --product-id", "see iapkit help pack"),
            (["--format", "zap"], "there is no --format 'zap'", "did you mean 'zip'?"),
            (["--fail-on", "fatal"], "there is no --fail-on 'fatal'", "there are: error, warning, note, never"),
            (["--jobs", "0"], "--jobs takes a number from 1 to 1024, not '0'", nil),
            (["--skip", "PID-01O"], "there is no finding 'PID-01O'", "iapkit explain lists all of them"),
            (
                ["--skip", "product-not-fond"], "there is no finding 'product-not-fond'",
                "did you mean 'product-not-found'?"
            ),
            (
                ["--severity", "PID-010"], "--severity takes CODE=LEVEL, not 'PID-010'",
                "for example --severity FIL-009=off"
            ),
            (["--severity", "PID-010=warn"], "there is no severity 'warn'", "there are: note, warning, error, off"),
            (["--report", "jsn"], "there is no report format 'jsn'", "did you mean 'json'?"),
            (["--report", "json="], "--report json= names no file behind the '='", nil),
        ] as [([String], String, String?)])
    func `a wrong command line says what is wrong and what was meant`(
        arguments: [String], message: String, hint: String?
    ) {
        #expect(throws: UsageError(message, hint: hint)) { try parser.parse(arguments) }
    }

    @Test func `--fail-on never means that nothing fails`() throws {
        #expect(try parser.parse(["--fail-on", "never"]).policy.failOn == nil)
    }
}

@Suite struct OptionTableTests {
    @Test func `names and letters are unique`() {
        #expect(Set(OptionTable.all.map(\.id)).count == OptionTable.all.count)
        for command in CommandTable.all { #expect(Set(command.options.map(\.name)).count == command.options.count) }
        let letters = OptionTable.all.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
    }

    @Test func `an option with choices has a value, and its choices are plain words`() {
        for option in OptionTable.all {
            guard let choices = option.choices else { continue }
            #expect(option.value != nil)
            #expect(choices.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } && !$0.isEmpty })
        }
    }

    @Test func `every option that a command names exists, and every option is taken by a command`() {
        var used: Set<String> = ["help"]
        for command in CommandTable.all {
            for name in command.optionNames { #expect(OptionTable.option(name) != nil, "\(command.name): \(name)") }
            #expect(Set(command.optionNames).count == command.optionNames.count, "\(command.name) names one twice")
            used.formUnion(command.optionNames)
        }
        #expect(Set(OptionTable.all.map(\.id)) == used)
    }

    @Test func `other words for an option are for one that the command takes`() {
        for command in CommandTable.all {
            #expect(command.optionTexts.keys.filter { !command.optionNames.contains($0) } == [])
            #expect(command.usage.hasPrefix(command.operands))
        }
    }

    @Test func `a usage line shows the options without which nothing is done`() throws {
        let usages = [
            "init": "DIR --product-id ID", "unpack": "PACKAGE -o DIR", "match": "PATH… --products SOURCE…",
        ]
        for (name, usage) in usages {
            let page = HelpText.page(for: try CommandTable.command(name))
            #expect(page.hasPrefix("Usage: iapkit \(name) [options] \(usage)\n"))
            #expect(HelpText.overview.contains("  iapkit \(name) \(usage)"))
        }
    }

    @Test func `no line of the help is wider than 80 columns`() {
        for page in [HelpText.overview] + CommandTable.all.map(HelpText.page) {
            for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }
}
