public import ContentModel

/// Which paths of a pack its selectors name, as far as that can be told without the folder that it was made from.
///
/// A pattern names whatever matches it, by rules that are not published, and a root for selectors may change every path.
/// Where there is one of these, what follows from it is not judged. Names are compared as Apple's file systems do, which
/// take the Unicode forms of one letter for one; letter case counts.
public struct SelectorCoverage: Sendable {
    /// A path that a selector names, and that is to be in the pack.
    public struct Named: Sendable, Hashable {
        /// The path in the pack, below `Contents`.
        public let path: String
        /// Whether it is a folder.
        public let isFolder: Bool
        /// Which one of the selectors names it.
        public let index: Int
    }

    /// What must be in the pack, in the order of the selectors; without what an exclusion may have taken out.
    public let named: [Named]
    /// Whether it can be told of a path that no selector names it.
    public let isComplete: Bool
    private let files: Set<String>
    private let folders: FolderSet
    private let takesAll: Bool

    /// Takes the selectors of a manifest.
    /// - Parameter hasRoot: Whether the manifest has a `sourceRoot`.
    public init(_ selectors: [FileSelector], hasRoot: Bool = false) {
        var named: [Named] = []
        var (files, folders): (Set<String>, Set<String>) = ([], [])
        var (takesAll, hasPattern) = (false, false)
        var exclusions: [String] = []
        for (index, selector) in selectors.enumerated() {
            switch selector {
            case .file(let path), .fileRenamed(_, let path):
                guard FileSelector.fault(inPath: path) == nil else { continue }
                let plain = Self.plain(path)
                files.insert(plain)
                named.append(Named(path: plain, isFolder: false, index: index))
            case .directory(let path), .directoryRenamed(_, let path):
                guard FileSelector.fault(inPath: path) == nil else { continue }
                let plain = Self.plain(path)
                if plain.isEmpty {
                    takesAll = true
                } else {
                    folders.insert(plain)
                    named.append(Named(path: plain, isFolder: true, index: index))
                }
            case .filePattern: hasPattern = true
            case .fileExclusion(let path): exclusions.append(Self.plain(path))
            }
        }
        let isExcludedByPattern = exclusions.contains { $0.utf8.contains { "*?[".utf8.contains($0) } }
        if hasRoot || isExcludedByPattern { named = [] }
        if !exclusions.isEmpty {
            let excluded = FolderSet(Set(exclusions))
            named.removeAll { named in named.isFolder || excluded.holdsPathOrFolder(above: named.path) }
        }
        self.named = named
        self.files = files
        self.folders = FolderSet(folders)
        self.takesAll = takesAll
        isComplete = !hasRoot && !hasPattern
    }

    /// Whether a selector names a file at a path below `Contents`. What an exclusion takes out counts as named.
    public func names(_ path: ContentPath) -> Bool {
        if takesAll { return true }
        guard let text = path.text else { return false }
        return files.contains(text) || folders.holdsFolder(above: text)
    }

    /// A path without the parts that say nothing.
    private static func plain(_ path: String) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        // Nearly every path is plain already.
        if parts.reduce(parts.count - 1, { $0 + $1.count }) == path.utf8.count { return path }
        return parts.map { String(Substring($0)) }.joined(separator: "/")
    }
}
