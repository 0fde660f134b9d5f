/// The fixed fields at the start of a xar, highest byte first: what macOS's `xar(1)` and `xar.h` call the header.
package struct XarHeader: Sendable, Hashable {
    /// The bytes before the table of contents; 28 in everything that Apple's tools read.
    package let headerSize: UInt16
    /// The version of the format; 1.
    package let version: UInt16
    /// The bytes of the table of contents as it lies in the file.
    package let compressedLength: UInt64
    /// The bytes of its XML.
    package let uncompressedLength: UInt64
    /// What the table's checksum is made with: 0 nothing, 1 SHA-1, 2 MD5, 3 SHA-256, 4 SHA-512, as Apple counts.
    package let checksumAlgorithm: UInt32

    /// "xar!".
    package static let magic: [UInt8] = [0x78, 0x61, 0x72, 0x21]
    /// The bytes of a header without additions.
    package static let size = 28

    /// The digest of the table's checksum; `nil` where there is none, or one with a number that Apple does not give.
    package var digestAlgorithm: DigestAlgorithm? {
        switch checksumAlgorithm {
        case 1: .sha1
        case 2: .md5
        case 3: .sha256
        case 4: .sha512
        default: nil
        }
    }

    /// Where the heap starts: behind the table of contents. Apple's reader takes the header to have 28 bytes here
    /// whatever it says, and so refuses a longer one, since it does not find the table's checksum; others go by its
    /// size. Of use only once the length is known to be a sensible one.
    var heapStart: UInt64 { UInt64(headerSize) &+ compressedLength }

    /// The style that the table of contents must then name.
    var style: String { checksumAlgorithm == 0 ? "none" : digestAlgorithm?.rawValue ?? "\(checksumAlgorithm)" }

    /// Reads the header of a file.
    init(of file: ReadableFile) throws(XarFault) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try file.bytes(at: 0, count: Self.size)
        } catch {
            throw .unreadable(error)
        }
        guard bytes.starts(with: Self.magic.prefix(bytes.count)) else {
            throw .damaged("it does not start with 'xar!'")
        }
        guard bytes.count == Self.size else { throw .truncated("it ends within its header") }
        var reader = BigEndianReader(bytes[4...])
        guard let headerSize = reader.nextUInt16(), let version = reader.nextUInt16(),
            let compressedLength = reader.nextUInt64(), let uncompressedLength = reader.nextUInt64(),
            let checksumAlgorithm = reader.nextUInt32()
        else { throw .truncated("it ends within its header") }
        self.headerSize = headerSize
        self.version = version
        self.compressedLength = compressedLength
        self.uncompressedLength = uncompressedLength
        self.checksumAlgorithm = checksumAlgorithm
    }
}
