/// `iapkit generate bash`: completion for bash 3.2 (that of macOS) and newer, with or without the bash-completion package.
enum BashCompletion {
    static var text: String {
        let commands = CommandTable.all.map { $0.name }.joined(separator: " ")
        let codes = CompletionLists.findings.map(\.name).joined(separator: "\n")
        return """
            # Completion of iapkit for bash. Made by 'iapkit generate bash'; it never runs iapkit.

            _iapkit_commands='\(commands)'

            _iapkit_codes='\(codes)'

            # The options of a command.
            _iapkit_options() {
                case $1 in
            \(CommandTable.all.map { "        \($0.name)) echo '\(spellings(of: $0).joined(separator: " "))' ;;\n" }.joined())\
                esac
            }

            # What stands behind an option of $command; nothing for a switch.
            _iapkit_value() {
                case $command:$1 in
            \(CompletionLists.switches.map { "        \($0.command):--\($0.option)) ;;\n" }.joined())\
            \(CompletionLists.options.map(value).joined())\
                esac
            }

            # What stands at the place $2 among the operands of a command, counted from 0.
            _iapkit_operand() {
                case $1:$2 in
            \(CommandTable.all.map(operands).joined())\
                esac
            }

            \(engine)
            """
    }

    private static func spellings(of command: any Command.Type) -> [String] {
        command.options.flatMap { option in
            (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        }
    }

    private static func value(of option: Option) -> String {
        guard let value = WordCompletion(valueOf: option) else { return "" }
        let letter = option.letter.map { "*:-\($0) | " } ?? ""
        return "        \(letter)*:--\(option.name)) echo '\(word(for: value))' ;;\n"
    }

    private static func operands(of command: any Command.Type) -> String {
        OperandPlace.places(of: command).enumerated().map { index, place in
            let number = place.repeats ? "*" : "\(index)"
            return "        \(command.name):\(number)) echo '\(word(for: place.completion))' ;;\n"
        }.joined()
    }

    private static func word(for completion: WordCompletion) -> String {
        switch completion {
        case .words(let words): "words \(words.joined(separator: " "))"
        case .files: "files"
        case .folders: "folders"
        case .codes: "codes"
        case .levels: "levels"
        case .reports: "reports"
        case .commands: "words \(CommandTable.all.map { $0.name }.joined(separator: " "))"
        case .nothing: "nothing"
        }
    }

    private static var engine: String {
        #"""
        # Offers the lines of standard input: with $1 before each, and without the $2 that it begins with.
        _iapkit_offer() {
            local line
            while IFS= read -r line; do
                [ -z "$line" ] || COMPREPLY[${#COMPREPLY[@]}]=$1${line#"$2"}
            done
        }

        # Offers those of the words $2 that begin with $3, with $1 before each.
        _iapkit_offer_words() {
            compopt +o filenames 2>/dev/null
            _iapkit_offer "$1" '' <<<"$(compgen -W "$2" -- "$3")"
        }

        # Offers the paths that begin with $3, with $1 before each; $2 is -f, or -d for folders only.
        _iapkit_offer_paths() {
            local typed=''
            # Readline replaces only what stands behind the last character at which it splits.
            case $COMP_WORDBREAKS in *=*) case $3 in *=*) typed=${3%=*}= ;; esac ;; esac
            case $COMP_WORDBREAKS in *:*) case ${3#"$typed"} in *:*) typed=${3%:*}: ;; esac ;; esac
            _iapkit_offer "$1" "$typed" <<<"$(compgen "$2" -- "$3")"
        }

        _iapkit() {
            local current='' command='' option='' kind='' ended='' prefix='' word='' rest=''
            local index=1 operands=0 joins='' newline=$'\n' words
            COMPREPLY=()
            words=()

            # Readline splits words at '=' and ':': put them together again.
            while [ "$index" -le "$COMP_CWORD" ]; do
                word=${COMP_WORDS[index]}
                if [ "${#words[@]}" -gt 0 ] && { [ -n "$joins" ] || [[ $word == [=:]* ]]; }; then
                    words[${#words[@]} - 1]+=$word
                    joins=''
                    [ -n "${word//[=:]/}" ] || joins=1
                else
                    words[${#words[@]}]=$word
                fi
                index=$((index + 1))
            done
            [ "${#words[@]}" -gt 0 ] || return 0
            current=${words[${#words[@]} - 1]}
            if [ "${#words[@]}" -eq 1 ]; then
                case $current in
                    -*) _iapkit_offer_words '' '-h --help --version' "$current" ;;
                    *) _iapkit_offer_words '' "$_iapkit_commands" "$current" ;;
                esac
                return 0
            fi

            # What was typed before the current word.
            command=${words[0]}
            index=1
            while [ "$index" -lt $((${#words[@]} - 1)) ]; do
                word=${words[index]}
                index=$((index + 1))
                if [ -n "$option" ]; then
                    option=''
                elif [ -n "$ended" ]; then
                    operands=$((operands + 1))
                else
                    case $word in
                        --) ended=1 ;;
                        --*=*) ;;
                        --*) [ -z "$(_iapkit_value "$word")" ] || option=$word ;;
                        -?*)
                            # The first letter that takes a value takes the rest of the word, or the next word.
                            rest=${word#"${word%%[LETTERS]*}"}
                            [ "${#rest}" -ne 1 ] || option=-$rest
                            ;;
                        *) operands=$((operands + 1)) ;;
                    esac
                fi
            done

            if [ -n "$option" ]; then
                kind=$(_iapkit_value "$option")
            else
                kind=$(_iapkit_operand "$command" "$operands")
                if [ -z "$ended" ]; then
                    case $current in
                        --*=*)
                            kind=$(_iapkit_value "${current%%=*}")
                            prefix=${current%%=*}=
                            current=${current#*=}
                            ;;
                        -*)
                            _iapkit_offer_words '' "$(_iapkit_options "$command")" "$current"
                            return 0
                            ;;
                    esac
                fi
            fi

            case $kind:$current in
                reports:*=*)
                    kind=files prefix=$prefix${current%%=*}= current=${current#*=}
                    ;;
                levels:*=*)
                    kind='words LEVELS' prefix=$prefix${current%%=*}= current=${current#*=}
                    ;;
            esac
            # Where readline splits at the equals sign, it replaces only what stands behind it.
            case $COMP_WORDBREAKS in *=*) prefix='' ;; esac
            case $kind in
                'words '*) _iapkit_offer_words "$prefix" "${kind#words }" "$current" ;;
                reports) _iapkit_offer_words "$prefix" 'REPORTS' "$current" ;;
                codes) _iapkit_offer_words "$prefix" "$_iapkit_codes" "$current" ;;
                levels)
                    compopt -o nospace 2>/dev/null
                    _iapkit_offer_words "$prefix" "${_iapkit_codes//$newline/=$newline}=" "$current"
                    ;;
                files) _iapkit_offer_paths "$prefix" -f "$current" ;;
                folders) _iapkit_offer_paths "$prefix" -d "$current" ;;
            esac
            return 0
        }

        complete -o filenames -F _iapkit iapkit

        """#
        .replacing("LETTERS", with: CompletionLists.letters(withValue: true))
        .replacing("LEVELS", with: CompletionLists.levels.joined(separator: " "))
        .replacing("REPORTS", with: CompletionLists.reports.joined(separator: " "))
    }
}
