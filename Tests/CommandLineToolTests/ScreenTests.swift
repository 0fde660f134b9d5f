import Testing

@testable import CommandLineTool

@Suite struct ScreenTests {
    private func screen(
        _ environment: [String: String] = [:], isTerminal: Bool = true, color: Options.ColorChoice = .auto,
        told: Int? = nil
    ) -> Screen {
        Screen(isTerminal: isTerminal, color: color, environment: environment, toldColumns: told)
    }

    @Test func `a terminal is as wide as it says, unless somebody says otherwise, and 80 where nobody does`() {
        #expect(screen(told: 132).columns == 132)
        #expect(screen(["COLUMNS": "100"], told: 132).columns == 100)
        #expect(screen().columns == 80)
        for nonsense in ["", "wide", "0", "-5", "99999999999999999999"] {
            #expect(screen(["COLUMNS": nonsense], told: 70).columns == 70)
        }
        #expect(screen(["COLUMNS": "3"]).columns == 20)
    }

    @Test func `what is no terminal has no width, whatever the environment says`() {
        #expect(screen(["COLUMNS": "100"], isTerminal: false, told: 90).columns == nil)
        #expect(StandardStream(descriptor: -1).terminalColumns == nil)
    }

    @Test(arguments: [
        (["TERM": "xterm"], true, Options.ColorChoice.auto, true),
        (["TERM": "dumb"], true, .auto, false),
        ([:], true, .auto, false),
        (["TERM": ""], true, .auto, false),
        (["TERM": "xterm"], false, .auto, false),
        (["TERM": "xterm", "NO_COLOR": "1"], true, .auto, false),
        (["TERM": "xterm", "NO_COLOR": ""], true, .auto, true),
        (["TERM": "xterm", "NO_COLOR": "1"], true, .always, true),
        (["TERM": "dumb"], false, .always, true),
        (["TERM": "xterm"], true, .never, false),
        (["FORCE_COLOR": "1"], false, .auto, true),
        (["FORCE_COLOR": "1", "NO_COLOR": "1"], false, .auto, false),
    ])
    func `colour goes by the option, then the environment, then the stream`(
        environment: [String: String], isTerminal: Bool, choice: Options.ColorChoice, expected: Bool
    ) {
        #expect(screen(environment, isTerminal: isTerminal, color: choice).usesColor == expected)
    }

    @Test func `a line is drawn again only on a terminal that can`() {
        #expect(screen(["TERM": "xterm", "NO_COLOR": "1"]).canRedraw)
        #expect(!screen(["TERM": "dumb"]).canRedraw)
        #expect(!screen().canRedraw)
        #expect(!screen(["TERM": "xterm"], isTerminal: false, color: .always).canRedraw)
    }
}
