import AssetPacks
import ContentModel
import Packaging

/// The manifest of an older version of an asset pack.
enum PreviousManifest {
    /// Reads a manifest, or that of a pack; `nil` where there is neither.
    static func read(at path: String) -> AssetPackManifestReading? {
        guard SmallOutputFile.exists(path) else { return nil }
        if path.hasSuffix(".json") {
            let limit = Int(AssetPack.largestManifest)
            guard let bytes = try? SmallInputFile.bytes(of: path, limit: limit).get() else { return nil }
            return AssetPackManifestReading(bytes)
        }
        return (try? ContentInput.open(path))?.assetPack?.manifest
    }
}
