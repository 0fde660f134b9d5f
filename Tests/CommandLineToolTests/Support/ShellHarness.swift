import Foundation
import TestSupport

/// Asks a real shell what it would offer at the end of a command line.
enum ShellHarness {
    /// What bash's function answers when readline asks it, with the words split as readline splits them.
    static func bash(_ lines: [String], in folder: TemporaryFolder, arguments: [String] = []) throws -> [[String]] {
        try folder.write("harness/iapkit", [UInt8](try BuiltTool.run(["generate", "bash"]).output))
        var script = """
            source ../harness/iapkit
            ask() {
                COMP_WORDS=("$@")
                COMP_CWORD=$(($# - 1))
                echo '>'
                _iapkit
                [ "${#COMPREPLY[@]}" -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
            }

            """
        for line in lines {
            let words = line.replacing("=", with: " = ").split(separator: " ", omittingEmptySubsequences: false)
            // Behind a sign at the end of the line readline sees no further word.
            let isOpen = line.hasSuffix("=")
            script += "ask " + (isOpen ? words.dropLast() : words[...]).map { "'\($0)'" }.joined(separator: " ") + "\n"
        }
        try folder.write("harness/ask", script)
        return try answers(of: "bash", arguments + ["../harness/ask"], in: folder)
    }

    /// What zsh's completion system adds, told by its own `compadd` on a terminal of its own.
    static func zsh(_ lines: [String], in folder: TemporaryFolder) throws -> [[String]] {
        try folder.write("harness/_iapkit", [UInt8](try BuiltTool.run(["generate", "zsh"]).output))
        try folder.write("harness/lines", lines.map { $0 + "\n" }.joined())
        try folder.write(
            "harness/inner",
            """
            fpath=(${1}/harness $fpath) lines=("${(@f)$(<$1/harness/lines)}")
            autoload -Uz compinit && compinit -D -u
            compadd() {
                local options="${@[1,(i)(-|--)]}" suffix=''
                # Some calls only sort words into lists.
                if [[ $options == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
                local -a found
                builtin compadd -A found "$@"
                [[ $options == *-S\\ =* ]] && suffix='='
                (( $#found )) && print -rl -- ${^found}$suffix >> $out
                builtin compadd "$@"
            }
            show() { _main_complete; compstate[insert]='' compstate[list]='' }
            zle -C show complete-word show
            ask() {
                for line in $lines; do
                    BUFFER=$line CURSOR=$#line
                    print -r -- '>' >> $out
                    zle show
                done
                exit
            }
            out=$1/harness/answers
            zle -N zle-line-init ask

            """)
        try folder.write(
            "harness/ask",
            """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "source ${(q)1}/harness/inner ${(q)1}"
            while zpty -r shell text; do :; done
            cat $1/harness/answers

            """)
        return try answers(of: "zsh", ["-f", "../harness/ask", folder.path], in: folder)
    }

    /// What `complete -C` of fish offers.
    static func fish(_ lines: [String], in folder: TemporaryFolder) throws -> [[String]] {
        try folder.write("harness/iapkit.fish", [UInt8](try BuiltTool.run(["generate", "fish"]).output))
        var script = "source ../harness/iapkit.fish\n"
        for line in lines { script += "echo '>'\ncomplete -C '\(line)' | string replace -r '\\t.*' ''\n" }
        try folder.write("harness/ask", script + "exit 0\n")
        return try answers(of: "fish", ["--no-config", "../harness/ask"], in: folder)
    }

    /// Runs the script in the folder `place`, where nothing but the files of the test lies, and no iapkit can be found.
    private static func answers(
        of shell: String, _ arguments: [String], in folder: TemporaryFolder
    ) throws -> [[String]] {
        try folder.makeFolder("place")
        guard let program = Program(shell) else { return [] }
        let outcome = try program.run(
            arguments, in: folder.path("place"),
            environment: ["HOME": folder.path, "TERM": "vt100", "LC_ALL": "C.UTF-8", "ZDOTDIR": "", "BASH_ENV": ""])
        if outcome.status != 0 || !outcome.error.isEmpty {
            throw Failure(text: "\(shell): status \(outcome.status): \(outcome.errorText)")
        }
        return outcome.outputText.split(separator: ">\n", omittingEmptySubsequences: false).dropFirst()
            .map { $0.split(separator: "\n").map(String.init) }
    }

    struct Failure: Error {
        let text: String
    }
}
