internal import ArchiveFormats
internal import ContentModel

/// Puts the entries of a zip together in their order, and the central directory behind them.
struct ZipAssembler: PipelineSink {
    /// What the central directory needs of an entry beyond the plan.
    private struct Written {
        let method: ZipMember.Method
        let checksum: UInt32
        let compressedSize: UInt64
        let offset: UInt64
    }

    /// A large file whose header can't be complete before its last piece is in.
    private struct OpenMember {
        var member: ZipMember
        let contentStart: UInt64
        var sizeSoFar: UInt64 = 0
    }

    private let plan: ZipPlan
    private let content: any ContentSource
    private let level: CompressionLevel
    private let output: AtomicOutputFile
    private var written: [Written] = []
    private var open: OpenMember?

    /// Starts a zip in an empty output.
    init(plan: ZipPlan, content: any ContentSource, level: CompressionLevel, output: AtomicOutputFile) {
        self.plan = plan
        self.content = content
        self.level = level
        self.output = output
        written.reserveCapacity(plan.items.count)
    }

    mutating func accept(_ product: ZipProduct) throws(PackagingError) {
        switch product {
        case .entry(var member, let content):
            member.offset = output.length
            try output.append(ZipRecords.localHeader(member))
            try output.append(content)
            note(member)
        case .piece(let piece):
            if open == nil { open = try begin(piece.item) }
            guard var file = open else { return }
            try output.append(piece.bytes)
            file.member.checksum = CRC32.joining(file.member.checksum, piece.checksum, secondLength: piece.size)
            file.sizeSoFar += UInt64(piece.size)
            open = piece.isLast ? nil : file
            if piece.isLast { try complete(file, item: piece.item) }
        }
    }

    /// Writes the central directory and gives the zip its name.
    mutating func finish() throws(PackagingError) -> WrittenPackage {
        precondition(written.count == plan.items.count, "every entry of the plan is in the zip")
        let start = output.length
        for (item, written) in zip(plan.items, written) {
            var member = item.member
            member.method = written.method
            member.checksum = written.checksum
            member.compressedSize = written.compressedSize
            member.offset = written.offset
            try output.append(ZipRecords.centralHeader(member))
        }
        try output.append(ZipRecords.end(count: written.count, size: output.length - start, offset: start))
        return try output.finish()
    }

    /// Writes a header that holds the room; its length depends on nothing that is still unknown.
    private func begin(_ item: Int) throws(PackagingError) -> OpenMember {
        var member = plan.items[item].member
        member.offset = output.length
        member.method = level == .store ? .stored : .deflated
        try output.unsettle()
        try output.append(ZipRecords.localHeader(member))
        return OpenMember(member: member, contentStart: output.length)
    }

    private mutating func complete(_ file: OpenMember, item: Int) throws(PackagingError) {
        var member = file.member
        precondition(file.sizeSoFar == member.size, "the reader holds every file to its size")
        member.compressedSize = output.length - file.contentStart
        if member.method == .deflated, member.compressedSize >= member.size {
            try output.truncate(to: file.contentStart)
            try store(plan.items[item].entry, checksum: member.checksum)
            member.method = .stored
            member.compressedSize = member.size
        }
        try output.overwrite(ZipRecords.localHeader(member), at: member.offset)
        try output.settle()
        note(member)
    }

    /// Writes the content of a file that does not shrink as it is. That shows only at its end, so it is read once more.
    private func store(_ entry: ContentEntry, checksum: UInt32) throws(PackagingError) {
        let reading = try EntryReading(entry, from: content)
        var left = entry.size
        var again = CRC32()
        while left > 0 {
            let bytes = try reading.bytes(Int(min(left, Int64(ZipPlan.pieceSize))))
            bytes.withUnsafeBytes { again.update($0) }
            try output.append(bytes)
            left -= Int64(bytes.count)
        }
        try reading.expectEnd()
        guard again.value == checksum else { throw reading.changed("its bytes are not what they were") }
    }

    private mutating func note(_ member: ZipMember) {
        written.append(
            Written(
                method: member.method, checksum: member.checksum, compressedSize: member.compressedSize,
                offset: member.offset))
    }
}
