import Findings

/// One finding as text: the place and the headline on a line that editors can jump to, then why, then the way out.
struct FindingText {
    let style: TextStyle

    /// Several findings, without those that a quiet report leaves out.
    /// - Parameter told: The notes that were told already, which are not told again.
    func render(_ findings: [Finding], told: inout Set<String>) -> String {
        let shown = findings.filter { style.verbosity > .quiet || $0.severity >= style.quietSeverity }
        return shown.map { finding in
            let notes = finding.notes.filter { !told.contains($0) }
            told.formUnion(finding.notes)
            return render(finding, notes: notes)
        }.joined()
    }

    /// - Parameter notes: Those of the finding's notes that are to be told.
    func render(_ finding: Finding, notes: [String]) -> String {
        let place = style.paint(Self.place(of: finding.location), .bold)
        let severity = style.paint(finding.severity.rawValue, TextStyle.Paint(finding.severity))
        let code = style.paint("[\(finding.code.description)]", .faint)
        var text = "\(place): \(severity): \(PlainText.escaped(finding.message)) \(code)\n"
        for note in notes { text += PlainText.wrapped(note, indent: "    ") }
        if let remedy = finding.remedy {
            text += PlainText.wrapped(
                "To mend it, \(remedy.advice)\(remedy.command == nil ? "." : ":")", indent: "    ")
            if let command = remedy.command { text += "        \(PlainText.escaped(command))\n" }
        }
        return text
    }

    /// `CatPhotos/ContentInfo.plist:8:10`.
    static func place(of location: Location) -> String {
        var place = PlainText.escaped(location.input)
        if let member = location.member {
            place += (place.hasSuffix("/") ? "" : "/") + PlainText.escaped(member)
        }
        if let position = location.position { place += ":\(position.line):\(position.column)" }
        return place
    }
}
