/// What the first bytes of a payload say that it is.
///
/// Installers of macOS 12 and later read more forms than the gzip of cpio that Apple's tools write by default: `pkgbuild`
/// makes pbzx when it is asked for the latest compression. Content that was hosted never had them.
enum PayloadSignature {
    /// How many bytes it takes to tell.
    static let length = 6

    /// The name of a form, for a sentence that begins with "it is".
    static func name(of start: ArraySlice<UInt8>) -> String? {
        if start.isEmpty { return nil }
        for (magic, name) in names where start.starts(with: magic) { return name }
        if start.starts(with: "pbz".utf8), let letter = start.dropFirst(3).first, "e4z".utf8.contains(letter) {
            return "an archive compressed in blocks (pbz\(UnicodeScalar(letter)))"
        }
        return nil
    }

    private static let names: [(magic: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "compressed with gzip"),
        (Array("070707".utf8), "an uncompressed cpio archive"),
        (Array("070701".utf8), "an uncompressed cpio archive"),
        (Array("070702".utf8), "an uncompressed cpio archive"),
        ([0xC7, 0x71], "a cpio archive of the old binary form"),
        ([0x71, 0xC7], "a cpio archive of the old binary form"),
        (Array("pbzx".utf8), "a pbzx archive"),
        (Array("AA01".utf8), "an Apple Archive"),
        (Array("YAA1".utf8), "an Apple Archive"),
        (Array("AEA1".utf8), "an encrypted Apple Archive"),
        (Array("BZh".utf8), "compressed with bzip2"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "compressed with xz"),
        ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd"),
        ([0x50, 0x4B, 0x03, 0x04], "a zip"),
        (Array("xar!".utf8), "a xar archive"),
    ]
}
