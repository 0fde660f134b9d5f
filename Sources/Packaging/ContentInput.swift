public import ContentModel

/// A path that the user named, opened as what it turned out to be.
public struct ContentInput: Sendable {
    /// What a path turned out to be.
    public enum Kind: String, Sendable {
        /// A folder.
        case folder
        /// A zip.
        case zip
        /// Something that can't be a content package.
        case unknown
    }

    /// The path as the user named it.
    public let path: String
    /// What it is.
    public let kind: Kind
    /// The content, or why there is none.
    public let content: Result<ContentTree, InputFault>

    /// Creates an input.
    public init(path: String, kind: Kind, content: Result<ContentTree, InputFault>) {
        self.path = path
        self.kind = kind
        self.content = content
    }
}

/// Why a file is no content package.
public struct InputFault: Error, Sendable, Hashable {
    /// The classes of fault.
    public enum Kind: Sendable, Hashable {
        /// It is something else; `detail` says what.
        case notAContentPackage
        /// It ends too early.
        case truncated
        /// It is damaged; `detail` says how.
        case damaged
    }

    /// The class of fault.
    public let kind: Kind
    /// The particulars as a clause without a final period.
    public let detail: String

    /// Creates a fault.
    public init(_ kind: Kind, detail: String) {
        self.kind = kind
        self.detail = detail
    }
}

extension ContentInput {
    /// Opens a folder or a file and recognises it by content.
    /// - Throws: `PackagingError` with `notFound` or `unreadable` where the path itself can't be opened.
    public static func open(_ path: String, excluding exclusions: [ContentGlob] = []) throws(PackagingError)
        -> ContentInput
    {
        fatalError("in the works")
    }
}
