internal import ArchiveFormats

/// What one thread packs with. To make it costs as much as to pack some small files, so a thread keeps it from one
/// folder to the next.
final class PackingTools {
    let input = WorkBuffer()
    let output = WorkBuffer()
    let compressor: PackingCompressor

    /// Prepares for a level.
    init(_ level: CompressionLevel) { compressor = PackingCompressor(level) }
}
