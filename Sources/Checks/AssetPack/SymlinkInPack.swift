import AssetPacks
import ContentModel
import Findings
import Packaging

/// There is a symbolic link where an asset pack takes none.
struct SymlinkInPack: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-020", "symlink-in-pack"),
        defaultSeverity: .error,
        summary: "An asset pack must not hold symbolic links",
        why:
            "A manifest selects files and folders, and no archive of Apple's tool that was looked at held a link. What App "
            + "Store Connect and the devices do with one is not known, and a pack can't be changed once it is uploaded. So "
            + "'iapkit' puts none into a pack. Wherever the link leads, it is told as this alone.",
        remedy: "Put a copy of the file in the link's place, or take the link out.",
        evidence: .format("Asset pack: the entries of archives that Apple's ba-package made are files and folders"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a link in a folder that is to be packed",
                .assetPackFolder(extra: ["Contents/b.txt": .symlink("a.txt")]),
                expected: [ExpectedFinding("AST-020", .error, member: "Contents/b.txt")]),
            CheckExample(
                "a link that leads out, and one that leads nowhere",
                .assetPackFolder(extra: ["Contents/b.txt": .symlink("/etc/b"), "Contents/c.txt": .symlink("d.txt")]),
                expected: [
                    ExpectedFinding("AST-020", .error, member: "Contents/b.txt"),
                    ExpectedFinding("AST-020", .error, member: "Contents/c.txt"),
                ]),
            CheckExample(
                "a link in a pack", .assetPack(extra: ["Contents/b.txt": .symlink("a.txt")]),
                expected: [ExpectedFinding("AST-020", .error, member: "Contents/b.txt")]),
            CheckExample(
                "a link beside the pack's own folder",
                ContentSketch.assetPack(extra: ["Contents/q/l": .symlink("/etc/l")]).with {
                    $0.strays = ["Contents/q"]
                },
                expected: [
                    ExpectedFinding("AST-018", .warning), ExpectedFinding("AST-020", .error, member: "Contents/q/l"),
                ]),
            CheckExample(
                "a link in a folder for a zip", .contentFolder(extra: ["Contents/b.txt": .symlink("a.txt")]),
                expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.concernsAssetPack else { return }
        func tell(_ entry: ContentEntry, notes: [String] = []) {
            guard case .symlink(let target) = entry.type else { return }
            report(
                Self.finding(
                    Text.link(entry.path, target: target), at: context.location(of: entry.path), notes: notes,
                    remedy: Remedy("put a copy of the file in the link's place, or take the link out")))
        }
        for entry in context.payload { tell(entry) }
        // A manifest that is a link is told as one that is missing.
        let manifest = context.manifestInOtherLetters
        for entry in context.besideContent?.entries ?? [] where entry.path != manifest {
            tell(entry, notes: [PackWording.beside])
        }
    }
}

private enum Text {
    static func link(_ path: ContentPath, target: [UInt8]) -> String {
        "\(Wording.quoted(path)) is a symbolic link, to \(Wording.quoted(name: target)); an asset pack holds none"
    }
}
