/// Reads a content folder into a ``ContentTree``: one walk, no link followed, nothing opened but folders.
public enum FolderReader {
    /// Walks the folder at a path.
    ///
    /// Whatever can't be examined becomes a failure of the tree; nothing is thrown for it.
    /// - Parameter exclusions: What the user leaves out. `ContentInfo.plist` at the root is never left out.
    public static func tree(atPath path: String, excluding exclusions: [ContentGlob] = []) -> ContentTree {
        fatalError("in the works")
    }
}
