internal import ArchiveFormats
internal import ContentModel

/// The digest of what goes into a package: of each entry all that a package of its kind holds of it, and of a file the
/// hashes of its parts. What no package holds, such as a second that a zip rounds away, is no part of it.
///
/// It is SHA-256 over the entries in their order. A file has the hash of its bytes; one of `PackingPlan.largeSize` or
/// more has those of its parts, in order, as packing reads them.
struct ContentDigest {
    private let digest = Digest(.sha256)
    private let plan: PackagePlan
    private let kind: PackageKind
    private var pending: [UInt8] = []

    private static let pendingLimit = 16 * 1024

    /// Starts with no entry.
    init(_ plan: PackagePlan, kind: PackageKind) {
        self.plan = plan
        self.kind = kind
        pending.reserveCapacity(2 * Self.pendingLimit)
        pending += "iapkit content \(PackingRecord.format)\n".utf8
        // A zip has no entry for the content folder itself.
        if kind == .pkg { append(time: plan.rootTime) }
        pending.append(littleEndian: UInt64(plan.items.count))
    }

    /// Adds a time as a package holds it.
    private mutating func append(time: Int64) {
        switch kind {
        case .zip:
            let time = ZipTime(secondsSince1970: time)
            pending.append(littleEndian: time.date)
            pending.append(littleEndian: time.time)
        case .pkg: pending.append(littleEndian: UInt32(clamping: time))
        case .aar: preconditionFailure("an asset pack has no record")
        }
    }

    /// Takes the next stretch of the content.
    mutating func accept(_ hashes: HashedContent) {
        switch hashes {
        case .run(let places, let hashes):
            for (place, hash) in zip(places, hashes) {
                begin(place)
                hash?.append(to: &pending)
            }
        case .part(let place, let isFirst, let hash):
            if isFirst { begin(place) }
            hash.append(to: &pending)
        }
    }

    /// The digest of the whole.
    mutating func finish() -> [UInt8] {
        flush()
        return digest.finish()
    }

    private mutating func begin(_ place: Int) {
        if pending.count > Self.pendingLimit { flush() }
        // The content folder itself and the end of a payload are no entries.
        guard plan.items.indices.contains(place - 1) else { return }
        let item = plan.items[place - 1]
        let kind: UInt8
        var target: [UInt8] = []
        switch item.entry.type {
        case .file: kind = 0
        case .directory: kind = 1
        case .symlink(let bytes): (kind, target) = (2, bytes)
        case .special: kind = 3
        }
        pending.append(kind)
        pending.append(littleEndian: item.permissions)
        append(time: item.time)
        pending.append(littleEndian: UInt64(bitPattern: item.contentSize))
        pending.append(littleEndian: UInt32(item.entry.path.bytes.count))
        pending += item.entry.path.bytes
        // Its length is the size above.
        pending += target
    }

    private mutating func flush() {
        pending.withUnsafeBytes { digest.update($0) }
        pending.removeAll(keepingCapacity: true)
    }
}

/// The hashes of a stretch of the content.
enum HashedContent: Sendable {
    /// Of small entries at these places: one for each that is a file.
    case run(places: Range<Int>, hashes: [ContentHash?])
    /// Of a part of the large file at a place.
    case part(place: Int, isFirst: Bool, hash: ContentHash)
}
