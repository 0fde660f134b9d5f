import ContentModel

/// The few of many entries whose names are worth a closer look, since a file system might take two of one folder for
/// one name.
///
/// Unicode's rules are slow to apply: 1.5 us a name. Almost all names are ASCII, of which two are taken for one only
/// where they differ in letter case; a number made of the bytes tells that. So looked at closely are the folders that
/// have a name beyond ASCII, since that may stand for one within it (the Kelvin sign is a K), and the names whose number
/// occurs twice. A number that occurs twice by chance costs time and changes nothing.
struct SuspectNames {
    /// The entries, in their order.
    let entries: [ContentEntry]

    /// Sifts entries.
    /// - Parameter foldsCase: Whether two names of ASCII are taken for one where they differ in letter case; without, no
    ///   two are.
    init(among all: ArraySlice<ContentEntry>, foldsCase: Bool) {
        var numbers = NameNumbers()
        var foldersBeyondASCII: Set<UInt64> = []
        var seen: Set<UInt64> = []
        var repeated: Set<UInt64> = []
        if foldsCase { seen.reserveCapacity(all.count) }
        for entry in all {
            let (folder, name) = numbers.numbers(of: entry.path)
            if let name {
                if foldsCase, !seen.insert(name).inserted { repeated.insert(name) }
            } else {
                foldersBeyondASCII.insert(folder)
            }
        }
        guard !foldersBeyondASCII.isEmpty || !repeated.isEmpty else {
            entries = []
            return
        }
        entries = all.filter { entry in
            let (folder, name) = numbers.numbers(of: entry.path)
            return foldersBeyondASCII.contains(folder) || name.map(repeated.contains) ?? true
        }
    }
}

/// Makes a number of a folder's path, and one of that and a name in it regardless of the letter case of ASCII (FNV-1a).
private struct NameNumbers {
    private var last = ContentPath(bytes: [])
    private var lastStart = 0
    private var lastFolder = Self.start

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// - Returns: the number of the folder, and that of the name in it; `nil` for a name beyond ASCII.
    mutating func numbers(of path: ContentPath) -> (folder: UInt64, name: UInt64?) {
        let nameStart = path.nameStart
        let folder = folderNumber(of: path, until: nameStart)
        let name = path.bytes.withUnsafeBufferPointer { bytes -> UInt64? in
            var (number, union) = (folder, UInt8(0))
            for byte in bytes[nameStart...] {
                let isCapital = byte &- 0x41 < 26
                number = (number ^ UInt64(isCapital ? byte | 0x20 : byte)) &* Self.prime
                union |= byte
            }
            return union < 0x80 ? number : nil
        }
        return (folder, name)
    }

    /// Neighbours mostly lie in the same folder.
    private mutating func folderNumber(of path: ContentPath, until nameStart: Int) -> UInt64 {
        let isSame = nameStart == lastStart && path.bytes[..<nameStart] == last.bytes[..<nameStart]
        if isSame { return lastFolder }
        var number = Self.start
        for byte in path.bytes[..<nameStart] { number = (number ^ UInt64(byte)) &* Self.prime }
        (last, lastStart, lastFolder) = (path, nameStart, number)
        return number
    }
}
