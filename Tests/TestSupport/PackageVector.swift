import Foundation

/// The facts of a package of hosted content that Apple's tools made in 2015. They lie beside the checkout or a folder
/// above it, not in it.
public struct PackageVector: Sendable, CustomStringConvertible {
    /// The name of the folder with the facts.
    public let name: String
    /// When the package was made, in seconds since 1970.
    public let time: Int64

    /// All that there are.
    public static let all = [
        PackageVector(name: "hosted-a", time: 1_436_387_361), PackageVector(name: "hosted-b", time: 1_436_645_233),
    ]

    /// Whether the facts are here.
    public static let areAvailable = folder != nil

    private static let folder: String? = {
        var parent = (Repository.path as NSString).deletingLastPathComponent
        while true {
            let folder = parent + "/shared/vectors"
            if FileManager.default.fileExists(atPath: folder) { return folder }
            if parent == "/" { return nil }
            parent = (parent as NSString).deletingLastPathComponent
        }
    }()

    /// The name.
    public var description: String { name }

    /// A file of the facts.
    public func file(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder ?? "")/\(name)/\(file)")))
    }

    /// What is known of the package.
    public func facts() throws -> Facts {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Facts.self, from: Data(try file("entries.json")))
    }

    /// What is known of a package.
    public struct Facts: Decodable, Sendable {
        /// The name of its component, without `.pkg`.
        public let component: String
        /// What its payload holds.
        public let payload: Payload
    }

    /// What a payload holds.
    public struct Payload: Decodable, Sendable {
        /// The first bytes of the gzip member, in hexadecimal.
        public let gzipHeaderHex: String
        /// The length of the cpio archive in bytes, padding and all.
        public let cpioBytes: Int
        /// The entries in their order, the folder itself first.
        public let entries: [Entry]
        /// The entry that ends the archive.
        public let trailer: Trailer
    }

    /// An entry of a payload.
    public struct Entry: Decodable, Sendable {
        /// The path as the payload has it.
        public let path: String
        /// The mode, as Python writes octal numbers.
        public let mode: String
        /// The number of the entry.
        public let ino: UInt32
        /// The number of links.
        public let nlink: UInt32
        /// The modification time in seconds since 1970.
        public let mtime: UInt32
        /// The size in bytes.
        public let size: UInt64
        /// The POSIX checksum of the content.
        public let posixCksum: UInt32

        /// The mode, type bits and all.
        public var modeNumber: UInt16 { UInt16(mode.dropFirst(2), radix: 8) ?? 0 }
        /// Whether it is a folder.
        public var isDirectory: Bool { modeNumber & 0o170000 == 0o40000 }
    }

    /// The last entry of a payload.
    public struct Trailer: Decodable, Sendable {
        /// The number of the entry.
        public let ino: UInt32
    }
}
