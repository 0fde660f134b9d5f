/// `iapkit generate fish`.
enum FishCompletion {
    static var text: String {
        let valued = CompletionLists.options.filter { $0.value != nil }.map { "--\($0.name)" }.joined(separator: " ")
        let switches = CompletionLists.switches.map { "'\($0.command) --\($0.option)'" }.joined(separator: " ")
        return """
            # Completion of iapkit for fish. Made by 'iapkit generate fish'; it never runs iapkit.

            # Whether the command is $argv[1].
            function __iapkit_is
                set -l words (commandline -opc)
                test (count $words) -ge 2; and test "$words[2]" = $argv[1]
            end

            # Whether the command is $argv[1], and $argv[2] operands stand before the cursor; '*' is any number.
            function __iapkit_at
                __iapkit_is $argv[1]; or return 1
                set -l count 0
                set -l skips 0
                set -l ended 0
                for word in (commandline -opc)[3..]
                    if test $skips -eq 1
                        set skips 0
                    else if test $ended -eq 1
                        set count (math $count + 1)
                    else if test "$word" = --
                        set ended 1
                    else if contains -- "$argv[1] $word" \(switches)
                        continue
                    else if contains -- $word \(valued)
                        set skips 1
                    else if string match -qr -- '^-[^-\(letters)]*[\(letters)]$' $word
                        set skips 1
                    else if not string match -qr -- '^-.' $word
                        set count (math $count + 1)
                    end
                end
                test $skips -eq 1; and return 1
                test "$argv[2]" = '*'; or test $count -eq $argv[2]
            end

            # The current word without the option before it.
            function __iapkit_value
                string replace -r -- '^--[a-z-]+=' '' (commandline -ct)
            end

            function __iapkit_codes
                printf '%s\\t%s\\n' \\
            \(CompletionLists.findings.map { "        \($0.name) \(quoted($0.summary))" }.joined(separator: " \\\n"))
            end

            function __iapkit_levels
                set -l value (__iapkit_value)
                if string match -q -- '*=*' $value
                    printf '%s\\n' (string replace -r -- '=.*' '' $value)={\(CompletionLists.levels.joined(separator: ","))}
                else
                    __iapkit_codes | string replace \\t =\\t
                end
            end

            function __iapkit_reports
                set -l value (__iapkit_value)
                if string match -q -- '*=*' $value
                    set -l format (string replace -r -- '=.*' '' $value)
                    set -l start (string replace -r -- '^[^=]*=' '' $value)
                    for path in $start*
                        test -d $path; and set path $path/
                        echo $format=$path
                    end
                else
                    printf '%s\\n' \(CompletionLists.reports.joined(separator: " "))
                end
            end

            complete -c iapkit -f
            complete -c iapkit -n __fish_is_first_arg -s h -l help -d 'show help'
            complete -c iapkit -n __fish_is_first_arg -l version -d 'show the version'
            \(CommandTable.all.map(commandLine).joined())
            \(CommandTable.all.map(block).joined(separator: "\n"))
            """
    }

    private static var letters: String { CompletionLists.letters(withValue: true) }

    private static func commandLine(for command: any Command.Type) -> String {
        "complete -c iapkit -n __fish_is_first_arg -a \(command.name) -d \(quoted(command.summary))\n"
    }

    private static func block(for command: any Command.Type) -> String {
        let options = command.options.map { option in
            let letter = option.letter.map { " -s \($0)" } ?? ""
            let value = WordCompletion(valueOf: option).map { " \(self.value($0))" } ?? ""
            return "complete -c iapkit -n '__iapkit_is \(command.name)'\(letter) -l \(option.name)\(value)"
                + " -d \(quoted(option.summary))\n"
        }
        let operands = OperandPlace.places(of: command).enumerated().compactMap { index, place in
            operand(place.completion).map {
                "complete -c iapkit -n \"__iapkit_at \(command.name) '\(place.repeats ? "*" : "\(index)")'\" \($0)\n"
            }
        }
        return (options + operands).joined()
    }

    /// The arguments of `complete` for an option's value.
    private static func value(_ completion: WordCompletion) -> String {
        completion == .files ? "-r -F" : "-x" + (list(completion).map { " -a \($0)" } ?? "")
    }

    /// The arguments of `complete` for an operand.
    private static func operand(_ completion: WordCompletion) -> String? {
        completion == .files ? "-F" : list(completion).map { "-a \($0)" }
    }

    private static func list(_ completion: WordCompletion) -> String? {
        switch completion {
        case .words(let words): quoted(words.joined(separator: " "))
        case .files, .nothing: nil
        case .folders: "'(__fish_complete_directories)'"
        case .codes: "'(__iapkit_codes)'"
        case .levels: "'(__iapkit_levels)'"
        case .reports: "'(__iapkit_reports)'"
        case .commands: quoted(CommandTable.all.map { $0.name }.joined(separator: " "))
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
