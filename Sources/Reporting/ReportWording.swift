import Findings

/// Words that the reports for other programs share. What can't be seen is shown as its code point.
enum ReportWording {
    /// Why a finding is so, and the way out: a line for each; nothing where there is nothing more to say.
    static func details(of finding: Finding) -> String {
        var lines = finding.notes
        if let remedy = finding.remedy {
            lines.append("To mend it, \(remedy.advice)\(remedy.command.map { ": \($0)" } ?? ".")")
        }
        return lines.map(SafeText.escaped).joined(separator: "\n")
    }

    /// What could not be done, why, and what to do, in one line.
    static func text(of failure: RunFailure) -> String {
        SafeText.escaped("\(failure.subject): \(failure.reason)\(failure.remedy.map { "; \($0)" } ?? "")")
    }
}
