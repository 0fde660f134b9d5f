import Findings

/// What kinds of finding mean: a table for several, a page for one.
struct ExplanationText {
    let style: TextStyle

    func render(_ descriptions: [FindingDescription]) -> String {
        guard descriptions.count == 1, let description = descriptions.first else { return table(descriptions) }
        return page(description)
    }

    private func table(_ descriptions: [FindingDescription]) -> String {
        let rows = descriptions.map {
            [$0.code.id, $0.defaultSeverity.rawValue, $0.code.slug, $0.summary]
        }
        return TextTable(header: ["CODE", "SEVERITY", "NAME", "RULE"], rows: rows, endsInProse: true)
            .render(style: style)
    }

    private func page(_ description: FindingDescription) -> String {
        let head = style.paint(description.code.description, .bold)
        let (grade, source) = evidence(description.evidence)
        return """
            \(head) (\(description.defaultSeverity.rawValue))

            \(section("The rule", description.summary + "."))
            \(section("Why it matters", description.why))
            \(section("How to mend it", description.remedy))
            \(section("What it rests on: \(grade)", source))
            """.trimmingFinalLineBreak
    }

    private func section(_ title: String, _ text: String) -> String {
        "\(style.paint(title, .bold))\n\(PlainText.wrapped(text, indent: "  ", width: style.proseWidth))"
    }

    private func evidence(_ evidence: Evidence) -> (grade: String, source: String) {
        switch evidence {
        case .apple(let text): ("Apple's own word", text)
        case .secondary(let text): ("a good source other than Apple", text)
        case .format(let text): ("a file format or a file system", text)
        case .judgement(let text): ("our judgement; Apple never published a rule", text)
        }
    }
}

extension String {
    fileprivate var trimmingFinalLineBreak: String { hasSuffix("\n\n") ? String(dropLast()) : self }
}
