import ArchiveFormats
import AssetPacks
import ContentModel
import Foundation
import Packaging
import TestSupport
import Testing

/// Small asset packs: ours, packed and bare, and one as others make them.
///
/// A pack has no checksum, so one that is changed may be another pack that is right as well.
struct SmallAssetPack: Sendable {
    /// Ours, in blocks of LZFSE.
    let packed: [UInt8]
    /// Ours, as a bare stream.
    let bare: [UInt8]
    /// What both hold: the content of each file, and for anything else `nil`.
    let content: [ContentPath: [UInt8]?]
    /// Another tool's, with many keys, in small blocks of zlib and stored ones.
    let foreign: [UInt8]
    /// What that holds.
    let foreignContent: [ContentPath: [UInt8]?]

    /// Packs a folder, and makes the other pack.
    init() throws {
        (packed, bare, content) = try withTemporaryFolder { folder throws in
            let path = try folder.makeContentFolder(
                "pack1",
                contents: [
                    "a.txt": String(repeating: "castle knight ", count: 30), "b.bin": "\u{1}\u{2}x\u{7F}", "empty": "",
                    "sub/c.txt": "c",
                ])
            let tree = FolderReader.tree(atPath: path)
            let pack = PlannedAssetPack(identifier: try #require(AssetPackIdentifier("pack1")))
            func packed(_ options: PackageOptions) throws -> [UInt8] {
                let output = folder.path("out.aar")
                _ = try PackageWriter.write(tree, asPack: pack, as: .aar, to: output, options: options)
                return Array(try Data(contentsOf: URL(fileURLWithPath: output)))
            }
            var options = PackageOptions(synchronizes: false, replacesExisting: true)
            let whole = try packed(options)
            options.compression = .store
            return (
                whole, try packed(options),
                try Dictionary(
                    uniqueKeysWithValues: tree.entries.map { entry in
                        (entry.path, entry.type == .file ? try tree.source.bytes(of: entry, limit: 1 << 20) : nil)
                    })
            )
        }
        foreign = Raw.packed("z", Self.foreign(manifest: Self.foreignManifest), size: 200) { piece in
            ZlibStream.deflated(piece)
        }
        foreignContent = [
            ContentTree.contentsPath: nil, ContentPath("Contents/Textures"): nil,
            ContentPath("Contents/Textures/a.txt"): Raw.words(300), ContentPath("Contents/Textures/b"): [],
        ]
    }

    private typealias Raw = RawAppleArchive

    /// A manifest with what Apple's template has: comments, and a comma too many.
    static let foreignManifest = Array(
        """
        {
            // The asset pack's ID
            "assetPackID": "textures",
            "downloadPolicy": { "prefetch": { "installationEventTypes": ["firstInstallation",] } },
            "fileSelectors": [ { "directory": "Textures" } ], /* all of them */
            "platforms": []
        }
        """.utf8)

    /// The bare stream of the other pack.
    static func foreign(manifest: [UInt8]) -> [UInt8] {
        func entry(_ type: Character, _ path: String, _ content: [UInt8]? = nil) -> [UInt8] {
            let time = Raw.number(1_700_000_000, width: 8) + Raw.number(5, width: 4)
            var fields = [
                Raw.field("TYP1", [type.asciiValue ?? 0]), Raw.text("PAT", path),
                Raw.field("UID2", Raw.number(501, width: 2)), Raw.field("GID1", [20]),
                Raw.field("MOD2", Raw.number(0o755, width: 2)), Raw.field("FLG1", [0]), Raw.field("CTMT", time),
                Raw.field("MTMT", time), Raw.field("BTMS", Raw.number(0, width: 8)),
                Raw.field("XATA", Raw.number(12, width: 2)),
            ]
            if let content { fields.append(Raw.field("DATB", Raw.number(UInt64(content.count), width: 4))) }
            return Raw.header(fields) + Raw.number(12, width: 4) + Array("a\u{0}123456".utf8) + (content ?? [])
        }
        return entry("D", "") + entry("F", "Manifest.json", manifest) + entry("D", "Contents")
            + entry("D", "Contents/Textures") + entry("F", "Contents/Textures/b", [])
            + entry("F", "Contents/Textures/a.txt", Raw.words(300))
    }
}
