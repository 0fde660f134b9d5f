import Findings

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The whole program, but for the process around it.
public enum EntryPoint {
    /// The version of the tool.
    public static let version = "0.1.0"

    /// Carries out a command line.
    /// - Parameter arguments: The words behind the program's name.
    /// - Returns: the exit status.
    public static func run(_ arguments: [String], environment: @autoclosure () -> [String: String]) -> Int32 {
        StandardStream.openClosedOnes()
        SignalGuard.ignoreStreamSignals()
        // An answer depends on nothing around it.
        let isAnswer = arguments == ["--version"]
        let session = Session(
            environment: isAnswer ? [:] : environment(), output: .output, error: .error, version: version)
        do {
            return try dispatch(arguments, session).rawValue
        } catch let error as UsageError {
            session.tell(error.message)
            if let hint = error.hint { session.tell("hint: \(hint)") }
            return ExitStatus.usage.rawValue
        } catch let error as ConfigurationError {
            for line in error.lines { session.tell(line) }
            return ExitStatus.usage.rawValue
        } catch let error as StreamError {
            session.tell("standard output can't be written to: \(error.reason)")
            return ExitStatus.failure.rawValue
        } catch {
            session.tell("internal error: \(error)")
            return ExitStatus.failure.rawValue
        }
    }

    private static func dispatch(_ arguments: [String], _ session: Session) throws -> ExitStatus {
        guard let first = arguments.first else {
            throw UsageError("no command given", hint: "see iapkit help")
        }
        switch first {
        case "--version":
            try session.output.write("iapkit \(version)\n")
            return .success
        case "--help", "-h":
            return try HelpCommand.run(Options(), in: session)
        default:
            if first.hasPrefix("-") {
                throw UsageError("the command must come first, before '\(first)'", hint: "see iapkit help")
            }
            return try run(try CommandTable.command(first), arguments.dropFirst(), session)
        }
    }

    private static func run(
        _ command: any Command.Type, _ arguments: ArraySlice<String>, _ session: Session
    ) throws -> ExitStatus {
        if let unreadable = arguments.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
            throw UsageError(
                "'\(unreadable)' is not UTF-8", hint: "rename it, or name the folder that holds it")
        }
        var options = try ArgumentParser(command: command.name, options: command.options).parse(arguments)
        if options.wantsHelp {
            try session.output.write(HelpText.page(for: command))
            return .success
        }
        try ReportDelivery.check(options)
        defer { session.progress.finish() }
        do {
            options = try ConfigurationLoader.complete(options, for: command, in: session)
            try ReportDelivery.check(options)
            let manner = command.optionNames.contains("progress") ? ProgressManner(options, in: session) : nil
            // What leaves nothing behind that a signal would have to remove does without the thread that waits for one.
            if command.writes || options.newBaseline != nil || options.reports.contains(where: { $0.file != nil })
                || manner != nil
            {
                SignalGuard.install()
            }
            if let manner {
                let surface = ProgressSurface(session.error, environment: session.environment)
                session.progress.start(manner, on: surface)
            }
            return try command.run(options, in: session)
        } catch let error as RunFailureError {
            // The document that a program waits for is there also when nothing could be done.
            let report = Report(command: command.name, toolVersion: session.version, failures: [error.failure])
            return try ReportDelivery(options: options, session: session).deliver(report)
        }
    }
}
