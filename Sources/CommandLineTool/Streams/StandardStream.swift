import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file that text is written to: standard output, standard error, a report.
struct StandardStream: Sendable {
    static let output = StandardStream(descriptor: 1)
    static let error = StandardStream(descriptor: 2)

    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Gives the three standard streams something to lead to where the parent closed them: a package would get the
    /// number of a closed one, and messages would be written into it.
    static func openClosedOnes() {
        while true {
            let descriptor = open("/dev/null", O_RDWR)
            guard (0...2).contains(descriptor) else {
                if descriptor > 2 { close(descriptor) }
                return
            }
        }
    }

    /// Whether the stream is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes all of a text.
    ///
    /// A pipe whose reader has gone ends the process as the signal would have, after unfinished packages are removed.
    /// - Throws: `StreamError` where nothing can be written (disk full, closed).
    func write(_ text: String) throws(StreamError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EPIPE {
                Self.endByBrokenPipe()
            } else if errno != EINTR {
                throw StreamError.system()
            }
        }
    }

    private static func endByBrokenPipe() -> Never {
        PartialOutputs.removeAll()
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}

/// A stream that can't be written to.
struct StreamError: Error, Sendable {
    let reason: String

    /// The system's last error.
    static func system() -> StreamError { StreamError(reason: String(cString: strerror(errno))) }
}

/// The system's `write`, which a method named `write` would hide.
private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, base, count)
}
