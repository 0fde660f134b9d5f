import ArchiveFormats
import AssetPacks
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// Asset packs that are made from folders on the disk.
enum AssetPackSample {
    /// The time that everything in a pack has, unless it is asked otherwise: 1980-01-01T00:00:00Z.
    static let time = 315_532_800

    /// A plan for a pack of an ID.
    static func plan(_ identifier: String = "cats") throws -> PlannedAssetPack {
        PlannedAssetPack(identifier: try #require(AssetPackIdentifier(identifier)))
    }

    /// Packs a folder.
    @discardableResult
    static func pack(
        _ folder: String, to path: String, _ identifier: String? = "cats",
        options: PackageOptions = PackageOptions(compression: .store, synchronizes: false)
    ) throws -> WrittenPackage {
        try PackageWriter.write(
            FolderReader.tree(atPath: folder), asPack: identifier.map { try plan($0) }, as: .aar, to: path,
            options: options)
    }

    /// Why a folder can't be packed; `nil` where it can.
    static func refusal(of folder: String, to path: String, _ identifier: String? = "cats") throws -> PackagingError? {
        do {
            try pack(folder, to: path, identifier)
            return nil
        } catch let error as PackagingError {
            return error
        }
    }

    /// The bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    /// The paths and sizes of all entries of a pack, in order, as Python sees them: `F Contents/cats/a.txt 3`.
    static func listing(_ path: String) throws -> [String] {
        let reader = try #require(AppleArchiveReader())
        return try reader.entries(of: path).map { entry in
            let size = (entry["DAT"] as? Int).map { " \($0)" } ?? ""
            return "\(entry["TYP"] as? String ?? "?") \(entry["PAT"] as? String ?? "?")\(size)"
        }
    }

    /// Opens an archive of these bytes, at a path in a folder.
    static func open(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> ContentInput {
        try ContentInput.open(folder.write("sample.aar", bytes))
    }

    /// The paths of what an input holds, sorted, those of folders with a slash.
    static func paths(_ input: ContentInput) throws -> [String] {
        try input.content.get().entries.map { $0.path.displayText + ($0.type == .directory ? "/" : "") }.sorted()
    }

    /// The text of a file in an input.
    static func text(_ path: String, _ input: ContentInput) throws -> String {
        let tree = try input.content.get()
        let entry = try #require(tree.entry(at: ContentPath(path)))
        return String(decoding: try tree.source.bytes(of: entry, limit: 1 << 20), as: UTF8.self)
    }
}
