public import ContentModel
public import Findings
public import Packaging

/// What must be right with a package before it is unpacked: that it is one, that it is whole, and that nothing in it
/// leads out of the folder or can't be made.
///
/// What else is wrong with the content does no harm on the disk, and may be why somebody wants to look at it.
public enum UnpackingChecks {
    /// The codes of the checks to run on an input.
    public static func codes(for input: ContentInput) -> Set<FindingCode> {
        let checks: [any Check.Type] = [
            NotAContentPackage.self, PackageTruncated.self, PackageDamaged.self, AbsoluteSymlink.self,
            EscapingSymlink.self, SpecialFile.self, ContentsNotAFolder.self, NameNotUTF8.self,
            NamesEqualAfterNormalization.self, ContentInfoNotAFile.self,
        ]
        let codes = Set(checks.map { $0.code })
        guard (try? input.content.get())?.entries.isEmpty == true else { return codes }
        // Nothing in it would be unpacked; then it must be said what is missing.
        return codes.union([ContentInfoMissing.code, ContentsMissing.code])
    }

    /// The findings for files that turned out damaged when they were unpacked.
    public static func findings(for damaged: [ContentReadError], in examined: ExaminedInput) -> [Finding] {
        damaged.map { PackageDamaged.finding(for: $0.path, $0.reason, in: examined.context) }
    }
}
