public import ContentModel
public import Packaging
public import ProductCatalogs

/// All that a check may look at: one input, opened and read once, and what the run knows besides.
public struct CheckContext: Sendable {
    /// The input as the user named it.
    public let input: String
    /// What the input turned out to be.
    public let kind: ContentInput.Kind
    /// Its content, or why there is none.
    public let content: Result<ContentTree, InputFault>
    /// The bytes of `ContentInfo.plist`; `nil` where there is none, or it could not be read.
    public let contentInfoBytes: [UInt8]?
    /// What `ContentInfo.plist` says; `nil` where there is none, or it could not be read.
    public let contentInfo: ContentInfo?
    /// Why `ContentInfo.plist` could not be read, where it is there and could not.
    public let contentInfoFailure: String?
    /// What the heads of the files gave away, in the tree's order; files that are plain data are not in it.
    public let sniffed: [SniffedFile]
    /// What the product ID is to the products given; `nil` where no source was given, or there is no product ID.
    public let match: ProductMatch?
    /// The products given; `nil` where no source was given.
    public let products: ProductCatalog?
    /// The other inputs of the run that have the same product ID, in the order given.
    public let inputsWithSameProduct: [String]
    /// The kinds of package to be made.
    public let targets: Set<PackageKind>

    /// The tree, where there is one.
    public var tree: ContentTree? { try? content.get() }
}

/// A file that is not plain data.
public struct SniffedFile: Sendable, Hashable {
    /// What a file's first bytes gave away.
    public enum Kind: Sendable, Hashable {
        /// Executable code; the text names the format ("Mach-O").
        case executable(String)
        /// A script; the text is its first line without `#!`.
        case script(String)
        /// It could not be opened; the text is the reason.
        case unreadable(String)
    }

    /// The file.
    public let path: ContentPath
    /// What it is.
    public let kind: Kind
}
