/// Tells executable code and scripts from data by a file's first bytes.
///
/// Formats counted as code are those that a system loads and runs by themselves: Mach-O, ELF, and the family that
/// starts with `MZ`. Not counted: Java classes, WebAssembly, Lua and other byte code, which only an interpreter in the
/// app could run; and static libraries (`!<arch>`), which only a linker can use, and whose form Debian packages share.
enum FileSniffer {
    /// How many bytes of a file's start are looked at.
    static let headLength = 4096

    /// What the head gives away; `nil` for plain data.
    /// - Parameter size: The size of the whole file in bytes.
    static func sniff(_ head: [UInt8], size: Int64) -> SniffedFile.Kind? {
        // What nearly every file starts with rules out all that follows.
        guard let first = head.first, firstBytes.contains(first) else { return nil }
        let head = Head(head)
        if let format = machO(head, size: size) ?? elf(head) ?? dosOrWindows(head, size: size) {
            return .executable(format)
        }
        return script(head).map(SniffedFile.Kind.script)
    }

    /// What any of the formats starts with.
    private static let firstBytes: [UInt8] = [
        0xFE, 0xCE, 0xCF, 0xCA, 0xBE, 0xBF, 0x7F, UInt8(ascii: "M"), UInt8(ascii: "#"),
    ]

    /// Mach-O: `<mach-o/loader.h>` and `<mach-o/fat.h>`.
    private static func machO(_ head: Head, size: Int64) -> String? {
        switch head.big32(at: 0) {
        case 0xFEED_FACE, 0xCEFA_EDFE:
            size >= 28 ? "Mach-O" : nil
        case 0xFEED_FACF, 0xCFFA_EDFE:
            size >= 32 ? "Mach-O" : nil
        case 0xCAFE_BABE:
            isArchitectureCount(head.big32(at: 4)) ? "Mach-O universal" : nil
        case 0xCAFE_BABF:
            isArchitectureCount(head.big32(at: 4)) ? "Mach-O universal" : nil
        case 0xBEBA_FECA, 0xBFBA_FECA:
            isArchitectureCount(head.little32(at: 4)) ? "Mach-O universal" : nil
        default:
            nil
        }
    }

    /// Java classes start with CAFEBABE too. There the next four bytes are the minor and the major version, together at
    /// least 45; a universal file has the number of its architectures, which has never been above a handful.
    private static func isArchitectureCount(_ count: UInt32?) -> Bool {
        count.map { (1..<45).contains($0) } ?? false
    }

    /// ELF: the magic, a class (32 or 64 bits) and a byte order.
    private static func elf(_ head: Head) -> String? {
        guard head.big32(at: 0) == 0x7F45_4C46, let width = head.byte(at: 4), let order = head.byte(at: 5) else {
            return nil
        }
        return (1...2).contains(width) && (1...2).contains(order) ? "ELF" : nil
    }

    /// `MZ` alone is two letters that any text may start with, so the fields behind it must make sense: bytes in the
    /// last page below 512, at least one page, a header that fits the pages.
    ///
    /// Where the offset at 0x3C leads to a signature in the head, that names the format.
    private static func dosOrWindows(_ head: Head, size: Int64) -> String? {
        guard head.byte(at: 0) == UInt8(ascii: "M"), head.byte(at: 1) == UInt8(ascii: "Z") else { return nil }
        if let offset = head.little32(at: 0x3C), let start = Int(exactly: offset), start >= 0x40 {
            switch (head.byte(at: start), head.byte(at: start + 1)) {
            case (UInt8(ascii: "P"), UInt8(ascii: "E")) where head.little16(at: start + 2) == 0: return "Windows PE"
            case (UInt8(ascii: "N"), UInt8(ascii: "E")): return "Windows NE"
            case (UInt8(ascii: "L"), UInt8(ascii: "E")), (UInt8(ascii: "L"), UInt8(ascii: "X")): return "OS/2 LX"
            default: break
            }
        }
        guard
            let lastPage = head.little16(at: 2), let pages = head.little16(at: 4),
            let paragraphs = head.little16(at: 8),
            head.little16(at: 0x1A) != nil
        else { return nil }
        let isPlausible =
            lastPage < 512 && pages > 0 && paragraphs >= 2 && Int(paragraphs) * 16 <= Int(pages) * 512
            && (Int64(pages) - 1) * 512 + Int64(lastPage) <= size
        return isPlausible ? "DOS or Windows" : nil
    }

    /// `#!` at the very start, and an absolute path behind it.
    ///
    /// The path is asked for since AMR and SILK sound files start with `#!` and their name, and Rust sources with
    /// `#![`.
    private static func script(_ head: Head) -> String? {
        guard head.byte(at: 0) == UInt8(ascii: "#"), head.byte(at: 1) == UInt8(ascii: "!") else { return nil }
        let line = head.bytes.dropFirst(2).prefix(256).prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let start = line.firstIndex(where: { !isBlank($0) }), line[start] == UInt8(ascii: "/"),
            let end = line.lastIndex(where: { !isBlank($0) })
        else { return nil }
        return String(decoding: line[start...end], as: UTF8.self)
    }

    /// Bytes with reads that can't leave them.
    private struct Head {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

        func little16(at offset: Int) -> UInt16? {
            guard offset >= 0, bytes.count >= 2, offset <= bytes.count - 2 else { return nil }
            return UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
        }

        func little32(at offset: Int) -> UInt32? { big32(at: offset)?.byteSwapped }

        func big32(at offset: Int) -> UInt32? {
            guard offset >= 0, bytes.count >= 4, offset <= bytes.count - 4 else { return nil }
            return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
