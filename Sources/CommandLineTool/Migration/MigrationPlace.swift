import AssetPacks
import Findings
import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a migration writes, and under what names.
struct MigrationPlace {
    /// The folder for everything.
    let folder: String
    /// The file of asset-pack IDs.
    let identifiers: String

    /// Takes the values of the options.
    init(_ output: String, identifiers: String?) {
        folder = InputCollector.withoutTrailingSlashes(output)
        self.identifiers = identifiers ?? FolderPath.joined(folder, AssetPackIDMap.fileName)
    }

    /// The folder of what packs are made from.
    var stage: String { FolderPath.joined(folder, "stage") }
    /// The folder of the packs that are made here.
    var packs: String { FolderPath.joined(folder, "packs") }
    /// The script that calls Apple's tool.
    var script: String { FolderPath.joined(folder, "make-packs.sh") }
    /// What changes for the app.
    var report: String { FolderPath.joined(folder, "MIGRATION.md") }

    /// The folder that one pack is made from.
    func stage(of pack: AssetPackIdentifier) -> String { FolderPath.joined(stage, pack.text) }
    /// The manifest in it.
    func manifest(of pack: AssetPackIdentifier) -> String {
        FolderPath.joined(stage(of: pack), "Manifest.json")
    }
    /// The pack that is made here.
    func package(of pack: AssetPackIdentifier) -> String { FolderPath.joined(packs, "\(pack.text).aar") }

    /// Whether there is a file of IDs already. Where something is in its place that is none, reading it tells.
    var hasIdentifiers: Bool { SmallOutputFile.exists(identifiers) }

    /// Makes the folders that are missing; the folder above must be there.
    /// - Returns: why one could not be made, or `nil`.
    func prepare(packs: Bool) -> RunFailure? {
        for folder in [folder, stage] + (packs ? [self.packs] : []) where mkdir(folder, 0o777) != 0 {
            let code = errno
            var status = stat()
            if code == EEXIST, stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
            return RunFailure(
                subject: folder,
                reason: code == EEXIST
                    ? "is not a folder" : "the folder can't be made: \(String(cString: strerror(code)))",
                remedy: code == ENOENT ? "make the folder above it first" : "choose another --output")
        }
        return nil
    }
}
