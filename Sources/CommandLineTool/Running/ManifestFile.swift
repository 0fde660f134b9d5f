import AssetPacks
import Checks
import ContentModel
import Packaging

/// The manifest of an asset pack in a file of its own, beside the pack.
enum ManifestFile {
    /// The path of the manifest that goes beside a package: none unless it is asked for.
    static func paths(beside output: PackageOutput, _ options: Options) -> [String] {
        options.writesManifests && output.kind == .aar ? [path(beside: output.path)] : []
    }

    /// `CatPhotos.manifest.json` for `CatPhotos.aar`: Apple's tool takes no manifest of another suffix.
    static func path(beside pack: String) -> String {
        let suffix = ".\(PackageKind.aar.fileSuffix)"
        return (pack.hasSuffix(suffix) ? String(pack.dropLast(suffix.count)) : pack) + ".manifest.json"
    }

    /// Writes the manifest; one that is there already with the same bytes is left alone.
    /// - Throws: `PackagingError` where another file is there that may not be replaced, or where it can't be written.
    static func write(
        _ pack: PlannedAssetPack, of tree: ContentTree, to path: String, replacing: Bool
    ) throws(PackagingError) {
        let files = tree.entries.filter { $0.type == .file }.map(\.path)
        let bytes = pack.manifest(ofFiles: files).bytes()
        if case .success(bytes) = SmallInputFile.bytes(of: path, limit: bytes.count + 1) { return }
        guard replacing else { return try SmallOutputFile.create(bytes, at: path) }
        try SmallOutputFile.write(bytes, to: path)
    }
}
