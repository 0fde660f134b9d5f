internal import ArchiveFormats
internal import ContentModel

/// Writes a zip: `ContentInfo.plist` and `Contents` at its root, as StoreKit handed content to apps.
///
/// It puts the entries together in their order, and the central directory behind them.
final class ZipAssembler: PackageAssembler {
    /// What the central directory needs of an entry beyond the plan.
    private struct Written {
        let method: ZipMember.Method
        let checksum: UInt32
        let compressedSize: UInt64
        let offset: UInt64
    }

    /// A large file whose header can't be complete before its last part is in.
    private struct OpenMember {
        var member: ZipMember
        let contentStart: UInt64
        var sizeSoFar: UInt64 = 0
        /// The CRC-32 of what is written of it, in whatever form.
        var checksum: UInt32 = 0
        /// How many bytes its parts save against the default level.
        var saved = 0
    }

    private let plan: PackagePlan
    private let content: any ContentSource
    private let output: AtomicOutputFile
    private let options: PackageOptions
    private var contentDigest: ContentDigest
    /// The CRC-32 of all complete entries.
    private var bodyChecksum: UInt32 = 0
    private var written: [Written] = []
    private var open: OpenMember?

    /// Starts a zip.
    /// - Throws: where a zip can't hold the content, or the output can't be made.
    init(
        plan: PackagePlan, content: any ContentSource, path: String, options: PackageOptions
    ) throws(PackagingError) {
        try plan.checkNamesForZip()
        self.plan = plan
        self.content = content
        self.options = options
        contentDigest = ContentDigest(plan, kind: .zip)
        output = try AtomicOutputFile(path, options: options)
        written.reserveCapacity(plan.items.count)
    }

    func accept(_ content: PackedContent) throws(PackagingError) {
        contentDigest.accept(content.hashes)
        switch content {
        case .run(let run):
            guard let zip = run.zip else { preconditionFailure("the threads were told to make a zip") }
            let start = output.length
            try output.append(zip.bytes)
            addToBody(zip.checksum, length: zip.bytes.count)
            output.saved += zip.saved
            for member in zip.members {
                written.append(
                    Written(
                        method: member.method, checksum: member.checksum,
                        compressedSize: UInt64(member.compressedSize), offset: start + UInt64(member.offset)))
            }
        case .part(let part):
            try accept(part, of: plan.items[part.place - 1])
        }
    }

    /// Writes the central directory, with the record of the making in its first header.
    func finish() throws(PackagingError) -> CompleteOutput {
        precondition(written.count == plan.items.count, "every entry of the plan is in the zip")
        let start = output.length
        let seal = ZipSeal(bodyLength: start, checksum: bodyChecksum)
        let record = PackingRecord(
            generator: options.generator, options: PackingRecord.options(for: .zip, named: "", options),
            content: contentDigest.finish(), seal: PackingRecord.unknown
        ).text
        var sealOffset: UInt64?
        // The seal comes first and depends on all.
        try output.unsettle()
        for (item, written) in zip(plan.items, written) {
            var member = item.zipMember
            member.method = written.method
            member.checksum = written.checksum
            member.compressedSize = written.compressedSize
            member.offset = written.offset
            let hasRecord = sealOffset == nil && record.count <= PackingRecord.longest
            let header = ZipRecords.centralHeader(member, record: hasRecord ? record : nil)
            if hasRecord {
                sealOffset = start + UInt64(header.count - record.count + PackingRecord.sealRange.lowerBound)
            }
            seal.update(header)
            try output.append(header)
        }
        let end = ZipRecords.end(count: written.count, size: output.length - start, offset: start)
        seal.update(end)
        try output.append(end)
        if let sealOffset { try output.overwrite(Array(Digest.hexadecimal(seal.finish()).utf8), at: sealOffset) }
        return try output.complete()
    }

    private func addToBody(_ checksum: UInt32, length: some BinaryInteger) {
        bodyChecksum = CRC32.joining(bodyChecksum, checksum, secondLength: Int(length))
    }

    // MARK: Large files

    /// Takes a part. As long as no part has shrunk, the file is written as it is, so that one that never shrinks, as most
    /// pictures and films, is written once only.
    private func accept(_ part: PackedPart, of item: PackagePlan.Item) throws(PackagingError) {
        if part.isFirst { open = try begin(item) }
        guard var file = open else { preconditionFailure("a file begins with its first part") }
        switch part.body {
        case .stored(let bytes) where file.member.method == .stored: try append(bytes, part.checksum, to: &file)
        case .stored(let bytes):
            let blocks = StoredBlocks.bytes(bytes)
            try append(blocks, CRC32.of(blocks), to: &file)
        case .deflated(let bytes):
            if file.member.method == .stored { try makeBlocks(of: &file) }
            file.member.method = .deflated
            try append(bytes, part.bodyChecksum, to: &file)
        }
        file.member.checksum = CRC32.joining(file.member.checksum, part.checksum, secondLength: part.size)
        file.sizeSoFar += UInt64(part.size)
        file.saved += part.saved
        open = part.isLast ? nil : file
        if part.isLast { try complete(file, item.entry) }
    }

    private func append(_ bytes: [UInt8], _ checksum: UInt32, to file: inout OpenMember) throws(PackagingError) {
        file.checksum = CRC32.joining(file.checksum, checksum, secondLength: bytes.count)
        try output.append(bytes)
    }

    /// Writes a header that holds the room; its length depends on nothing that is still unknown.
    private func begin(_ item: PackagePlan.Item) throws(PackagingError) -> OpenMember {
        var member = item.zipMember
        member.offset = output.length
        try output.unsettle()
        try output.append(ZipRecords.localHeader(member))
        return OpenMember(member: member, contentStart: output.length)
    }

    /// Makes stored blocks of a deflate stream out of what was written as it is.
    private func makeBlocks(of file: inout OpenMember) throws(PackagingError) {
        try output.interleave(from: file.contentStart, every: StoredBlocks.largest) { StoredBlocks.header($0) }
        file.checksum = try output.checksum(from: file.contentStart)
    }

    private func complete(_ complete: OpenMember, _ entry: ContentEntry) throws(PackagingError) {
        var file = complete
        if file.member.method == .deflated { try append(StoredBlocks.end, CRC32.of(StoredBlocks.end), to: &file) }
        var member = file.member
        precondition(file.sizeSoFar == member.size, "the reader holds every file to its size")
        member.compressedSize = output.length - file.contentStart
        if member.method == .deflated, member.compressedSize >= member.size {
            try output.truncate(to: file.contentStart)
            try store(entry, checksum: member.checksum)
            member.method = .stored
            member.compressedSize = member.size
            file.checksum = member.checksum
        }
        // At the default level, too, a file is at worst as large as it is.
        output.saved += min(file.saved, Int(member.size - member.compressedSize))
        let header = ZipRecords.localHeader(member)
        addToBody(CRC32.of(header), length: header.count)
        addToBody(file.checksum, length: member.compressedSize)
        try output.overwrite(header, at: member.offset)
        try output.settle()
        written.append(
            Written(
                method: member.method, checksum: member.checksum, compressedSize: member.compressedSize,
                offset: member.offset))
    }

    /// Writes the content of a file as it is. That little of it shrank, and less than the rest grew, shows only at its
    /// end, so it is read once more.
    private func store(_ entry: ContentEntry, checksum: UInt32) throws(PackagingError) {
        let reading = try EntryReading(entry, from: content)
        var left = entry.size
        var again = CRC32()
        while left > 0 {
            let bytes = try reading.bytes(Int(min(left, Int64(PackingPlan.partSize))))
            bytes.withUnsafeBytes { again.update($0) }
            try output.append(bytes)
            left -= Int64(bytes.count)
        }
        try reading.expectEnd()
        guard again.value == checksum else { throw reading.changed("its bytes are not what they were") }
    }
}
