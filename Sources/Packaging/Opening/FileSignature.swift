internal import ArchiveFormats

/// What a file is by its first bytes, never by its name.
enum FileSignature: Sendable, Hashable {
    /// A zip, in whatever state.
    case zip
    /// An xar archive, which flat packages are.
    case flatPackage
    /// An Apple Archive, compressed, encrypted or as it is.
    case appleArchive
    /// A file of no bytes.
    case empty
    /// Something else; the text is a clause that says what.
    case other(String)

    /// What a property list is called.
    static let propertyList = "a property list; name the folder that holds it"

    /// How many of the first bytes it takes to tell.
    static let headSize = 512

    /// Recognises a file.
    init(head: [UInt8]) {
        guard !head.isEmpty else {
            self = .empty
            return
        }
        // The second is a zip with no entries, the third one that was written in several parts or as a stream.
        if Self.zipSignatures.contains(where: head.starts) {
            self = .zip
            return
        }
        if head.starts(with: "xar!".utf8) {
            self = .flatPackage
            return
        }
        if AppleArchiveFile.isRecognised(head) {
            self = .appleArchive
            return
        }
        if let known = Self.known.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
            self = .other(known.name)
            return
        }
        self = .other(Self.textKind(of: head) ?? "a file of an unknown kind")
    }

    private static let zipSignatures: [[UInt8]] = [
        Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8), Array("PK\u{7}\u{8}".utf8), Array("PK00PK".utf8),
    ]

    private static let known: [(offset: Int, bytes: [UInt8], name: String)] = [
        (0, [0x1F, 0x8B], "a gzip file"),
        (0, Array("BZh".utf8), "a bzip2 file"),
        (0, [0xFD] + Array("7zXZ".utf8), "an xz file"),
        (0, [0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
        (0, Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
        (0, Array("Rar!".utf8), "a RAR archive"),
        (257, Array("ustar".utf8), "a tar archive"),
        (0, Array("070707".utf8), "a cpio archive"),
        (0, Array("%PDF-".utf8), "a PDF document"),
        (0, Array("bplist".utf8), propertyList),
        (0, [0x89] + Array("PNG".utf8), "a PNG image"),
        (0, [0xFF, 0xD8, 0xFF], "a JPEG image"),
        (0, [0x7F] + Array("ELF".utf8), "a program (ELF)"),
        (0, [0xCF, 0xFA, 0xED, 0xFE], "a program (Mach-O)"),
        (0, [0xCA, 0xFE, 0xBA, 0xBE], "a program (Mach-O)"),
        (0, Array("MZ".utf8), "a program (Windows)"),
        (0, Array("#!".utf8), "a script"),
    ]

    private static func textKind(of head: [UInt8]) -> String? {
        let text = String(decoding: head, as: UTF8.self)
        if text.contains("<plist") || text.contains("<!DOCTYPE plist") {
            return propertyList
        }
        let isText = !head.contains { $0 < 0x20 && !(9...13).contains($0) }
        return isText ? InputFault.textFileDetail : nil
    }
}
