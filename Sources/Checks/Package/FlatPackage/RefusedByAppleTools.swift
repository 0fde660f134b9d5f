import Findings
import Packaging

/// Apple's own tools would not read a flat package that others read.
struct RefusedByAppleTools: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-008", "refused-by-apple-tools"),
        defaultSeverity: .error,
        summary: "A .pkg must be one that Apple's tools read",
        why: "Apple's reader is stricter than others: it wants a header of 28 bytes, a SHA-1 or SHA-2 checksum of the "
            + "table of contents, and a payload that is not compressed a second time. A package of another form opens "
            + "in bsdtar and 7-Zip, and not on a Mac.",
        remedy: "Pack the content folder again.",
        evidence: .apple("Apple's xar 503, in source; macOS reads the payload from the package's file as it is"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a package without a checksum", .flatPackage(.refused("its table of contents has no checksum")),
                expected: [ExpectedFinding("PKG-008", .error)]),
            CheckExample("a package in order", .flatPackage(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.flatPackage?.faults ?? [] {
            guard case .refused(let what) = fault else { continue }
            report(Self.finding(Text.refused(what), at: context.inputLocation, remedy: PackageRemedy.packAgain))
        }
    }
}

private enum Text {
    static func refused(_ what: String) -> String { "Apple's tools refuse this package: \(Wording.escaped(what))" }
}
