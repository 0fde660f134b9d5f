import AssetPacks
import ContentModel
import Findings
import Packaging

/// A path is longer than an asset pack takes.
struct PathTooLongForPack: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-019", "path-too-long-for-pack"),
        defaultSeverity: .error,
        summary: "A path in an asset pack must have at most 1,023 bytes",
        why:
            "Counted is the path in the archive, which begins with Contents/ and the pack's ID. A re-implementation of "
            + "Apple's reader refuses longer ones, and no system of Apple's opens a longer path.",
        remedy: "Shorten the names of folders and files, or nest them less.",
        evidence: .secondary("libAppleArchive, a re-implementation of Apple's reader; PATH_MAX of Darwin is 1,024"))

    static var examples: [CheckExample] {
        let folder = Array(repeating: String(repeating: "f", count: 200), count: 4).joined(separator: "/")
        // 'Contents/', the folder of the pack with its '/', four folders, and a name.
        func path(_ count: Int) -> String {
            "Contents/\(folder)/" + String(repeating: "n", count: count - 9 - 22 - 804)
        }
        let long = path(1024)
        return [
            CheckExample(
                "a path of 1,024 bytes in the pack", .assetPackFolder(extra: [long: .text("a")]),
                expected: [ExpectedFinding("AST-019", .error, member: long)]),
            CheckExample(
                "a path of 1,023", .assetPackFolder(extra: [path(1023): .text("a")]),
                expected: [ExpectedFinding("NAM-006", .warning, member: path(1023))]),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.concernsAssetPack else { return }
        let longest = AssetPackManifest.longestPath
        func tell(_ path: ContentPath, _ count: Int, notes: [String] = []) {
            report(
                Self.finding(
                    Text.path(count), at: context.location(of: path), notes: notes,
                    remedy: Remedy("shorten the names on the way, or nest folders less")))
        }
        for entry in context.besideContent?.entries ?? [] where entry.path.bytes.count > longest {
            if entry.path.parent.map({ $0.bytes.count > longest }) ?? false { continue }
            tell(entry.path, entry.path.bytes.count, notes: [PackWording.beside])
        }
        guard let root = context.packedPathLength(of: ContentTree.contentsPath) else { return }
        // Of a folder that is too long already, only itself is reported, not all in it.
        if root > longest { return tell(ContentTree.contentsPath, root) }
        let contentInfo = context.tree?.entry(at: ContentTree.contentInfoPath)
        if let path = contentInfo?.path, let count = context.packedPathLength(of: path), count > longest {
            tell(path, count)
        }
        // All in the payload has as many bytes more in the pack as its folder has.
        let more = root - ContentTree.contentsPath.bytes.count
        for entry in context.payload where entry.path.bytes.count + more > longest {
            if let parent = entry.path.parent, parent.bytes.count + more > longest { continue }
            tell(entry.path, entry.path.bytes.count + more)
        }
    }
}

extension CheckContext {
    /// Whether a path is told by ``PathTooLongForPack``, so that another check need not tell it again.
    func isTooLongForPack(_ path: ContentPath, insteadOf check: any Check.Type) -> Bool {
        guard concernsAssetPack, reports(PathTooLongForPack.self, insteadOf: check) else { return false }
        return packedPathLength(of: path).map { $0 > AssetPackManifest.longestPath } ?? false
    }

    /// The length in bytes of a path in the pack that the input is, or that is to be made of it; `nil` where there is none.
    func packedPathLength(of path: ContentPath) -> Int? {
        if let assetPack { return assetPack.archivePath(of: path).bytes.count }
        return plannedPack.map { $0.layout.archivePath(of: path).count }
    }
}

private enum Text {
    static func path(_ count: Int) -> String {
        "path in the asset pack has \(Wording.grouped(count)) bytes; it takes "
            + "\(Wording.grouped(AssetPackManifest.longestPath))"
    }
}
