/// Says what a file that is no property list looks like.
enum Lookalike {
    private static let signatures: [(bytes: [UInt8], kind: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
        ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        (Array("GIF8".utf8), "a GIF image"),
        (Array("PK\u{3}\u{4}".utf8), "a zip archive"),
        (Array("PK\u{5}\u{6}".utf8), "an empty zip archive"),
        (Array("xar!".utf8), "a flat package or xar archive"),
        (Array("AA01".utf8), "an Apple Archive"),
        ([0x1F, 0x8B], "gzip data"),
        ([0x42, 0x5A, 0x68], "bzip2 data"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data"),
        (Array("%PDF".utf8), "a PDF document"),
        ([0x00, 0x05, 0x16, 0x07], "an AppleDouble file (the '._' twin of another)"),
        ([0x00, 0x05, 0x16, 0x00], "an AppleSingle file"),
        (Array("SQLite format 3".utf8), "an SQLite database"),
        (Array("BOMStore".utf8), "a bill of materials"),
        ([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O binary"),
        ([0xCA, 0xFE, 0xBA, 0xBE], "a Mach-O binary"),
        ([0x7F, 0x45, 0x4C, 0x46], "an ELF binary"),
        (Array("{\\rtf".utf8), "an RTF document"),
        (Array("version https://git-lfs".utf8), "a Git LFS pointer; the file itself was not fetched"),
    ]

    /// What bytes look like, by their first few.
    static func kind(of bytes: [UInt8]) -> String? {
        signatures.first { bytes.starts(with: $0.bytes) }?.kind
    }

    /// Whether markup is HTML.
    static func isHTML(_ utf8: ArraySlice<UInt8>) -> Bool {
        let head = String(decoding: utf8.prefix(64), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains(where: head.hasPrefix)
    }

    /// What text looks like, from its first visible byte on.
    static func kind(ofText utf8: ArraySlice<UInt8>) -> String? {
        switch utf8.first {
        case UInt8(ascii: "["): return "JSON"
        case UInt8(ascii: "{"): return isJSONObject(utf8.dropFirst()) ? "JSON" : nil
        case UInt8(ascii: "#"): return utf8.starts(with: "#!".utf8) ? "a script" : nil
        case UInt8(ascii: "-"): return utf8.starts(with: "---".utf8) ? "YAML" : nil
        default: return nil
        }
    }

    /// Whether a quoted name and a colon follow; an old-style property list has `=` there.
    private static func isJSONObject(_ utf8: ArraySlice<UInt8>) -> Bool {
        var rest = utf8.drop(while: TextScan.isSpace)
        guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
        }
        return rest.first { !TextScan.isSpace($0) } == UInt8(ascii: ":")
    }
}
