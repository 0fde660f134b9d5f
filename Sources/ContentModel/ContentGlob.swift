/// A pattern for paths inside a content folder, as `--exclude` takes it.
///
/// `*` and `?` stay inside one part of a path, `**` crosses parts, `[…]` is a set of characters. A pattern without `/`
/// matches a name at any depth; one with `/` matches the whole path from the root. What matches a folder matches all
/// in it.
public struct ContentGlob: Sendable, Hashable {
    /// The pattern as the user wrote it.
    public let pattern: String

    /// Creates a glob.
    public init(_ pattern: String) { self.pattern = pattern }

    /// Whether the pattern matches the path itself (not whether it matches a folder above it).
    public func matches(_ path: ContentPath) -> Bool {
        fatalError("in the works")
    }
}
