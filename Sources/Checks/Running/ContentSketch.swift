public import ContentModel

/// Content in memory, for examples.
public struct ContentSketch: Sendable {
    /// One entry of a sketch.
    public enum Item: Sendable, Hashable {
        /// A file with these bytes.
        case file([UInt8])
        /// A file of this size in bytes, whose bytes do not matter.
        case fileOfSize(Int64)
        /// A folder.
        case directory
        /// A symbolic link.
        case symlink(String)
        /// Something that is never opened.
        case special(ContentEntry.SpecialKind)
        /// A file that can't be opened.
        case unreadable
    }

    /// The items by path; folders above an item need not be listed.
    public var items: [ContentPath: Item]
}
