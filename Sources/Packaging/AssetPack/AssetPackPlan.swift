internal import ArchiveFormats
internal import AssetPacks
internal import ContentModel

/// An asset pack as a stream that is known to the last byte but for the content of its files: an Apple Archive with
/// `Contents`, what is in it, and `Manifest.json`.
///
/// Every size is known beforehand, so any stretch of the stream can be made by itself, by whichever thread.
struct AssetPackPlan: Sendable {
    /// The manifest.
    let manifest: [UInt8]
    /// How many bytes the stream has.
    let length: UInt64
    private let layout: AssetPackLayout
    private let items: PackagePlan.Items
    /// The content in the order of the stream, as numbers of `items`; `Contents` itself is not among them.
    private let order: [UInt32]
    /// Where the entry at each place begins in the stream.
    private let starts: [UInt64]
    private let rootTime: Int64

    /// The entries before the content: the root, `Contents`, and the folder of the pack.
    private static let foldersAbove = 3

    /// Plans an asset pack.
    /// - Parameter mostEntries: So many entries the archive may have; more would not be read again.
    /// - Throws: `unsupported` for what an asset pack can't hold.
    init(
        _ plan: PackagePlan, _ pack: PlannedAssetPack, mostEntries: Int = AssetPackOpening.mostEntries
    ) throws(PackagingError) {
        guard plan.items.count + Self.foldersAbove + 1 <= mostEntries else {
            throw PackagingError(
                .unsupported, subject: "the content",
                reason: "it has \(plan.items.count) entries, and an asset pack is read as far as \(mostEntries)",
                remedy: "put files together")
        }
        layout = pack.layout
        items = plan.items
        rootTime = plan.rootTime
        let items = plan.items
        order = items.indices.filter { items[$0].entry.path != ContentTree.contentsPath }.map { UInt32($0) }
            .sorted { AssetPackLayout.precedes(items[Int($0)].entry.path, items[Int($1)].entry.path) }
        manifest = pack.manifest(
            ofFiles: order.lazy.map { items[Int($0)].entry }.filter { $0.type == .file }.map(\.path)
        ).bytes()
        for place in order { try Self.check(items[Int(place)].entry, layout) }
        var starts: [UInt64] = []
        starts.reserveCapacity(order.count + Self.foldersAbove + 1)
        var end: UInt64 = 0
        for place in 0..<order.count + Self.foldersAbove + 1 {
            starts.append(end)
            let entry = Self.entry(at: place, order, items, layout, manifest, rootTime)
            let header = try Self.header(of: entry)
            let (next, isTooLarge) = end.addingReportingOverflow(UInt64(header.count) + (entry.dataSize ?? 0))
            guard !isTooLarge else {
                throw PackagingError(.unsupported, subject: "the content", reason: "it has too many bytes")
            }
            end = next
        }
        self.starts = starts
        length = end
    }

    /// Refuses what an asset pack can't hold.
    static func check(_ entry: ContentEntry, _ layout: AssetPackLayout) throws(PackagingError) {
        let reason: String
        if case .symlink = entry.type {
            reason = "an asset pack can't hold a link"
        } else if AssetPackLayout.meetsContentInfo(entry.path) {
            reason = "in an asset pack it would lie where the folder's own ContentInfo.plist does"
        } else if layout.archivePath(of: entry.path).count > AssetPackManifest.longestPath {
            reason = "its path in the pack would have more than \(AssetPackManifest.longestPath) bytes"
        } else {
            return
        }
        throw PackagingError(
            .unsupported, subject: entry.path.displayText, reason: reason, remedy: "leave it out or rename it")
    }

    // MARK: Entries

    /// Something in the stream, seen from a stretch of it.
    enum Piece {
        /// A header.
        case header([UInt8])
        /// The manifest.
        case manifest
        /// The bytes of a file.
        case file(ContentEntry)
    }

    /// Goes through what a stretch of the stream consists of, in order.
    /// - Parameter body: Gets a piece, which bytes of it are meant, and where in the stretch they go.
    func pieces(
        of stretch: Range<UInt64>, _ body: (Piece, Range<UInt64>, Int) throws(PackagingError) -> Void
    ) throws(PackagingError) {
        var place = firstPlace(at: stretch.lowerBound)
        func part(_ start: UInt64, _ count: UInt64) -> (range: Range<UInt64>, offset: Int)? {
            let (lower, upper) = (max(start, stretch.lowerBound), min(start + count, stretch.upperBound))
            guard lower < upper else { return nil }
            return (lower - start..<upper - start, Int(lower - stretch.lowerBound))
        }
        while place < starts.count, starts[place] < stretch.upperBound {
            let entry = Self.entry(at: place, order, items, layout, manifest, rootTime)
            let header = try Self.header(of: entry)
            if let part = part(starts[place], UInt64(header.count)) {
                try body(.header(header), part.range, part.offset)
            }
            if let part = part(starts[place] + UInt64(header.count), entry.dataSize ?? 0) {
                let index = place - Self.foldersAbove
                let piece: Piece =
                    order.indices.contains(index) ? .file(items[Int(order[index])].entry) : .manifest
                try body(piece, part.range, part.offset)
            }
            place += 1
        }
    }

    /// The place of the entry that has the byte at an offset.
    private func firstPlace(at offset: UInt64) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private static func entry(
        at place: Int, _ order: [UInt32], _ items: PackagePlan.Items, _ layout: AssetPackLayout, _ manifest: [UInt8],
        _ rootTime: Int64
    ) -> AppleArchiveOutputEntry {
        switch place {
        case 0: folder([], rootTime)
        case 1: folder(ContentTree.contentsPath.bytes, rootTime)
        case 2: folder(layout.root.bytes, rootTime)
        case order.count + foldersAbove:
            file(AssetPackLayout.manifestPath.bytes, size: UInt64(manifest.count), rootTime)
        default: entry(of: items[Int(order[place - foldersAbove])], layout)
        }
    }

    private static func entry(of item: PackagePlan.Item, _ layout: AssetPackLayout) -> AppleArchiveOutputEntry {
        let path = layout.archivePath(of: item.entry.path)
        return item.entry.type == .directory
            ? folder(path, item.time) : file(path, size: UInt64(max(0, item.entry.size)), item.time)
    }

    private static func folder(_ path: [UInt8], _ time: Int64) -> AppleArchiveOutputEntry {
        AppleArchiveOutputEntry(kind: .directory, path: path, mode: 0o755, time: time, dataSize: nil)
    }

    private static func file(_ path: [UInt8], size: UInt64, _ time: Int64) -> AppleArchiveOutputEntry {
        AppleArchiveOutputEntry(kind: .file, path: path, mode: 0o644, time: time, dataSize: size)
    }

    private static func header(of entry: AppleArchiveOutputEntry) throws(PackagingError) -> [UInt8] {
        do throws(AppleArchiveFault) { return try AppleArchiveWriting.header(of: entry) } catch {
            throw PackagingError(
                .unsupported, subject: ContentPath.displayText(of: entry.path),
                reason: "its path is too long for an Apple Archive", remedy: "rename it")
        }
    }
}

extension AppleArchiveOutputEntry {
    /// An entry as every one of ours is: of root's, without flags, with one time for everything.
    fileprivate init(kind: AppleArchiveEntry.Kind, path: [UInt8], mode: UInt16, time: Int64, dataSize: UInt64?) {
        let time = AppleArchiveTime(seconds: time, nanoseconds: 0)
        self.init(
            kind: kind, path: path, linkTarget: nil, userID: 0, groupID: 0, mode: mode, flags: 0, creationTime: time,
            modificationTime: time, dataSize: dataSize)
    }
}
