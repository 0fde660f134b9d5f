/// What of a folder goes into an asset pack. Every path is relative, with `/` between its parts.
public enum FileSelector: Sendable, Hashable {
    /// One file, which keeps its path.
    case file(String)
    /// A folder with all below it, which keep their paths.
    case directory(String)
    /// The files that match a pattern; Xcode 27 and later.
    case filePattern(String)
    /// One file, under another path; Xcode 27 and later.
    case fileRenamed(source: String, destination: String)
    /// A folder with all below it, under another path; Xcode 27 and later.
    case directoryRenamed(source: String, destination: String)
    /// A file that another selector takes, and that stays out; Xcode 27 and later.
    case fileExclusion(String)

    /// The keys and values in a manifest, in the order in which they are written.
    public var members: [(key: String, value: String)] {
        switch self {
        case .file(let path): [("file", path)]
        case .directory(let path): [("directory", path)]
        case .filePattern(let pattern): [("filePattern", pattern)]
        case .fileRenamed(let source, let destination):
            [("fileSource", source), ("fileDestination", destination)]
        case .directoryRenamed(let source, let destination):
            [("directorySource", source), ("directoryDestination", destination)]
        case .fileExclusion(let path): [("fileExclusion", path)]
        }
    }

    /// The keys that a selector can have, with whether the first Xcode that knew asset packs, 26, has them.
    static let keys: [(key: String, isFirst: Bool)] = [
        ("file", true), ("directory", true), ("filePattern", false), ("fileSource", false), ("fileDestination", false),
        ("directorySource", false), ("directoryDestination", false), ("fileExclusion", false),
    ]

    /// What keeps a path from being one of a selector, as a clause; `nil` where nothing does.
    ///
    /// The largest length is that of a path in an asset pack, 1,023 bytes, less the folder `Contents/` before it.
    public static func fault(inPath path: String) -> String? {
        let bytes = path.utf8
        if bytes.isEmpty { return "it is empty" }
        if bytes.first == UInt8(ascii: "/") { return "it is absolute, and a selector takes relative paths only" }
        let longest = AssetPackManifest.longestPath - "Contents/".utf8.count
        if bytes.count > longest {
            return "it has \(bytes.count) bytes, and a path in an asset pack has \(longest) below 'Contents' at most"
        }
        if bytes.contains(0) { return "it has a NUL character" }
        let leadsOut = bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
        return leadsOut ? "it has '..' in it, and so leads out of the folder" : nil
    }
}
