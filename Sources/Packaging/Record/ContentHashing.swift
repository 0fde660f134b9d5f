internal import ArchiveFormats
internal import ContentModel

/// Finds the digests of a folder's content without packing it: it is read once, in the same parts.
enum ContentHashing {
    /// The digest of the content for each kind of package.
    /// - Throws: `PackagingError` where it can't be read, or changes while it is read, as packing does.
    static func digests(
        for kinds: [PackageKind], of package: PackagePlan, from content: any ContentSource, jobs: Int
    ) throws(PackagingError) -> [PackageKind: [UInt8]] {
        let plan = PackingPlan(package: package, level: .store, makesZip: false, flatPackage: nil)
        return try OrderedPipeline.run(
            jobs: jobs, slots: jobs + 2, source: PackingWorkSource(plan: plan, content: content),
            sink: HashingSink(kinds: kinds, digests: kinds.map { ContentDigest(package, kind: $0) }),
            makeWorker: { HashingWorker(plan: plan, files: PackingFileReader(content)) })
    }
}

/// Reads content and hashes it, on a thread of its own.
private struct HashingWorker: PipelineWorker {
    let plan: PackingPlan
    let files: PackingFileReader
    private let input = WorkBuffer()

    init(plan: PackingPlan, files: PackingFileReader) {
        self.plan = plan
        self.files = files
    }

    func process(_ work: PackingWork) throws(PackagingError) -> HashedContent {
        switch work {
        case .run(let places):
            var hashes: [ContentHash?] = []
            hashes.reserveCapacity(places.count)
            for place in places {
                guard let entry = plan.item(at: place)?.entry, entry.type == .file else {
                    hashes.append(nil)
                    continue
                }
                let bytes = room(Int(entry.size))
                try files.read(entry, into: bytes)
                hashes.append(ContentHash(of: UnsafeRawBufferPointer(bytes)))
            }
            return .run(places: places, hashes: hashes)
        case .part(let part):
            let bytes = room(part.count)
            if let loaded = part.loaded {
                bytes.copyBytes(from: loaded.suffix(part.count))
            } else if let entry = plan.item(at: part.place)?.entry {
                try files.read(entry, at: part.offset, into: bytes)
            }
            return .part(
                place: part.place, isFirst: part.offset == 0, hash: ContentHash(of: UnsafeRawBufferPointer(bytes)))
        }
    }

    private func room(_ count: Int) -> UnsafeMutableRawBufferPointer {
        input.reserve(count)
        return input.slice(0..<count)
    }
}

private struct HashingSink: PipelineSink {
    let kinds: [PackageKind]
    var digests: [ContentDigest]

    mutating func accept(_ content: HashedContent) {
        for index in digests.indices { digests[index].accept(content) }
    }

    mutating func finish() -> [PackageKind: [UInt8]] {
        var found: [PackageKind: [UInt8]] = [:]
        for (index, kind) in kinds.enumerated() { found[kind] = digests[index].finish() }
        return found
    }
}
