import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// The facts of a package that Apple's tools made: its Bom, and what its payload held.
struct PackageVector: Sendable, CustomTestStringConvertible {
    /// The name of the folder with the facts.
    let name: String

    /// All that there are.
    static let all = [PackageVector(name: "hosted-a"), PackageVector(name: "hosted-b")]

    /// Whether the facts are here: they lie beside the checkout or a folder above it, not in it.
    static let areAvailable = folder != nil

    private static let folder: String? = {
        var parent = (Repository.path as NSString).deletingLastPathComponent
        while true {
            let folder = parent + "/shared/vectors"
            if FileManager.default.fileExists(atPath: folder) { return folder }
            if parent == "/" { return nil }
            parent = (parent as NSString).deletingLastPathComponent
        }
    }()

    var testDescription: String { name }

    /// A file of the facts.
    func file(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder ?? "")/\(name)/\(file)")))
    }

    /// What the payload held.
    func payload() throws -> Payload {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Facts.self, from: Data(try file("entries.json"))).payload
    }

    private struct Facts: Decodable {
        let payload: Payload
    }

    struct Payload: Decodable {
        let gzipHeaderHex: String
        let cpioBytes: Int
        let entries: [Entry]
        let trailer: Trailer
    }

    struct Entry: Decodable {
        let path: String
        let mode: String
        let ino: UInt32
        let nlink: UInt32
        let mtime: UInt32
        let size: UInt64
        let posixCksum: UInt32

        var modeNumber: UInt16 { UInt16(mode.dropFirst(2), radix: 8) ?? 0 }
        var isDirectory: Bool { modeNumber & 0o170000 == 0o40000 }

        /// The entry as a Bom has it: a folder has the size that HFS+ gives it.
        var bomEntry: BomEntry {
            BomEntry(
                path: Array(path.utf8), kind: isDirectory ? .directory : .file, mode: modeNumber,
                modificationTime: mtime, size: isDirectory ? 34 * UInt64(nlink) : size, checksum: posixCksum)
        }
    }

    struct Trailer: Decodable {
        let ino: UInt32
    }
}
