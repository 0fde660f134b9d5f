internal import ContentModel
public import Packaging
internal import PropertyLists

/// A product whose content the store hosts: what `SKProduct` tells of it, and the package.
public struct HostedProduct: Sendable {
    /// The product ID in the package's `ContentInfo.plist`.
    public let productIdentifier: String
    /// The version in the same file: what an app can ask before it downloads.
    public let downloadContentVersion: String
    /// The size of the package in bytes.
    public let downloadContentLength: Int64
    /// The package, as it was named.
    public let package: String

    /// The content.
    let tree: ContentTree

    /// The largest `ContentInfo.plist` that is read, in bytes.
    private static let contentInfoLimit = 1 << 20

    /// Opens a package: a zip or a pkg; a content folder will do too.
    /// - Throws: `RehearsalError` where it can't be opened, or says not which product and which version it has.
    public init(package path: String) throws(RehearsalError) {
        let input: ContentInput
        do throws(PackagingError) { input = try ContentInput.open(path) } catch {
            throw RehearsalError(path, error.reason)
        }
        try self.init(input)
    }

    /// Takes a package that was opened already.
    /// - Throws: `RehearsalError`, as above.
    public init(_ input: ContentInput) throws(RehearsalError) {
        package = input.path
        switch input.content {
        case .success(let tree): self.tree = tree
        case .failure(let fault): throw RehearsalError(input.path, "it can't be opened: \(fault.detail)")
        }
        guard let entry = tree.entry(at: ContentTree.contentInfoPath), entry.type == .file else {
            throw RehearsalError(input.path, "it has no ContentInfo.plist")
        }
        let bytes: [UInt8]
        do throws(ContentReadError) { bytes = try tree.source.bytes(of: entry, limit: Self.contentInfoLimit) } catch {
            throw RehearsalError(input.path, "its ContentInfo.plist can't be read: \(error.reason)")
        }
        let info = ContentInfo(PropertyListReader.read(bytes))
        guard let identifier = info.productIdentifier.text, !identifier.isEmpty else {
            throw RehearsalError(input.path, "its ContentInfo.plist has no product ID")
        }
        guard let version = info.contentVersion.text, !version.isEmpty else {
            throw RehearsalError(input.path, "its ContentInfo.plist has no ContentVersion")
        }
        productIdentifier = identifier
        downloadContentVersion = version
        downloadContentLength = max(0, input.fileSize ?? tree.totalFileSize)
    }

    /// Whether a version is the one that the store has.
    package func isOffered(asVersion version: String) -> Bool {
        VersionOrder.isAtLeast(version, downloadContentVersion)
            && VersionOrder.isAtLeast(downloadContentVersion, version)
    }

    /// How many files `Contents` has.
    package var fileCount: Int { payload.count { $0.entry.type == .file } }

    /// The entries below `Contents`, each with its path from there.
    var payload: [(path: ArraySlice<UInt8>, entry: ContentEntry)] {
        let start = Array("Contents/".utf8)
        return tree.entries.compactMap { entry in
            entry.path.bytes.starts(with: start) ? (entry.path.bytes.dropFirst(start.count), entry) : nil
        }
    }
}

/// Why a rehearsal can't be held; never a fault of the app's handler.
public struct RehearsalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder concerned.
    public let subject: String
    /// What is wrong: a clause without a final period.
    public let reason: String

    init(_ subject: String, _ reason: String) {
        self.subject = subject
        self.reason = reason
    }

    /// Both in one line.
    public var description: String { "\(subject): \(reason)" }
}
