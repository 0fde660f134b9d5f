internal import ArchiveFormats
internal import ContentModel

/// How an asset pack is compressed.
struct AssetPackForm: Sendable, Hashable {
    /// Whether the stream is cut into blocks of LZFSE; else it stands for itself.
    let isCompressed: Bool

    /// The level as it was asked for: LZFSE has one.
    init(_ level: CompressionLevel) { isCompressed = level != .store }

    /// How much of the stream a block has: as much as Apple's tools take.
    static let blockSize = Int(AppleArchiveWriting.blockSize)

    /// What stands before the first block.
    var head: [UInt8] {
        isCompressed ? AppleArchiveWriting.containerHeader(compression: .lzfse, blockSize: UInt64(Self.blockSize)) : []
    }
}

/// A block of the stream, ready to be written.
struct PackedBlock: Sendable {
    /// How much of the stream it is.
    let unpackedSize: Int
    /// The bytes: compressed, or, where that makes no fewer of them, as they are.
    let bytes: [UInt8]
}

/// Gives out the numbers of the blocks.
struct BlockSource: PipelineSource {
    private let count: UInt64
    private var number: UInt64 = 0

    /// Cuts a stream of this length.
    init(length: UInt64) {
        count = length / UInt64(AssetPackForm.blockSize) + (length % UInt64(AssetPackForm.blockSize) == 0 ? 0 : 1)
    }

    mutating func next() -> UInt64? {
        guard number < count else { return nil }
        defer { number += 1 }
        return number
    }
}

/// Makes blocks, on a thread of its own. It holds one of them and what becomes of it.
struct BlockWorker: PipelineWorker {
    private let plan: AssetPackPlan
    private let files: PackingFileReader
    private let encoder: LzfseEncoder?
    private let input = WorkBuffer()
    private let meter: WorkMeter?

    /// Prepares a worker.
    init(_ plan: AssetPackPlan, _ form: AssetPackForm, content: any ContentSource, meter: WorkMeter?) {
        self.plan = plan
        self.meter = meter
        files = PackingFileReader(content)
        encoder = form.isCompressed ? LzfseEncoder() : nil
    }

    func process(_ number: UInt64) throws(PackagingError) -> PackedBlock {
        let start = number * UInt64(AssetPackForm.blockSize)
        let stretch = start..<min(plan.length, start + UInt64(AssetPackForm.blockSize))
        input.reserve(AssetPackForm.blockSize)
        var contentSize: Int64 = 0
        try plan.pieces(of: stretch) { piece, range, offset throws(PackagingError) in
            let bytes = Int(range.lowerBound)..<Int(range.upperBound)
            switch piece {
            case .header(let header): _ = input.put(Array(header[bytes]), at: offset)
            case .manifest: _ = input.put(Array(plan.manifest[bytes]), at: offset)
            case .file(let entry):
                contentSize += Int64(bytes.count)
                let target = input.slice(offset..<offset + bytes.count)
                if bytes.count == entry.size {
                    try files.read(entry, into: target)
                } else {
                    try files.read(entry, at: Int64(range.lowerBound), into: target)
                }
            }
        }
        let block = UnsafeRawBufferPointer(input.slice(0..<stretch.count))
        let packed = encoder?.encode(block, limit: block.count)
        meter?.add(bytes: contentSize)
        return PackedBlock(unpackedSize: block.count, bytes: packed ?? Array(block))
    }
}

/// Writes the blocks to a file.
struct BlockWriter: PipelineSink {
    private let form: AssetPackForm
    private let output: AtomicOutputFile

    /// Starts with what stands before the first block.
    init(_ form: AssetPackForm, to output: AtomicOutputFile) throws(PackagingError) {
        self.form = form
        self.output = output
        try output.append(form.head)
    }

    func accept(_ block: PackedBlock) throws(PackagingError) {
        if form.isCompressed {
            try output.append(AppleArchiveWriting.block(unpackedSize: block.unpackedSize, packed: block.bytes.count))
        }
        try output.append(block.bytes)
    }

    func finish() throws(PackagingError) -> CompleteOutput { try output.complete() }
}

extension AssetPackPlan {
    /// Makes all blocks and hands them to a sink.
    func run<Sink: PipelineSink>(
        _ form: AssetPackForm, content: any ContentSource, _ workers: Packer.Workers, meter: WorkMeter?,
        into sink: sending Sink
    ) throws(PackagingError) -> Sink.Output where Sink.Product == PackedBlock {
        guard content.makePartReader() != nil else {
            throw PackagingError(
                .unsupported, subject: "the content", reason: "an asset pack is made from a folder only",
                remedy: "unpack the package first")
        }
        let source = BlockSource(length: length)
        switch workers {
        case .threads(let count):
            return try OrderedPipeline.run(
                jobs: count, slots: count + 2, source: source, sink: sink,
                makeWorker: { BlockWorker(self, form, content: content, meter: meter) })
        case .here:
            return try OrderedPipeline.run(
                source: source, sink: sink, worker: BlockWorker(self, form, content: content, meter: meter))
        }
    }
}
