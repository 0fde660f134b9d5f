import Findings

/// The one line that says what came of an input.
struct OutcomeText {
    let style: TextStyle

    /// - Parameter findings: All of the input's, told or not.
    func render(_ input: InputSummary, _ findings: [Finding], in report: Report) -> String {
        let about = about(input)
        let name = style.paint(PlainText.escaped(input.path), .bold)
        let found = SummaryText.counts(of: findings)
        let known = input.knownCount > 0 ? NumberText.count(input.knownCount, "known finding") : nil
        let counts = [found, known].compactMap(\.self).map { ", \($0)" }.joined()
        if let staged = input.staged { return line(for: staged, input, name, about) }
        if report.command == "migrate" { return "\(name): \(style.paint("not staged", .red))\(counts)\(about)\n" }
        if !input.outputs.isEmpty {
            return input.outputs.map { line(for: $0, name, about) }.joined()
        }
        if let unpacked = input.unpacked {
            let amount = "\(NumberText.count(unpacked.files, "file")) with \(NumberText.grouped(unpacked.bytes)) bytes"
            if report.command == "rehearse" {
                return
                    "\(name): \(style.paint("delivered", .green)) to \(PlainText.escaped(unpacked.path))\(about), \(amount)\n"
            }
            return "\(name): unpacked to \(PlainText.escaped(unpacked.path))\(about), \(amount)\n"
        }
        if report.command == "unpack" { return "\(name): \(style.paint("not unpacked", .red))\(counts)\(about)\n" }
        if report.command == "rehearse" {
            return "\(name): \(style.paint("not delivered", .yellow))\(counts)\(about)\n"
        }
        // Also where nothing is wrong with it: the reason is told on standard error.
        if report.command == "pack" { return "\(name): \(style.paint("not packed", .red))\(counts)\(about)\n" }
        if report.command == "edit" {
            let isTold = report.edits?.contains { $0.path.utf8.elementsEqual(input.path.utf8) } ?? false
            return isTold ? "" : "\(name): \(style.paint("not edited", .red))\(counts)\(about)\n"
        }
        let verdict = findings.map(\.severity).max()
        if let known, verdict != .error {
            return "\(name): \(style.paint(found ?? "nothing new", .yellow)), \(known)\(about)\n"
        }
        switch verdict {
        case .error: return "\(name): \(style.paint("not valid", .red))\(counts)\(about)\n"
        case .warning, .note: return "\(name): \(style.paint("valid", .yellow))\(counts)\(about)\n"
        case nil where report.command == "init": return "\(name): \(style.paint("made", .green))\(about)\n"
        case nil where !report.isComplete: return "\(name): nothing found by the checks that ran\(about)\n"
        case nil: return "\(name): \(style.paint("valid", .green))\(about)\n"
        }
    }

    /// A version as it is, in quotes where it is not what a version should be.
    static func shown(_ version: String) -> String {
        version.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && !version.isEmpty
            ? SafeText.escaped(version, limit: 160) : SafeText.quoted(version)
    }

    /// What the input holds, in parentheses.
    private func about(_ input: InputSummary) -> String {
        var facts: [String] = []
        if let identifier = input.productIdentifier { facts.append(SafeText.quoted(identifier)) }
        if let version = input.contentVersion { facts.append("version \(Self.shown(version))") }
        if style.verbosity == .verbose, input.unpacked == nil, let count = input.fileCount,
            let bytes = input.contentBytes
        {
            facts.append("\(NumberText.count(count, "file")) with \(NumberText.grouped(bytes)) bytes")
        }
        return facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
    }

    private func line(for staged: StagedSummary, _ input: InputSummary, _ name: String, _ about: String) -> String {
        let path = PlainText.escaped(staged.path)
        let amount = "\(NumberText.count(staged.files, "file")) with \(NumberText.grouped(staged.bytes)) bytes"
        var line = "\(name): "
        if staged.isUpToDate {
            line += "\(path) is up to date\(about)"
        } else if staged.isThere {
            line += "\(style.paint("staged", .green)) \(path)\(about), \(amount)"
        } else {
            line += "would stage \(path)\(about), \(amount)"
        }
        return line + "\n" + input.outputs.map { self.line(for: $0, "  pack", "") }.joined()
    }

    private func line(for output: OutputSummary, _ name: String, _ about: String) -> String {
        let path = PlainText.escaped(output.path)
        if output.isUpToDate {
            var line = "\(name): \(path) is up to date, not packed again\(about)\n"
            if let manifest = output.manifest { line += "  manifest: \(PlainText.escaped(manifest))\n" }
            guard style.verbosity == .verbose, let sha256 = output.sha256 else { return line }
            return line + "  SHA-256 \(sha256)\n"
        }
        guard let bytes = output.bytes else {
            return "\(name): would \(output.replaces ? "replace" : "write") \(path)\(about)\n"
        }
        var line = "\(name): \(style.paint("wrote", .green)) \(path)\(about), \(NumberText.grouped(bytes)) bytes\n"
        if let saved = output.savedBytes { line += "  " + Self.saving(saved, of: bytes) + "\n" }
        if let manifest = output.manifest { line += "  manifest: \(PlainText.escaped(manifest))\n" }
        if style.verbosity == .verbose, let sha256 = output.sha256 { line += "  SHA-256 \(sha256)\n" }
        return line
    }

    /// What the smallest package was worth the time.
    private static func saving(_ saved: Int64, of bytes: Int64) -> String {
        guard saved > 0 else { return "no smaller than with --compression default" }
        let tenths = Int((Double(saved) * 1000 / (Double(bytes) + Double(saved))).rounded())
        return
            "\(NumberText.grouped(saved)) bytes (\(tenths / 10).\(tenths % 10) %) smaller than with --compression default"
    }
}
