/// The manifest of an asset pack that is to be made.
///
/// The keys are those that Xcode 26 knows; keys of later versions are refused by earlier ones, so none is written.
public struct AssetPackManifest: Sendable, Hashable {
    /// The name of the file in the pack.
    public static let fileName = "Manifest.json"
    /// The longest path in an asset pack, in bytes: what a re-implementation of Apple's checker takes (libAppleArchive),
    /// and what a system of Apple's takes for a path.
    public static let longestPath = 1023

    /// The ID of the pack.
    public let identifier: AssetPackIdentifier
    /// When it is fetched.
    public let downloadPolicy: DownloadPolicy
    /// What goes into it, in the order in which it is written.
    public let fileSelectors: [FileSelector]
    /// What it is for, in the order in which it is written.
    public let platforms: [AssetPackPlatform]

    /// Creates a manifest.
    public init(
        identifier: AssetPackIdentifier, downloadPolicy: DownloadPolicy, fileSelectors: [FileSelector],
        platforms: [AssetPackPlatform]
    ) {
        self.identifier = identifier
        self.downloadPolicy = downloadPolicy
        self.fileSelectors = fileSelectors
        self.platforms = platforms
    }

    /// The file: strict JSON (RFC 8259) in UTF-8, with two spaces a level and a line feed at the end.
    public func bytes() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("assetPackID", identifier.text)
            writer.key("downloadPolicy")
            writer.object { writer in
                writer.key(downloadPolicy.key)
                writer.object { writer in
                    guard let events = downloadPolicy.events else { return }
                    writer.key("installationEventTypes")
                    writer.array(of: events) { $0.string($1.rawValue) }
                }
            }
            writer.key("fileSelectors")
            writer.array(of: fileSelectors) { writer, selector in
                writer.object { writer in
                    for (key, value) in selector.members { writer.member(key, value) }
                }
            }
            writer.key("platforms")
            writer.array(of: platforms) { $0.string($1.rawValue) }
        }
        return writer.finish()
    }
}
