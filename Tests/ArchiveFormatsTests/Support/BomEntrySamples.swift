@testable import ArchiveFormats

extension BomEntry {
    /// The folder that every Bom begins with.
    static let root = directory(".")

    static func directory(_ path: String) -> BomEntry {
        BomEntry(path: Array(path.utf8), kind: .directory, mode: 0o40755, modificationTime: 1_436_645_229, size: 68)
    }

    static func file(_ path: String, size: UInt64 = 0, checksum: UInt32 = .max) -> BomEntry {
        BomEntry(
            path: Array(path.utf8), kind: .file, mode: 0o100644, modificationTime: 1_436_645_229, size: size,
            checksum: checksum)
    }

    static func link(_ path: String, to target: String) -> BomEntry {
        BomEntry(
            path: Array(path.utf8), kind: .symlink(target: Array(target.utf8)), mode: 0o120755,
            modificationTime: 1_436_645_229)
    }

    /// The root and so many files less one.
    static func folder(of count: Int) -> [BomEntry] {
        [root] + (1..<count).map { number in file("./" + padded(number), size: UInt64(number)) }
    }

    /// Folders of a thousand files each, so many paths in all.
    static func tree(of count: Int) -> [BomEntry] {
        var entries = [root]
        var lastFolder = ""
        entries.reserveCapacity(count)
        while entries.count < count {
            let number = padded(entries.count)
            entries.append(entries.count % 1001 == 1 ? directory("./" + number) : file(lastFolder + number))
            if entries.count % 1001 == 2 { lastFolder = "./" + number + "/" }
        }
        return entries
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 7 - digits.count) + digits
    }
}
