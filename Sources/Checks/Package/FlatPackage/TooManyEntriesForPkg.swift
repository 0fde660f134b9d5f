import ContentModel
import Findings
import Packaging

/// There are more files and folders than a flat package can hold.
struct TooManyEntriesForPkg: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-011", "too-many-entries-for-pkg"),
        defaultSeverity: .error,
        summary: "A .pkg must have at most 262,143 entries",
        why:
            "The payload of a .pkg is a cpio archive, which numbers its entries with 6 octal digits. What Apple's tools "
            + "did with more is not known.",
        remedy: "Put small files together, or pack the folder as a zip.",
        evidence: .format("cpio odc: 262,143 entries at most, the content folder itself counted"))

    static var examples: [CheckExample] {
        [
            // The entries besides: the folder itself, ContentInfo.plist, Contents and a.txt in it.
            CheckExample(
                "one more than a pkg holds", sketch(FlatPackageLimits.mostEntries - 3),
                expected: [ExpectedFinding("PKG-011", .error)]),
            CheckExample("as many as a pkg holds", sketch(FlatPackageLimits.mostEntries - 4), expected: []),
        ]
    }

    private static func sketch(_ count: Int) -> ContentSketch {
        var sketch = ContentSketch.contentFolder()
        sketch.targets = [.pkg]
        for number in 0..<count { sketch.items[ContentPath("Contents/\(number)")] = .directory }
        return sketch
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.targets.contains(.pkg), let tree = context.tree,
            tree.entries.count + 1 > FlatPackageLimits.mostEntries
        else { return }
        report(
            Self.finding(
                Text.tooMany(tree.entries.count + 1), at: context.inputLocation,
                remedy: Remedy("put small files together, or pack the folder as a zip")))
    }
}

private enum Text {
    static func tooMany(_ count: Int) -> String {
        "content has \(Wording.grouped(count)) entries with the folder itself; a .pkg holds "
            + "\(Wording.grouped(FlatPackageLimits.mostEntries)) at most"
    }
}
