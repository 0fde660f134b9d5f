import ContentModel
import Findings
import Packaging

/// The Bom of a flat package does not list what the payload holds.
struct BomMismatch: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-004", "bom-mismatch"),
        defaultSeverity: .error,
        summary: "The Bom of a .pkg must list exactly what its payload holds",
        why:
            "macOS unpacks by the Bom: what it does not list may not arrive, and what it lists with another size, mode "
            + "or checksum is taken for damaged. Such a package was made or changed by hand.",
        remedy: "Pack the content folder again.",
        evidence: .format("Flat package: Bom and Payload describe the same paths, measured on Apple-made packages"))

    static var examples: [CheckExample] {
        let path = ContentPath("Contents/a.txt")
        return [
            CheckExample(
                "a file that the Bom does not list", .flatPackage(.missingInBom(path)),
                expected: [ExpectedFinding("PKG-004", .error, member: "Contents/a.txt")]),
            CheckExample(
                "a file that the Bom lists and that is not there", .flatPackage(.missingInPayload(path)),
                expected: [ExpectedFinding("PKG-004", .error, member: "Contents/a.txt")]),
            CheckExample(
                "a file of another size, and many more",
                .flatPackage(.bomDiffers(path, "has 1 bytes in the Bom and 2 in the payload"), .moreInBom(7)),
                expected: [
                    ExpectedFinding("PKG-004", .error),
                    ExpectedFinding("PKG-004", .error, member: "Contents/a.txt"),
                ]),
            CheckExample("no Bom", .flatPackage(.bomMissing), expected: [ExpectedFinding("PKG-004", .error)]),
            CheckExample(
                "a damaged Bom", .flatPackage(.bomUnreadable("its tree runs in a circle")),
                expected: [ExpectedFinding("PKG-004", .error)]),
            CheckExample("a package in order", .flatPackage(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.flatPackage?.faults ?? [] {
            guard let (message, path) = Text.judged(fault) else { continue }
            report(
                Self.finding(
                    message, at: path.map(context.location(of:)) ?? context.inputLocation,
                    remedy: PackageRemedy.packAgain))
        }
    }
}

private enum Text {
    static func judged(_ fault: FlatPackageFault) -> (message: String, path: ContentPath?)? {
        switch fault {
        case .bomMissing: ("package has no Bom", nil)
        case .bomUnreadable(let reason): ("Bom can't be read: \(Wording.escaped(reason))", nil)
        case .missingInBom(let path): ("\(Wording.quoted(path)) is in the payload and not in the Bom", path)
        case .missingInPayload(let path): ("\(Wording.quoted(path)) is in the Bom and not in the payload", path)
        case .bomDiffers(let path, let what): ("\(Wording.quoted(path)) \(what)", path)
        case .moreInBom(let count):
            ("Bom and payload contradict each other in \(Wording.count(count, "more path"))", nil)
        default: nil
        }
    }
}
