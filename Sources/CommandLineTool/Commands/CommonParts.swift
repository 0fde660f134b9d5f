import Checks
import Findings
import Packaging

/// What several commands have in common.
extension Command {
    /// What a configuration does, for the help.
    static var configurationDiscussion: String {
        "An iapkit.json fills up what is not given, PATH too; what is given wins. 'iapkit init --config' makes one, and "
            + "'iapkit generate config-schema' tells all its settings."
    }

    /// What a GLOB is, for the help.
    static var globDiscussion: String {
        "A GLOB without '/' matches a name at any depth, one with '/' the whole path inside the content folder "
            + "('Contents/raw/*.psd'). '*' and '?' stay within a name, '**' crosses folders; what matches a folder "
            + "leaves out all in it. ContentInfo.plist is never left out."
    }

    /// Refuses options for asset packs where none is meant.
    static func requireAssetPacks(_ options: Options) throws(UsageError) {
        guard !PackageDestination.kinds(options).contains(.aar) else { return }
        guard let option = (OptionGroup.assetPacks + ["manifest"]).first(where: options.given.contains) else { return }
        throw UsageError("--\(option) is for packages of the kind aar", hint: "add --format aar")
    }

    /// Refuses a command line without operands, and one whose selection leaves no check.
    /// - Parameter codes: The codes of the checks that the command can run.
    static func requireWork(
        _ options: Options, among codes: Set<FindingCode> = Set(CheckCatalog.all.map { $0.code })
    ) throws(UsageError) {
        if options.operands.isEmpty {
            let takesContent = ConfigurationTable.all.contains { $0.name == "content" && $0.commands.contains(name) }
            if takesContent, let file = options.configuration {
                throw UsageError(
                    "\(name) needs at least one PATH, and \(file) names none",
                    hint: "give PATH, or set \"content\" there")
            }
            throw UsageError(
                "\(name) needs at least one PATH", hint: "'.' is the current folder; see iapkit help \(name)")
        }
        if options.operands.contains("") { throw UsageError("a PATH is empty") }
        if let only = options.policy.only, !only.intersection(codes).contains(where: options.policy.reports) {
            throw UsageError("--only, --skip and --severity leave no check to run")
        }
    }
}
