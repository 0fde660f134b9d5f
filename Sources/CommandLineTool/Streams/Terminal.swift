import Findings

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal that a person sits at, to ask a question; standard input may be a pipe meanwhile.
final class Terminal {
    private let descriptor: Int32
    private let progress: ProgressDisplay
    private var hasEnded = false

    /// Opens it; `nil` where nobody is there to see a question: standard error is no terminal, or there is none.
    init?(for session: Session) {
        guard session.error.isTerminal else { return nil }
        progress = session.progress
        descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Asks until the answer is yes or no; no answer is no.
    func confirms(_ question: String) -> Bool {
        while !hasEnded {
            progress.interrupt {
                try? StandardStream(descriptor: descriptor).write("iapkit: \(SafeText.escaped(question)) [y/N] ")
            }
            switch line()?.lowercased() {
            case "y", "yes": return true
            case "n", "no", "": return false
            case nil:
                hasEnded = true
                try? StandardStream(descriptor: descriptor).write("\n")
            default: continue
            }
        }
        return false
    }

    /// One line without its end and the white space around it; `nil` at the end of all input.
    private func line() -> String? {
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { break }
            // Longer than any answer; what follows is no part of it.
            if bytes.count < 100, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\r") { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
