public import Findings

/// A run's asset packs have more bytes than an app may have.
public struct AssetPacksTooLarge: FindingKind {
    /// Above so many bytes it warns: four fifths of 200 GB, counted in thousands, where Apple sends a mail.
    static let warning: Int64 = 160_000_000_000
    /// Above so many it is an error: over 200 GB however one counts.
    static let limit: Int64 = 200 << 30

    /// Code, default severity, and the words of `explain`.
    public static let description = FindingDescription(
        code: FindingCode("AST-025", "asset-packs-too-large"),
        defaultSeverity: .warning,
        summary: "The asset packs of an app may have 200 GB in all; it warns above 160 GB",
        why:
            "Apple sums the largest version of each pack that is kept, and sends a mail at 80 %. Of packs that are still to "
            + "be made the size before compression is counted, so that of these it stays a warning; of archives it is an "
            + "error above 200 GB. Packs that the app has besides those of the run count too, and are not seen here.",
        remedy: "Make the files smaller, or archive packs that no version of the app asks for.",
        evidence: .apple("App Store Connect Help, 'Apple-hosted asset pack size limits'"))

    static func finding(_ total: AssetPackQuotas.Total, at location: Location) -> Finding? {
        guard total.bytes > warning else { return nil }
        let isOver = total.bytes > limit && !total.isEstimate
        return finding(
            Text.tooLarge(total), at: location, severity: isOver ? .error : nil,
            notes: total.isEstimate ? [Text.estimate] : [],
            remedy: Remedy("make the files smaller, or archive packs that no version of the app asks for"))
    }
}

private enum Text {
    static let estimate = "Counted are files before compression where a pack is not made yet."

    static func tooLarge(_ total: AssetPackQuotas.Total) -> String {
        "the asset packs have \(Wording.grouped(total.bytes)) bytes in all; an app may have 200 GB"
    }
}
