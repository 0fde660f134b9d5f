import Findings
import Packaging

/// The folder's name can't be that of a component.
struct ComponentName: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-012", "component-name"),
        defaultSeverity: .error,
        summary: "The name of a folder packed as .pkg must fit the package's documents",
        why: "A .pkg bears the folder's name inside: as a file name with .pkg behind it, and in three XML documents, "
            + "which can hold no control character.",
        remedy: "Rename the folder.",
        evidence: .format("XML 1.0, section 2.2: the characters that a document can hold"))

    static var examples: [CheckExample] {
        let sketch = ContentSketch.contentFolder().with { $0.targets = [.pkg] }
        return [
            CheckExample(
                "a name of 252 letters", sketch.with { $0.name = String(repeating: "n", count: 252) },
                expected: [ExpectedFinding("PKG-012", .error)]),
            CheckExample(
                "a line feed in the name", sketch.with { $0.name = "Cat\nPhotos" },
                expected: [ExpectedFinding("PKG-012", .error)]),
            CheckExample("signs that XML escapes", sketch.with { $0.name = "Cats & \"Dogs\" <1>" }, expected: []),
            CheckExample("a long name for a zip", .contentFolder().with { $0.name = "Cat\nPhotos" }, expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.targets.contains(.pkg), context.kind == .folder,
            let name = ContentInput.folderName(ofPath: context.input),
            let fault = FlatPackageLimits.fault(inName: name)
        else { return }
        report(
            Self.finding(Text.name(fault), at: context.inputLocation, remedy: Remedy("rename the folder")))
    }
}

private enum Text {
    static func name(_ fault: String) -> String {
        "the folder's name can't be that of a .pkg: \(fault)"
    }
}
