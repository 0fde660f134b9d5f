import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

extension RawAppleArchive {
    /// Bytes as our encoder packs them.
    static func lzfsePacked(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        bytes.withUnsafeBytes { LzfseEncoder().encode($0, into: &packed) }
        return packed
    }
}

extension AppleArchiveFile {
    /// Opens an archive of these bytes.
    static func open(_ bytes: [UInt8]) throws -> AppleArchiveFile {
        try withTemporaryFolder { folder in
            try AppleArchiveFile(try ReadableFile(try folder.write("sample.aar", bytes)))
        }
    }

    /// Opens an archive of these bytes, which are put in place of a file that may be there.
    static func open(_ bytes: [UInt8], at path: String) throws -> AppleArchiveFile {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try AppleArchiveFile(try ReadableFile(path))
    }

    /// All entries.
    func allEntries() throws(AppleArchiveFault) -> [AppleArchiveEntry] {
        let walk = entries()
        var all: [AppleArchiveEntry] = []
        while let entry = try walk.next() { all.append(entry) }
        return all
    }

    /// The content of an entry.
    func content(_ entry: AppleArchiveEntry) throws(StreamFault) -> [UInt8] { try stream(entry.data ?? 0..<0).all() }

    /// The paths of all entries with their contents.
    func contents() throws -> [String: [UInt8]] {
        Dictionary(
            try allEntries().map { (String(decoding: $0.path, as: UTF8.self), try content($0)) },
            uniquingKeysWith: { $1 })
    }

    /// Why an archive of these bytes can't be listed; `nil` where it can.
    static func fault(_ bytes: [UInt8]) throws -> AppleArchiveFault? {
        do {
            _ = try open(bytes).allEntries()
            return nil
        } catch let fault as AppleArchiveFault {
            return fault
        }
    }
}
