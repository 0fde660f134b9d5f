internal import ArchiveFormats

/// What proves that a zip is as it was written, to the last byte: SHA-256 over the length and the CRC-32 of all that
/// comes before the central directory, and over all bytes from there to the end, with zeros where the seal itself is.
///
/// The first part is as large as the content, so it has the checksum that is had while packing at nearly no cost. It
/// shows damage, not forgery.
struct ZipSeal {
    private let digest = Digest(.sha256)

    /// Starts behind what comes before the central directory.
    init(bodyLength: UInt64, checksum: UInt32) {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: bodyLength)
        bytes.append(littleEndian: checksum)
        update(bytes)
    }

    /// Takes more of the central directory and what is behind it.
    func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { digest.update($0) } }

    /// The seal.
    func finish() -> [UInt8] { digest.finish() }

    /// The digits that stand for a seal before it is known, and count in its place.
    static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 2 * PackingRecord.digestLength)
}
