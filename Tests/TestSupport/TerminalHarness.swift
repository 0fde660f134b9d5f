import Foundation

/// A terminal whose person acts on what is seen: a signal, another width, a file that changes meanwhile.
///
/// `python3` keeps the other end of it.
public enum TerminalHarness {
    /// Something to do once some text is seen.
    public struct Step: Sendable {
        let pattern: String
        let action: String

        /// - Parameters:
        ///   - pattern: A regular expression of Python, looked for in what came since the step before;
        ///     an empty one is there at once.
        ///   - action: Statements of Python; `pid` is the program, `fd` the terminal, and `size(columns)` changes its width.
        public init(on pattern: String, _ action: String) { (self.pattern, self.action) = (pattern, action) }
    }

    /// Whether there is one here.
    public static var isAvailable: Bool { python != nil }

    private static let python = Program("python3")

    private static let code = """
        import fcntl, os, pty, re, signal, struct, sys, termios
        columns, folder, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
        steps = [(sys.argv[4 + 2 * i], sys.argv[5 + 2 * i]) for i in range(count)]
        command = sys.argv[4 + 2 * count:]
        def window(fd, columns): fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
        pid, fd = pty.fork()
        if pid == 0:
            # As some that start programs leave it.
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
            window(0, columns)
            os.chdir(folder)
            os.execv(command[0], command)
        def size(columns): window(fd, columns)
        data, start = b'', 0
        # A terminal that goes away ends what runs on it.
        signal.alarm(300)
        while True:
            while steps and re.search(steps[0][0].encode(), data[start:]):
                start = len(data)
                exec(steps.pop(0)[1])
            try: piece = os.read(fd, 65536)
            except OSError: break
            if not piece: break
            data += piece
        status = os.waitpid(pid, 0)[1]
        sys.stdout.buffer.write(data)
        if steps: sys.stderr.write('never seen: ' + steps[0][0])
        sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
        """

    /// Runs the tool with all its streams on the terminal.
    /// - Returns: All that was written there, the exit status (128 and the signal's number), and the step that was never
    ///   come to.
    public static func run(
        _ arguments: [String], columns: Int = 80, in folder: String, environment: [String: String] = [:],
        _ steps: [Step] = []
    ) throws -> (text: String, status: Int32, missed: String) {
        guard let python else { throw Missing() }
        let cleared = [
            "NO_COLOR": "1", "FORCE_COLOR": "", "CLICOLOR_FORCE": "", "COLUMNS": "", "LINES": "", "TERM": "xterm",
        ]
        let outcome = try python.run(
            ["-c", code, String(columns), folder, String(steps.count)] + steps.flatMap { [$0.pattern, $0.action] }
                + [BuiltTool.program.path] + arguments,
            environment: cleared.merging(environment) { $1 })
        return (outcome.outputText, outcome.status, outcome.errorText)
    }

    private struct Missing: Error {}

    /// What stands on the terminal in the end: its lines, without spaces at their ends.
    ///
    /// It knows what the tool writes: carriage returns, line feeds, and the erasure of the rest of a line.
    public static func lines(of text: String) -> [String] {
        var lines: [[Unicode.Scalar]] = [[]]
        var column = 0
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": lines.append([])
            case "\u{1B}" where rest.starts(with: "[K".unicodeScalars):
                rest.removeFirst(2)
                lines[lines.count - 1].removeLast(max(0, lines[lines.count - 1].count - column))
            default:
                var line = lines[lines.count - 1]
                while line.count <= column { line.append(" ") }
                line[column] = scalar
                lines[lines.count - 1] = line
                column += 1
            }
        }
        return lines.map { line in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: line)
            return String(text).replacing(/\ +$/, with: "")
        }
    }
}
