import ArchiveFormats

/// The entries of a payload, and what is made of them by hand.
struct HandMadePayload {
    /// An entry.
    struct Entry {
        /// The path as the payload has it (`./Contents`).
        var path: [UInt8]
        /// The mode, type bits and all.
        var mode: UInt32
        /// The content; of a link, its target.
        var content: [UInt8]
    }

    /// The entries in their order, the folder itself first.
    var entries: [Entry] = []

    /// A content folder with `Contents/a.txt`.
    static func contentFolder(contentInfo: String = HandMadePackage.contentInfo) -> HandMadePayload {
        var payload = HandMadePayload()
        payload.folder(".")
        payload.file("./ContentInfo.plist", contentInfo)
        payload.folder("./Contents")
        payload.file("./Contents/a.txt", "a")
        return payload
    }

    mutating func folder(_ path: String) { add(path, 0o40755) }

    mutating func file(_ path: String, _ content: String) { add(path, 0o100644, content) }

    mutating func link(_ path: String, to target: String) { add(path, 0o120755, target) }

    mutating func add(_ path: String, _ mode: UInt32, _ content: String = "") {
        entries.append(Entry(path: Array(path.utf8), mode: mode, content: Array(content.utf8)))
    }

    // MARK: What is made of it

    /// The cpio archive in the portable form, without compression.
    var cpio: [UInt8] {
        var bytes: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            let header = CpioHeader(
                ino: UInt32(index), mode: entry.mode, nlink: isFolder(entry) ? 2 : 1, modificationTime: 1_436_387_303,
                name: entry.path, size: UInt64(entry.content.count))
            bytes += header.bytes() + entry.content
        }
        bytes += CpioHeader.trailer(ino: UInt32(entries.count))
        return bytes + [UInt8](repeating: 0, count: CpioHeader.padding(afterBytes: UInt64(bytes.count)))
    }

    /// The cpio archive in the form of SVR4: hexadecimal digits, and everything aligned to four bytes.
    var newCpio: [UInt8] {
        var bytes: [UInt8] = []
        func hexadecimal(_ number: Int) -> [UInt8] {
            let digits = String(number, radix: 16)
            return Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
        }
        func align() { while bytes.count % 4 != 0 { bytes.append(0) } }
        let trailer = Entry(path: Array("TRAILER!!!".utf8), mode: 0, content: [])
        for (index, entry) in (entries + [trailer]).enumerated() {
            bytes += Array("070701".utf8)
            let numbers = [
                index, Int(entry.mode), 0, 0, 1, 1_436_387_303, entry.content.count, 0, 0, 0, 0, entry.path.count + 1,
                0,
            ]
            for number in numbers { bytes += hexadecimal(number) }
            bytes += entry.path + [0]
            align()
            bytes += entry.content
            align()
        }
        return bytes
    }

    /// What the Bom lists.
    var bomEntries: [BomEntry] {
        entries.map { entry in
            BomEntry(
                path: entry.path, kind: kind(entry), mode: UInt16(entry.mode), modificationTime: 1_436_387_303,
                size: isFolder(entry) ? 68 : UInt64(entry.content.count),
                checksum: entry.mode & 0o170000 == 0o100000 ? POSIXChecksum.of(entry.content) : 0)
        }
    }

    /// What `PackageInfo` is to say that it takes: each entry but the first in halves of a kilobyte.
    var installKBytes: Int {
        let units = entries.dropFirst().map { entry in
            let start = entry.path + [UInt8(ascii: "/")]
            let children = entries.count { child in
                child.path.starts(with: start) && !child.path[start.count...].contains(UInt8(ascii: "/"))
            }
            return ((isFolder(entry) ? 32 * (children + 2) : entry.content.count) + 511) / 512
        }
        return (units.reduce(0, +) + 1) / 2
    }

    private func kind(_ entry: Entry) -> BomEntry.Kind {
        switch entry.mode & 0o170000 {
        case 0o40000: .directory
        case 0o120000: .symlink(target: entry.content)
        default: .file
        }
    }

    private func isFolder(_ entry: Entry) -> Bool { entry.mode & 0o170000 == 0o40000 }
}
