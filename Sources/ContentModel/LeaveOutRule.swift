/// Decides what belongs to a package, whatever the content is read from.
public enum LeaveOutRule {
    /// Why an entry is left out; `nil` if it belongs to the package.
    ///
    /// `ContentInfo.plist` at the root always belongs. What the user excludes is left out first, then what is junk, then
    /// what stands beside `Contents`. Whether a folder above the entry is left out is the caller's question.
    public static func reason(
        for path: ContentPath, isDirectory: Bool, exclusions: [ContentGlob]
    ) -> LeftOutEntry.Reason? {
        if path == ContentTree.contentInfoPath { return nil }
        if let glob = exclusions.first(where: { $0.matches(path) }) { return .excluded(glob.pattern) }
        if let origin = JunkNames.origin(of: path.name, isDirectory: isDirectory) { return .junk(origin) }
        let isAtRoot = path.name.count == path.bytes.count
        return isAtRoot && path != ContentTree.contentsPath ? .besideContents : nil
    }
}
