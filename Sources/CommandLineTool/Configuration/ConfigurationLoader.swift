import JSONReading
import Reporting

/// Finds the configuration of a run and carries it into what was typed, which wins.
enum ConfigurationLoader {
    /// The options of a run.
    /// - Throws: `ConfigurationError`; `RunFailureError` where a pattern can't be followed.
    static func complete(_ options: Options, for command: any Command.Type, in session: Session) throws -> Options {
        guard command.optionNames.contains("config") else { return options }
        if options.ignoresConfiguration {
            if options.configuration != nil { throw UsageError("--config and --no-config can't both be meant") }
            return options
        }
        let named = try options.configuration.map { try ConfigurationFile(named: $0) }
        guard let file = named ?? ConfigurationFile.find() else { return options }
        let (root, reader) = try ConfigurationReader.read(
            try file.bytes(), named: file.name, as: ConfigurationTable.form)
        var run = ConfiguredRun(options, file: file, reader: reader)
        for setting in ConfigurationTable.all where setting.commands.contains(command.name) {
            guard let node = root[setting.name] else { continue }
            if let option = setting.option, run.isGiven(option), !setting.joinsOption { continue }
            try setting.apply(node, &run)
        }
        try run.reader.finish()
        run.options.configuration = file.name
        try ReportFiles.keep(run.options, apartFrom: [file.name], "the configuration")
        if options.verbosity == .verbose { session.tell("configuration: \(file.name)") }
        if options.verbosity > .quiet { for remark in run.remarks { session.tell(remark) } }
        return run.options
    }
}
