/// How the blocks of an Apple Archive are packed: the byte behind `pbz`.
///
/// The letters are those that several readers agree on; Apple names the algorithms, not the letters.
package enum AppleArchiveCompression: Sendable, Hashable {
    /// Not at all: the entries stand bare in the file, or in blocks that are stored (`-`).
    case none
    /// LZFSE, which Apple's tools take unless they are told otherwise (`e`).
    case lzfse
    /// zlib, RFC 1950 (`z`).
    case zlib
    /// LZ4 in Apple's framing (`4`).
    case lz4
    /// LZMA in an xz stream (`x`), as in the payloads of Apple's packages.
    case lzma
    /// LZBITMAP (`b`).
    case lzbitmap
    /// LZVN without a frame (`f`).
    case lzvn
    /// One that is not known.
    case unknown(UInt8)

    /// Takes the byte behind `pbz`.
    package init(_ byte: UInt8) {
        self =
            switch byte {
            case UInt8(ascii: "-"): .none
            case UInt8(ascii: "e"): .lzfse
            case UInt8(ascii: "z"): .zlib
            case UInt8(ascii: "4"): .lz4
            case UInt8(ascii: "x"): .lzma
            case UInt8(ascii: "b"): .lzbitmap
            case UInt8(ascii: "f"): .lzvn
            default: .unknown(byte)
            }
    }

    /// The byte behind `pbz`.
    package var byte: UInt8 {
        switch self {
        case .none: UInt8(ascii: "-")
        case .lzfse: UInt8(ascii: "e")
        case .zlib: UInt8(ascii: "z")
        case .lz4: UInt8(ascii: "4")
        case .lzma: UInt8(ascii: "x")
        case .lzbitmap: UInt8(ascii: "b")
        case .lzvn: UInt8(ascii: "f")
        case .unknown(let byte): byte
        }
    }

    /// The name for people: "LZFSE", or "compression 0x71" for what has none.
    package var name: String {
        switch self {
        case .none: "none"
        case .lzfse: "LZFSE"
        case .zlib: "zlib"
        case .lz4: "LZ4"
        case .lzma: "LZMA"
        case .lzbitmap: "LZBITMAP"
        case .lzvn: "LZVN"
        case .unknown(let byte): "compression 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    /// Whether packed blocks can be unpacked here; stored ones always can.
    package var isReadable: Bool {
        switch self {
        case .none, .lzfse, .zlib, .lz4, .lzma: true
        case .lzbitmap, .lzvn, .unknown: false
        }
    }
}
