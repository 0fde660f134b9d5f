import Findings
import Packaging

/// The input is no package of content.
struct NotAContentPackage: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-001", "not-a-content-package"),
        defaultSeverity: .error,
        summary: "An input must be a content folder or a package made from one",
        why: "The input was recognised by its bytes, not by its name, and it is something else. Nothing in it can be "
            + "judged.",
        remedy: "Give the content folder, or the package that was made from it. A list of products is given with "
            + "--products.",
        evidence: .format("Zip: the formats that 'iapkit' reads, each known by its first and last bytes"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an image",
                .damaged(InputFault(.notAContentPackage, detail: "it starts like a PNG image"), kind: .unknown),
                expected: [ExpectedFinding("PKG-001", .error)]),
            CheckExample("a content folder", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        if context.storeProductList != nil { return }
        for detail in context.inputFaults(.notAContentPackage) {
            let isText = detail == InputFault.textFileDetail
            report(
                Self.finding(
                    Text.notAPackage(detail), at: context.inputLocation,
                    remedy: Remedy(isText ? Text.give + Text.products : Text.give)))
        }
    }
}

private enum Text {
    static let give = "give the content folder, or the package that was made from it"
    static let products = "; a list of products is given with --products"

    static func notAPackage(_ detail: String) -> String { "input is no content package: \(Wording.escaped(detail))" }
}
