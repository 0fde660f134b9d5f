import Checks
import Findings
import Reporting

/// Sends a finished report to where the user wants it, and turns it into an exit status.
struct ReportDelivery {
    let options: Options
    let session: Session

    /// Refuses requests that can't both be met.
    static func check(_ options: Options) throws(UsageError) {
        guard options.reports.count(where: { $0.file == nil }) <= 1 else {
            throw UsageError(
                "two reports can't both go to standard output", hint: "give one of them a file: --report json=FILE")
        }
        let files = options.reports.compactMap(\.file)
        if Set(files.map { Array($0.utf8) }).count != files.count {
            throw UsageError("two reports can't go to one file")
        }
    }

    /// Writes every report that was asked for, and the text where none replaces it.
    /// - Parameter tellsText: Whether there is to be text; not where standard output has something else.
    func deliver(_ report: Report, tellsText: Bool = true) throws -> ExitStatus {
        session.progress.finish()
        let report = completed(report)
        for failure in report.failures { session.tell(failure.line) }
        var couldWrite = true
        for request in options.reports {
            guard let file = request.file else { continue }
            let text = request.format.reporter(style: style(on: nil)).render(report)
            do {
                try TextFile.write(text, to: file)
            } catch {
                session.tell("\(file): the report could not be written: \(error.reason)")
                couldWrite = false
            }
        }
        let onOutput = options.reports.first { $0.file == nil }?.format ?? .text
        if tellsText || onOutput != .text {
            let screen = Screen(of: session.output, color: options.color, environment: session.environment)
            try session.output.write(onOutput.reporter(style: style(on: screen)).render(report))
        }
        if isUnmatched(report) {
            session.tell(
                "no list of products was given, so it was not checked that a product has the ID; "
                    + "--products SOURCE or --expect ID does that")
        }
        if !report.failures.isEmpty || !couldWrite { return .failure }
        return options.policy.fails(report.findings) ? .findings : .success
    }
}

extension ReportDelivery {
    /// Whether a validation compared product IDs with nothing, which is not the user's own wish: valid is then less than
    /// it may sound. An asset pack keeps its ID for ever, and that is made of the product's.
    private func isUnmatched(_ report: Report) -> Bool {
        options.verbosity > .quiet && [ValidateCommand.name, MigrateCommand.name].contains(report.command)
            && report.inputs.contains { input in
                input.productIdentifier != nil
                    && input.checks.contains {
                        $0.code.slug == "product-not-found" && $0.skipped == CheckRecord.noProducts
                    }
            }
    }

    /// The report with what is the same for every command.
    private func completed(_ report: Report) -> Report {
        var report = report
        report.rules = CheckCatalog.descriptions
        // With 'never' a run does not fail; an error is one all the same.
        report.failedSeverity = min(options.policy.failOn ?? .error, .error)
        report.workingFolders = workingFolders
        return report
    }

    /// The current folder by its real name, and by the one that the shell knows it by: it may lead through links.
    private var workingFolders: [String] {
        guard let real = RealPath.resolve(".") else { return [] }
        guard let known = session.environment["PWD"], known.hasPrefix("/"), RealPath.resolve(known) == real else {
            return [real]
        }
        return known == real ? [real] : [real, known]
    }

    /// - Parameter screen: Where the text is seen; `nil` for a file.
    private func style(on screen: Screen?) -> TextStyle {
        TextStyle(
            usesColor: screen?.usesColor ?? false, columns: screen?.columns, verbosity: options.verbosity,
            quietSeverity: min(options.policy.failOn ?? .error, .error))
    }
}

extension RunFailure {
    /// The whole in one line: place, reason, remedy.
    var line: String { "\(subject): \(reason)\(remedy.map { "; \($0)" } ?? "")" }
}
