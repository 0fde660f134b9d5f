import ContentModel
import Findings
import Packaging

/// A file is larger than a flat package can hold.
struct FileTooLargeForPkg: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-010", "file-too-large-for-pkg"),
        defaultSeverity: .error,
        summary: "A file in a .pkg must have less than 8 GiB",
        why: "The payload of a .pkg is a cpio archive, which writes the size of a file with 11 octal digits.",
        remedy: "Split the file, or pack the folder as a zip.",
        evidence: .format("cpio odc: 8,589,934,591 bytes at most"))

    static var examples: [CheckExample] {
        let limit = Int64(FlatPackageLimits.largestFile)
        func sketch(_ size: Int64, _ targets: Set<PackageKind>) -> ContentSketch {
            .contentFolder(extra: ["Contents/film.mov": .fileOfSize(size)]).with { $0.targets = targets }
        }
        return [
            CheckExample(
                "8 GiB for a pkg", sketch(limit + 1, [.pkg]),
                expected: [
                    ExpectedFinding("FIL-010", .error),
                    ExpectedFinding("PKG-010", .error, member: "Contents/film.mov"),
                ]),
            CheckExample(
                "a byte less", sketch(limit, [.pkg]), expected: [ExpectedFinding("FIL-010", .error)]),
            CheckExample(
                "8 GiB for a zip", sketch(limit + 1, [.zip]), expected: [ExpectedFinding("FIL-010", .warning)]),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.targets.contains(.pkg), let tree = context.tree else { return }
        for entry in tree.entries
        where entry.type == .file && UInt64(max(0, entry.size)) > FlatPackageLimits.largestFile {
            report(
                Self.finding(
                    Text.tooLarge(entry.size), at: context.location(of: entry.path),
                    remedy: Remedy("split it, or pack the folder as a zip")))
        }
    }
}

private enum Text {
    static func tooLarge(_ size: Int64) -> String {
        "file has \(Wording.grouped(size)) bytes; a .pkg holds files of "
            + "\(Wording.grouped(FlatPackageLimits.largestFile)) at most"
    }
}
