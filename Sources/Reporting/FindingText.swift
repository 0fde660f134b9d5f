import Findings

/// One finding as text: the place and the headline on a line that editors can jump to, the source line where there is
/// one, then why, then the way out.
struct FindingText {
    let style: TextStyle
    /// Whether source lines are shown.
    var showsSource = true

    private static let indent = "    "

    /// What need not be told again: notes, advice without a command of its own, and the source line told last.
    struct Told {
        fileprivate var texts: Set<String> = []
        fileprivate var location: Location?
    }

    /// Several findings.
    /// - Parameter told: What was told already, which is not told again.
    func render(_ findings: [Finding], told: inout Told) -> String {
        findings.map { finding in
            let notes = finding.notes.filter { !told.texts.contains($0) }
            told.texts.formUnion(finding.notes)
            var remedy = finding.remedy
            if let advice = remedy?.advice, remedy?.command == nil, !told.texts.insert(advice).inserted { remedy = nil }
            let isShown = told.location.map { Self.isOnePlace($0, finding.location) } ?? false
            told.location = finding.location
            return render(finding, notes: notes, remedy: remedy, isSourceTold: isShown)
        }.joined()
    }

    /// - Parameters:
    ///   - notes: Those of the finding's notes that are to be told.
    ///   - remedy: The finding's, where it is to be told.
    ///   - isSourceTold: Whether the finding before was about the same place.
    func render(_ finding: Finding, notes: [String], remedy: Remedy?, isSourceTold: Bool = false) -> String {
        var text = headline(finding)
        if showsSource, !isSourceTold, let line = finding.sourceLine, let position = finding.location.position {
            text += ExcerptText(style: style)
                .render(line, number: position.line, paint: TextStyle.Paint(finding.severity))
        }
        for note in notes { text += PlainText.wrapped(note, indent: Self.indent, width: style.proseWidth) }
        if let remedy {
            text += PlainText.wrapped(
                "To mend it, \(remedy.advice)\(remedy.command == nil ? "." : ":")", indent: Self.indent,
                width: style.proseWidth)
            if let command = remedy.command {
                text += "        \(style.paint(PlainText.escaped(command), .cyan))\n"
            }
        }
        return text
    }

    /// `CatPhotos/ContentInfo.plist:8:10: error: message [CODE slug]`: one line, but on a terminal as many as it takes.
    private func headline(_ finding: Finding) -> String {
        let place = style.paint(Self.place(of: finding.location), .bold) + ":"
        let severity = style.paint(finding.severity.rawValue, TextStyle.Paint(finding.severity)) + ":"
        let code = style.paint("[\(finding.code.description)]", .faint)
        let message = PlainText.escaped(finding.message)
        guard let columns = style.columns else { return "\(place) \(severity) \(message) \(code)\n" }
        // The place and the code stay whole, so that they can be clicked and copied.
        let words = [place, severity] + message.split(separator: " ").map(String.init) + [code]
        return PlainText.wrapped(words, first: "", indent: Self.indent, width: columns)
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

    /// Whether two findings are about one place; bytes count, since Swift takes two Unicode forms of a name for equal.
    private static func isOnePlace(_ left: Location, _ right: Location) -> Bool {
        left.position == right.position && left.input.utf8.elementsEqual(right.input.utf8)
            && (left.member ?? "").utf8.elementsEqual((right.member ?? "").utf8)
    }
}
