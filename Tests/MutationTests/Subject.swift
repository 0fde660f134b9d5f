import ArchiveFormats
import AssetPacks
import ContentModel
import ProductCatalogs
import PropertyLists
import TestSupport

/// A kind of input: something right to start from, and a way to read what becomes of it.
struct Subject: Sendable {
    /// What it is called (`pkg-bom`).
    let name: String
    /// Right bytes.
    let bytes: [UInt8]
    /// Where in these the packed bytes of files lie, if it is a package as a whole.
    var packed: [Range<Int>] = []
    /// What it holds, if it is a package as a whole.
    var content: [ContentPath: [UInt8]?] = [:]
    /// Whether what is read is a package, and not a part of one or something else.
    var isPackage: Bool { ["zip", "pkg", "aar"].contains { name.hasPrefix($0) } }
    /// Whether the file is read, and not only the bytes.
    var readsFile: Bool { isPackage || name == "xar" }
    /// Makes the file of changed bytes: where these are a part of a package, one around it whose checksums are right.
    let file: @Sendable ([UInt8]) -> [UInt8]
    /// Reads a file, given as bytes and as a path; tells what is wrong with the reading.
    let fault: @Sendable (_ bytes: [UInt8], _ path: String) throws -> String?

    private init(
        _ name: String, _ bytes: [UInt8], file: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
        fault: @escaping @Sendable (_ bytes: [UInt8], _ path: String) throws -> String?
    ) {
        self.name = name
        self.bytes = bytes
        self.file = file
        self.fault = fault
    }

    /// The names of all kinds.
    static let names = [
        "zip", "zip-streamed", "pkg", "pkg-table", "pkg-payload", "pkg-gzip", "pkg-bom", "pkg-info", "pkg-distribution",
        "aar", "aar-bare", "aar-foreign", "aar-manifest",
        "xar", "bom",
        "cpio", "cpio-new", "lzfse", "lzfse-small", "plist-xml", "plist-binary", "plist-old", "storekit", "manifest",
        "pack-ids",
    ]

    /// The kind of a name; the package is made only once.
    static func named(_ name: String) throws -> Subject? { try all.get().first { $0.name == name } }

    private static let all = Result { try make() }

    private static func make() throws -> [Subject] {
        let small = try SmallPackage()
        let packs = try SmallAssetPack()
        func package(
            _ name: String, _ bytes: [UInt8], _ promise: PackageJudge.Promise = .nothing,
            content: [ContentPath: [UInt8]?]? = nil, packed: [Range<Int>] = [],
            file: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
        ) -> Subject {
            let judge = PackageJudge(content: content ?? small.content, promise: promise)
            var subject = Subject(name, bytes, file: file) { _, path in try judge.fault(ofFileAt: path) }
            subject.packed = packed
            subject.content = judge.content
            return subject
        }
        func reading(
            _ name: String, _ bytes: [UInt8], _ read: @escaping @Sendable ([UInt8]) throws -> Void
        ) -> Subject {
            Subject(name, bytes) { bytes, _ in
                try read(bytes)
                return nil
            }
        }
        return [
            package("zip", small.zip, .sameBytes, packed: try packedRanges(ofZip: small.zip)),
            package(
                "zip-streamed", Samples.streamedZip, .sameBytes, content: Samples.streamedContent,
                packed: try packedRanges(ofZip: Samples.streamedZip)),
            package("pkg", small.pkg, .sameContent, packed: [small.payloadRange]),
            package("pkg-table", small.table) { table in small.rebuilt { _ in table } },
            package("pkg-payload", small.cpio) { small.rebuilt(payload: SmallPackage.gzip($0)) },
            package("pkg-gzip", SmallPackage.gzip(small.cpio)) { small.rebuilt(payload: $0) },
            package("pkg-bom", small.bom) { small.rebuilt(bom: $0) },
            package("pkg-info", small.packageInfo) { small.rebuilt(packageInfo: $0) },
            package("pkg-distribution", small.distribution) { small.rebuilt(distribution: $0) },
            package("aar", packs.packed, content: packs.content),
            package("aar-bare", packs.bare, content: packs.content),
            package("aar-foreign", packs.foreign, content: packs.foreignContent),
            package("aar-manifest", SmallAssetPack.foreignManifest, content: packs.foreignContent) {
                SmallAssetPack.foreign(manifest: $0)
            },
            Subject("xar", small.pkg) { _, path in
                try readXar(path)
                return nil
            },
            reading("bom", small.bom) { bytes in
                // Each fault is as good as any.
                _ = Result { () throws(BomFault) in try BomArchive(bytes) }
            },
            reading("cpio", small.cpio, readCpio),
            reading("cpio-new", Samples.newCpio, readCpio),
            reading(
                "lzfse", Samples.lzfse(of: Array(repeating: Samples.xml, count: 9).joined(separator: "?")), readLzfse),
            reading("lzfse-small", Samples.lzfse(of: Samples.xml), readLzfse),
            reading("plist-xml", Array(Samples.xml.utf8), readPropertyList),
            reading("plist-binary", Samples.binary, readPropertyList),
            reading("plist-old", Array(Samples.oldStyle.utf8), readPropertyList),
            reading("manifest", Array(Samples.manifest.utf8)) { bytes in
                let manifest = AssetPackManifestReading(bytes)
                _ = SelectorCoverage(manifest.fileSelectors ?? [], hasRoot: manifest.sourceRoot != nil)
            },
            reading("pack-ids", Array(Samples.packIdentifiers.utf8)) { bytes in
                var map = AssetPackIDMapReading(bytes).map
                _ = map.assign(["com.example.app.pack1", "com_example.app.pack1"])
            },
            reading("storekit", Array(Samples.storeKit.utf8)) { bytes in
                _ = Result { () throws(ProductSourceError) in
                    try ProductSourceFormats.read(SourceContent(name: "a.storekit", bytes: bytes))
                }
            },
        ]
    }
}

extension Subject {
    /// Where in a zip the packed bytes of its files lie.
    private static func packedRanges(ofZip bytes: [UInt8]) throws -> [Range<Int>] {
        try withTemporaryFolder { folder in
            let file = try ReadableFile(folder.write("a.zip", bytes))
            return try ZipDirectory(of: file).entries.map { entry in
                let header = Int(entry.offset)
                let start = header + 30 + entry.name.count + Int(bytes[header + 28]) + Int(bytes[header + 29]) << 8
                return start..<start + Int(entry.compressedSize)
            }
        }
    }

    private static func readXar(_ path: String) throws {
        let file = try ReadableFile(path)
        guard case .success(let archive) = Result(catching: { () throws(XarFault) in try XarArchive(of: file) }) else {
            return
        }
        for entry in archive.entries {
            let member = Result { () throws(XarFault) in try XarMemberStream(entry, in: archive) }
            guard case .success(let member) = member else { continue }
            _ = Result { () throws(StreamFault) in try member.allBytes(limit: 16 << 20) }
        }
    }

    private static func readCpio(_ bytes: [UInt8]) {
        _ = Result { () throws(StreamFault) in
            let reader = try CpioReader(payload: MemoryStream(bytes), limit: 16 << 20)
            var chunk = [UInt8](repeating: 0, count: 100)
            // Some of the data is read and some passed over.
            while try reader.next() != nil {
                _ = try chunk.withUnsafeMutableBytes { buffer in
                    Result { () throws(StreamFault) in try reader.read(into: buffer) }
                }.get()
            }
        }
    }

    private static func readLzfse(_ bytes: [UInt8]) {
        let reader = LzfseReader(MemoryStream(bytes))
        _ = Result { () throws(StreamFault) in try reader.allBytes(limit: 16 << 20) }
    }

    private static func readPropertyList(_ bytes: [UInt8]) {
        let document = PropertyListReader.read(bytes)
        _ = ContentInfo(document)
    }
}
