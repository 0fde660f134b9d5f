internal import ArchiveFormats
internal import ContentModel

/// Tells whether a file is the very asset pack that would be written.
///
/// An asset pack has no room for a record of its making, since it holds what Apple's own tool puts there and nothing else.
/// So the pack is made once more, and held against the file: it depends on the content and the options alone.
enum ExistingAssetPack {
    /// Whether the file has the very bytes.
    /// - Throws: `PackagingError` where the content can't be had.
    static func isUpToDate(
        _ file: ReadableFile, for job: PackageJob, options: PackageOptions, jobs: Int
    ) throws(PackagingError) -> Bool {
        guard let pack = job.assetPack else { return false }
        let plan = try AssetPackPlan(PackagePlan(job.tree, times: options.times), pack)
        let form = AssetPackForm(options.compression)
        let comparison = BlockComparison(file, form)
        do throws(PackagingError) {
            return try plan.run(
                form, content: job.tree.source, .threads(jobs), meter: nil, into: comparison)
        } catch {
            if error == BlockComparison.difference { return false }
            throw error
        }
    }
}

/// Holds blocks against the bytes of a file, and stops at the first that differs.
private struct BlockComparison: PipelineSink {
    /// What stops the work.
    static let difference = PackagingError(.outputExists, subject: "", reason: "the bytes differ")

    private let file: ReadableFile
    private let form: AssetPackForm
    private var offset: UInt64 = 0
    private var isStarted = false

    init(_ file: ReadableFile, _ form: AssetPackForm) {
        self.file = file
        self.form = form
    }

    mutating func accept(_ block: PackedBlock) throws(PackagingError) {
        if !isStarted { try expect(form.head) }
        isStarted = true
        if form.isCompressed {
            try expect(AppleArchiveWriting.block(unpackedSize: block.unpackedSize, packed: block.bytes.count))
        }
        try expect(block.bytes)
    }

    func finish() -> Bool { offset == file.size }

    private mutating func expect(_ bytes: [UInt8]) throws(PackagingError) {
        guard let found = try? file.bytes(at: offset, count: bytes.count), found == bytes else {
            throw Self.difference
        }
        offset += UInt64(bytes.count)
    }
}
