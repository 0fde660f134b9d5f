import Checks
import Findings

/// `iapkit explain`.
enum ExplainCommand: Command {
    static let name = "explain"
    static let summary = "say what a finding means, why it matters, how to mend it"
    static let operands = "[CODE]"
    static let optionNames = OptionGroup.reporting
    static let discussion = [
        "CODE is a finding's code (PID-010) or its name (product-not-found). Without CODE, all are listed."
    ]
    static let examples = [
        CommandExample("iapkit explain PID-010", "explains one finding"),
        CommandExample("iapkit explain", "lists all of them"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        if options.operands.count > 1 { throw UsageError("explain takes one CODE") }
        var descriptions = CheckCatalog.descriptions
        if let name = options.operands.first {
            let code = try findingCode(name)
            descriptions = descriptions.filter { $0.code == code }
        }
        let report = Report(command: name, toolVersion: session.version, explanations: descriptions)
        return try ReportDelivery(options: options, session: session).deliver(report)
    }
}
