/// `iapkit generate zsh`: a function for zsh's own completion system, `_iapkit` in a folder of its `fpath`.
enum ZshCompletion {
    static var text: String {
        """
        #compdef iapkit
        # Completion of iapkit for zsh. Made by 'iapkit generate zsh'; it never runs iapkit.

        _iapkit_commands() {
            local -a commands=(
        \(CommandTable.all.map { item($0.name, $0.summary) }.joined())\
            )
            _describe -t commands 'iapkit command' commands
        }

        # $1: what stands behind each code.
        _iapkit_codes() {
            local -a codes=(
        \(CompletionLists.findings.map { item($0.name, $0.summary) }.joined())\
            )
            _describe -t codes 'finding' codes "$@"
        }

        _iapkit_levels() {
            if compset -P '*='; then
                compadd -- \(CompletionLists.levels.joined(separator: " "))
            else
                _iapkit_codes -S '='
            fi
        }

        _iapkit_reports() {
            if compset -P '*='; then
                _files
            else
                compadd -- \(CompletionLists.reports.joined(separator: " "))
            fi
        }

        _iapkit() {
            local curcontext="$curcontext" state line ret=1
            local -A opt_args

            _arguments -C \\
                '(- : *)'{-h,--help}'[show help]' \\
                '(- : *)--version[show the version]' \\
                '1:command:->command' \\
                '*::argument:->argument' && ret=0

            case $state in
                command)
                    _iapkit_commands && ret=0
                    ;;
                argument)
                    curcontext="${curcontext%:*:*}:iapkit-$words[1]:"
                    case $words[1] in
        \(CommandTable.all.map(block).joined())\
                    esac
                    ;;
            esac
            return ret
        }

        if [[ $funcstack[1] == _iapkit ]]; then
            _iapkit "$@"
        else
            compdef _iapkit iapkit
        fi

        """
    }

    /// A word and what it is, for `_describe`.
    private static func item(_ name: String, _ summary: String) -> String {
        "        " + CompletionLists.quoted("\(name):\(escaped(summary))") + "\n"
    }

    private static func block(for command: any Command.Type) -> String {
        let arguments = command.options.flatMap(specifications) + operands(of: command)
        return "                \(command.name))\n                    _arguments -s -S : \\\n"
            + arguments.map { "                        \($0)" }.joined(separator: " \\\n")
            + " && ret=0\n                    ;;\n"
    }

    /// One specification a spelling. An option that is not repeatable is offered once.
    private static func specifications(of option: Option) -> [String] {
        let spellings = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        let isRepeatable = option.summary.contains("repeatable")
        let action = WordCompletion(valueOf: option).map { ":\(message(option.value ?? "")):\(self.action($0))" } ?? ""
        return spellings.map { spelling in
            let glue = option.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
            let guardian = isRepeatable ? "*" : "(\(spellings.joined(separator: " ")))"
            return CompletionLists.quoted("\(guardian)\(spelling)\(glue)[\(escaped(option.summary))]\(action)")
        }
    }

    private static func operands(of command: any Command.Type) -> [String] {
        OperandPlace.places(of: command).enumerated().map { index, place in
            CompletionLists.quoted(
                "\(place.repeats ? "*" : "\(index + 1)"):\(message(place.placeholder)):\(action(place.completion))")
        }
    }

    private static func action(_ completion: WordCompletion) -> String {
        switch completion {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .folders: "_files -/"
        case .codes: "_iapkit_codes"
        case .levels: "_iapkit_levels"
        case .reports: "_iapkit_reports"
        case .commands: "_iapkit_commands"
        case .nothing: " "
        }
    }

    /// What the user is told to type, which ends at a colon.
    private static func message(_ text: String) -> String { text.replacing(":", with: "\\:") }

    /// A description with the characters escaped that end a part of a specification.
    private static func escaped(_ text: String) -> String {
        String(text.flatMap { "\\[]:".contains($0) ? ["\\", $0] : [$0] })
    }
}
