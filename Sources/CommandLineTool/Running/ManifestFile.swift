import AssetPacks
import Checks
import ContentModel
import Packaging

/// The manifest of an asset pack in a file of its own, beside the pack.
struct ManifestFile {
    /// Where it is.
    let path: String
    private let bytes: [UInt8]

    /// The manifest of a pack.
    /// - Parameter output: The path of the pack.
    init(_ pack: PlannedAssetPack, of tree: ContentTree, beside output: String) {
        path = Self.path(beside: output)
        bytes = pack.manifest(ofFiles: tree.entries.filter { $0.type == .file }.map(\.path)).bytes()
    }

    /// The path of the manifest that goes beside a package: none unless it is asked for.
    static func paths(beside output: PackageOutput, _ options: Options) -> [String] {
        options.writesManifests && output.kind == .aar ? [path(beside: output.path)] : []
    }

    /// `CatPhotos.manifest.json` for `CatPhotos.aar`: Apple's tool takes no manifest of another suffix.
    private static func path(beside pack: String) -> String {
        let suffix = ".\(PackageKind.aar.fileSuffix)"
        return (pack.hasSuffix(suffix) ? String(pack.dropLast(suffix.count)) : pack) + ".manifest.json"
    }

    /// Whether the manifest is there already, with the same bytes.
    private var isThere: Bool {
        if case .success(bytes) = SmallInputFile.bytes(of: path, limit: bytes.count + 1) { true } else { false }
    }

    /// Sees whether it could be written, as far as that can be told without writing.
    /// - Throws: `PackagingError` where another file is there that may not be replaced.
    func check(replacing: Bool) throws(PackagingError) {
        guard !replacing, !isThere, SmallOutputFile.exists(path) else { return }
        throw PackagingError(
            .outputExists, subject: path, reason: "the file exists, and it is another manifest",
            remedy: "use --update or --force to replace it")
    }

    /// Writes the manifest; one that is there already with the same bytes is left alone.
    /// - Throws: `PackagingError` where another file is there that may not be replaced, or where it can't be written.
    func write(replacing: Bool) throws(PackagingError) {
        if isThere { return }
        try check(replacing: replacing)
        if replacing { try SmallOutputFile.write(bytes, to: path) } else { try SmallOutputFile.create(bytes, at: path) }
    }
}
