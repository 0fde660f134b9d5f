import Findings

/// An entry as `inspect` tells it.
struct WireEntry: Encodable {
    var path: String
    var type: String
    var bytes: Int64
    var mode: String
    var target: String?

    init(_ entry: InspectedEntry) {
        path = entry.path
        type = entry.type.rawValue
        bytes = entry.bytes
        mode = entry.octalMode
        target = entry.target
    }
}

/// What does not belong to the content.
struct WireLeftOut: Encodable {
    var path: String
    var reason: String

    init(_ row: LeftOutRow) {
        path = row.path
        reason = row.reason
    }
}

/// What a flat package says of itself.
struct WirePackage: Encodable {
    var component: String
    var identifier: String
    var version: String?
    var contentType: String?
    var generator: String?
    var creationTime: String?
    var checksum: String?
    var payloadEntries: Int
    var payloadBytes: UInt64
    var signatures: [WireSignature]
    var trailingBytes: UInt64

    init(_ row: FlatPackageRow) {
        component = row.component
        identifier = row.identifier
        version = row.version
        contentType = row.contentType
        generator = row.generator
        creationTime = row.creationTime
        checksum = row.checksum
        payloadEntries = row.payloadEntries
        payloadBytes = row.payloadBytes
        signatures = row.signatures.map { WireSignature(style: $0.style, certificates: $0.certificates) }
        trailingBytes = row.trailingBytes
    }
}

/// A signature of a flat package.
struct WireSignature: Encodable {
    var style: String
    var certificates: [String]
}

/// What an asset pack says of itself.
struct WireAssetPack: Encodable {
    var assetPackID: String?
    var downloadPolicy: String?
    var installationEventTypes: [String]
    var platforms: [String]
    var fileSelectors: Int?
    var manifestBytes: UInt64?
    var contentRoot: String?
    var compression: String
    var blockBytes: UInt64?
    var blocks: Int
    var storedBlocks: Int
    var unpackedBytes: UInt64
    var archiveEntries: Int
    var fields: [String]

    init(_ row: AssetPackRow) {
        assetPackID = row.identifier
        downloadPolicy = row.downloadPolicy
        installationEventTypes = row.installationEvents
        platforms = row.platforms
        fileSelectors = row.selectorCount
        manifestBytes = row.manifestBytes
        contentRoot = row.contentRoot
        compression = row.compression
        blockBytes = row.blockBytes
        blocks = row.blockCount
        storedBlocks = row.storedBlockCount
        unpackedBytes = row.unpackedBytes
        archiveEntries = row.entryCount
        fields = row.fields
    }
}
