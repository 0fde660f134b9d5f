public import ContentModel
import Findings
public import Packaging
public import ProductCatalogs
public import PropertyLists

/// All that a check may look at: one input, opened and read once, and what the run knows besides.
public struct CheckContext: Sendable {
    /// The input as the user named it.
    public let input: String
    /// What the input turned out to be.
    public let kind: ContentInput.Kind
    /// Its content, or why there is none.
    public let content: Result<ContentTree, InputFault>
    /// What the input says of itself where it is a flat package; `nil` for everything else.
    public let flatPackage: FlatPackage?
    /// What the input says of itself where it is an asset pack; `nil` for everything else.
    public let assetPack: AssetPack?
    /// The bytes of `ContentInfo.plist`; `nil` where there is none, or it could not be read.
    public let contentInfoBytes: [UInt8]?
    /// What `ContentInfo.plist` says; `nil` where there is none, or it could not be read.
    public let contentInfo: ContentInfo?
    /// Why `ContentInfo.plist` could not be read, where it is there and could not.
    public let contentInfoFailure: String?
    /// The input as a list for SKStoreProductViewController; `nil` where it is none, or the command takes none.
    public let storeProductList: StoreProductListFile?
    /// What the heads of the files gave away, in the tree's order; files that are plain data are not in it.
    public let sniffed: [SniffedFile]
    /// What lies in an asset pack beside its content, by its path in the archive; `nil` where there is nothing.
    public let besideContent: ContentTree?
    /// What the heads of those files gave away, in that tree's order.
    public let sniffedBeside: [SniffedFile]
    /// What the product ID is to the products given; `nil` where no source was given, or there is no product ID.
    public let match: ProductMatch?
    /// The products given; `nil` where no source was given.
    public let products: ProductCatalog?
    /// The other inputs of the run that have the same product ID, in the order given.
    public let inputsWithSameProduct: RivalInputs
    /// The other inputs of the run that have the product ID nearest to this one's, in the order given.
    public let inputsWithNearestProduct: RivalInputs
    /// The other inputs of the run whose nearest product is this one's.
    public let inputsNearSameProduct: RivalInputs
    /// The kinds of package to be made.
    public let targets: Set<PackageKind>
    /// The asset pack that is to be made of the input; `nil` where none is, or where there is no ID for one.
    public let plannedPack: PlannedAssetPack?
    /// Why there is no ID for the asset pack that was to be made, where that is for an ID which another product has.
    public let packIDClash: AssetPackIDClash?
    /// The other inputs of the run whose asset packs have the ID of this one's and are for other products, in the order
    /// given.
    public let inputsWithSamePackID: RivalInputs
    /// Which checks report, and with what severity.
    let policy: SeverityPolicy

    /// The tree, where there is one.
    public var tree: ContentTree? { try? content.get() }

    /// Whether the input is a content folder, or was made from one: an asset pack can be of any content.
    var isContentFolder: Bool { kind != .aar || assetPack?.contentRoot != nil }

    /// Whether what is judged goes into an asset pack, or comes from one.
    var concernsAssetPack: Bool { kind == .aar || targets.contains(.aar) }

    /// Whether a finding of `check` weighs as much as one of `other`, so that it can stand for both where they have one
    /// cause: it must be reported, and with no lesser severity.
    func reports(_ check: any Check.Type, insteadOf other: any Check.Type) -> Bool {
        func severity(_ check: any Check.Type) -> Severity? {
            guard policy.reports(check.code) else { return nil }
            if case .report(let severity)? = policy.overrides[check.code] { return severity }
            return check.description.defaultSeverity
        }
        guard let first = severity(check) else { return false }
        return severity(other).map { first >= $0 } ?? true
    }
}

/// A list for SKStoreProductViewController in a file of its own.
public struct StoreProductListFile: Sendable {
    /// The list.
    public let list: StoreProductList
    /// The property list that it is.
    public let document: PropertyListReading
    /// The bytes of the file.
    public let bytes: [UInt8]
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
