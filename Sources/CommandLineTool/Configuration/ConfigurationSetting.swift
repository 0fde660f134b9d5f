import JSONReading
import Reporting

/// One setting of `iapkit.json` as data: its reader, the schema, the documentation and `init --config` all come from the
/// table of these.
struct ConfigurationSetting: Sendable {
    /// Its key.
    let name: String
    /// What it means: sentences, for the schema, which editors show.
    let summary: String
    /// What its value may be.
    let form: ConfigurationForm
    /// A value to copy; where there are defaults that can be written down, these.
    let example: JSONOutline
    /// The option that sets the same thing and, given, wins; `nil` where operands do.
    let option: String?
    /// Whether it is carried out all the same where the option is given, since only parts of it are set by that.
    let joinsOption: Bool
    /// The commands that look at it.
    let commands: Set<String>
    /// Sets it in a run; the value has the form.
    let apply: @Sendable (JSONNode, inout ConfiguredRun) throws -> Void

    init(
        _ name: String, _ summary: String, _ form: ConfigurationForm, example: JSONOutline, option: String?,
        joinsOption: Bool = false, commands: Set<String>,
        apply: @escaping @Sendable (JSONNode, inout ConfiguredRun) throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.form = form
        self.example = example
        self.option = option
        self.joinsOption = joinsOption
        self.commands = commands
        self.apply = apply
    }
}

/// A run while the settings of a file are carried into its options.
struct ConfiguredRun {
    /// What was typed.
    let typed: Options
    /// What was typed, filled up by what the file says.
    var options: Options
    /// The file.
    let file: ConfigurationFile
    /// Notes what is wrong with a value for reasons that its form does not show.
    var reader: ConfigurationReader
    /// What the user should know: lines without the tool's prefix.
    var remarks: [String] = []

    /// Starts with what was typed.
    init(_ typed: Options, file: ConfigurationFile, reader: ConfigurationReader) {
        self.typed = typed
        options = typed
        self.file = file
        self.reader = reader
    }

    /// Whether an option was typed.
    func isGiven(_ option: String) -> Bool { typed.given.contains(option) }

    /// Where a file that the run writes goes; notes a fault where it must not go there.
    /// - Parameter format: The format of a report; `nil` for packages.
    mutating func output(_ node: JSONNode, _ setting: String, as format: ReportFormat? = nil) -> String? {
        guard let path = node.string else { return nil }
        if !file.isNamed, let refusal = file.refusal(of: path, as: format) {
            reader.note("'\(setting)' \(refusal.reason)", at: node.offset, hint: refusal.hint)
            return nil
        }
        return file.path(path)
    }
}
