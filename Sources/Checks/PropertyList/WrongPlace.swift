import ContentModel
import Findings
import Packaging

/// What was likely meant, where an input holds neither `ContentInfo.plist` nor `Contents`.
enum WrongPlace {
    /// The content folder is the only one in it, under this name.
    case wrapper(ContentPath)
    /// It is itself the `Contents` of a content folder, which has this path.
    case contents(above: String)
    /// It is a folder of zips or flat packages, which these patterns of the shell stand for.
    case packages(glob: String)
    /// It is a folder of so many content folders, one of which has this path.
    case contentFolders(Int, first: String)
    /// It is a package that holds one `.pkg`.
    case flatPackage

    init?(of tree: ContentTree, in context: CheckContext) {
        let beside = tree.leftOut.filter { $0.reason == .besideContents }
        let folders = beside.filter(\.isContentFolder)
        if folders.count == 1 {
            self = .wrapper(folders[0].path)
        } else if context.kind == .folder, context.folderName == "Contents" {
            self = .contents(above: Self.parent(of: context.input))
        } else if context.kind == .folder, let first = folders.first {
            self = .contentFolders(folders.count, first: context.path(of: first.path.displayText))
        } else if context.kind == .folder, let folder = ShellText.quoted(context.path(of: "")),
            case let suffixes = Self.packageSuffixes(among: beside), !suffixes.isEmpty
        {
            let globs = suffixes.map { (folder == "./" ? "" : folder) + "*.\($0)" }
            self = .packages(glob: globs.joined(separator: " "))
        } else if context.kind == .zip, beside.count == 1, !beside[0].isDirectory, beside[0].hasSuffix("pkg") {
            self = .flatPackage
        } else {
            return nil
        }
    }

    /// The suffixes of the packages among files.
    private static func packageSuffixes(among entries: [LeftOutEntry]) -> [String] {
        ["zip", "pkg", "aar"].filter { suffix in entries.contains { !$0.isDirectory && $0.hasSuffix(suffix) } }
    }

    private static func parent(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        if parts.isEmpty { return path.hasPrefix("/") ? "/" : "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

extension LeftOutEntry {
    /// Whether the name ends with a period and the suffix, in whatever letter case.
    func hasSuffix(_ suffix: String) -> Bool { path.text?.lowercased().hasSuffix("." + suffix) ?? false }
}
