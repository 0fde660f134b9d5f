public import AssetPacks
package import ContentModel

/// What is to be an asset pack: what its manifest says beside the files, which come from the content.
public struct PlannedAssetPack: Sendable, Hashable {
    /// The ID of the pack, and the name of the folder in it that holds the content.
    public let identifier: AssetPackIdentifier
    /// When a device downloads it.
    public let downloadPolicy: DownloadPolicy
    /// Where it is for.
    public let platforms: [AssetPackPlatform]

    /// Creates a plan.
    public init(
        identifier: AssetPackIdentifier, downloadPolicy: DownloadPolicy = .onDemand,
        platforms: [AssetPackPlatform] = [.iOS]
    ) {
        self.identifier = identifier
        self.downloadPolicy = downloadPolicy
        self.platforms = platforms
    }

    /// The manifest of the pack that holds these files.
    ///
    /// Each file is named by itself: a selector of a folder would take what happens to lie there when Apple's tool runs.
    /// - Parameter files: Their paths in the content, in any order.
    package func manifest(ofFiles files: some Sequence<ContentPath>) -> AssetPackManifest {
        AssetPackManifest(
            identifier: identifier, downloadPolicy: downloadPolicy,
            fileSelectors: files.sorted(by: AssetPackLayout.precedes).map {
                .file(String(decoding: layout.logicalPath(of: $0), as: UTF8.self))
            },
            platforms: platforms)
    }

    /// Where the content lies in the pack.
    package var layout: AssetPackLayout { AssetPackLayout(identifier: identifier.text) }
}
