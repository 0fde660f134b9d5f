import Findings

/// Reports that every format for other programs must be able to tell.
enum CISamples {
    /// Nothing was looked at.
    static let empty = Report(command: "validate", toolVersion: "9.9")

    /// One finding of each severity: in the text of a file, in a package, and about an input itself.
    static let oneOfEach = Report(
        command: "validate", toolVersion: "9.9",
        inputs: [
            InputSummary(
                path: "/home/me/repo/Packs/CatPhotos", kind: .folder,
                checks: [hidden, notFound, oldStyle].map { CheckRecord(code: $0.code) }),
            InputSummary(path: "dist/Dogs.zip", kind: .zip), InputSummary(path: "/elsewhere/Birds", kind: .folder),
            InputSummary(
                path: "Fish", kind: .folder,
                checks: [
                    CheckRecord(code: hidden.code),
                    CheckRecord(code: notFound.code, skipped: "no list of products was given"),
                ]),
        ],
        findings: [
            Finding(
                code: notFound.code, severity: .error, message: "product ID 'CatPhotos' does not exist",
                location: Location(
                    input: "/home/me/repo/Packs/CatPhotos", member: "ContentInfo.plist", key: "IAPProductIdentifier",
                    position: TextPosition(line: 8, column: 10)),
                notes: ["It can't be changed."],
                remedy: Remedy("change it", command: "iapkit edit Packs/CatPhotos --product-id com.example.CatPhotos"),
                suggestion: "com.example.CatPhotos"),
            Finding(
                code: oldStyle.code, severity: .warning, message: "ContentInfo.plist is an old-style property list",
                location: Location(
                    input: "dist/Dogs.zip", member: "ContentInfo.plist", position: TextPosition(line: 1, column: 1)),
                remedy: Remedy("write it as XML")),
            Finding(
                code: hidden.code, severity: .note, message: "'.nomedia' is hidden",
                location: Location(input: "/elsewhere/Birds")),
        ]
    ).telling([hidden, notFound, oldStyle])

    /// Names that try to break out of every format.
    static let hostile = Report(
        command: "validate", toolVersion: "9.9",
        inputs: [
            InputSummary(path: nasty, kind: .folder), InputSummary(path: "a,b:c.zip", kind: .zip),
        ],
        findings: [
            Finding(
                code: hidden.code, severity: .note, message: "'\(nasty)' and {0} and [a link](http://example.com)",
                location: Location(input: nasty, member: #"Contents/\xFF\x5C%41\x0A::x \#u{E9}"#)),
            Finding(
                code: notFound.code, severity: .error, message: "m",
                location: Location(input: "a,b:c.zip", member: "Contents/]]> --> 100%\u{202E}", key: "a&b")),
        ],
        failures: [RunFailure(subject: nasty, reason: "can't be read", remedy: "read it \u{FFFE}")]
    ).telling([hidden, notFound])

    /// A finding that names an input which is not among the inputs, and a failure.
    static let noLocation = Report(
        command: "validate", toolVersion: "9.9",
        findings: [Finding(code: hidden.code, severity: .note, message: "m", location: Location(input: "."))],
        failures: [RunFailure(subject: "Gone", reason: "there is no such file")]
    ).telling([hidden])

    static let nasty = "a\n\r%0A::error::<b>&\"'\u{1B}[31m\u{202E}\u{0}"

    static let hidden = description("FIL-009", "hidden-file", .note, .judgement("Nobody says."))
    static let notFound = description("PID-010", "product-not-found", .error, .apple("App Store Connect Help"))
    static let oldStyle = description("PLI-006", "old-style-property-list", .warning, .format("property lists"))

    private static func description(
        _ id: String, _ slug: String, _ severity: Severity, _ evidence: Evidence
    ) -> FindingDescription {
        FindingDescription(
            code: FindingCode(id, slug), defaultSeverity: severity, summary: "The rule of <\(slug)>",
            why: "Because of *it*.", remedy: "Mend it.", evidence: evidence)
    }
}

extension Report {
    fileprivate func telling(_ rules: [FindingDescription]) -> Report {
        var report = self
        report.rules = rules
        report.workingFolders = ["/home/me/repo"]
        return report
    }
}
