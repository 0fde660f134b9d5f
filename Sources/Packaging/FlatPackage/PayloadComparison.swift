internal import ArchiveFormats
internal import ContentModel

/// Holds a payload against the Bom that lists it.
enum PayloadComparison {
    /// The Bom of a package.
    enum Bom {
        case missing
        case unreadable(String)
        case read(ListedBom)
    }

    /// A Bom with its entries found by path.
    struct ListedBom: Sendable {
        let entries: [BomEntry]
        /// Where the entry of a path stands; the first, where several have it. A path hashes its bytes at one go, an array
        /// one by one.
        fileprivate let places: [ContentPath: Int]

        init(_ archive: BomArchive) {
            entries = archive.entries
            var places: [ContentPath: Int] = [:]
            places.reserveCapacity(entries.count)
            for (index, entry) in entries.enumerated() {
                let path = ContentPath(bytes: PayloadComparison.path(of: entry))
                if places[path] == nil { places[path] = index }
            }
            self.places = places
        }
    }

    /// Where the two contradict each other, by path.
    static func faults(of scan: PayloadScan, with bom: Bom) -> [FlatPackageFault] {
        switch bom {
        case .missing: [.bomMissing]
        case .unreadable(let reason): [.bomUnreadable(reason)]
        case .read(let listed): faults(of: scan.members, with: listed)
        }
    }

    private static func faults(of members: [PayloadScan.Member], with listed: ListedBom) -> [FlatPackageFault] {
        var isClaimed = [Bool](repeating: false, count: listed.entries.count)
        var faults: [(path: ContentPath, fault: FlatPackageFault)] = []
        for member in members {
            let place = listed.places[ContentPath(bytes: member.path)]
            guard let place, !isClaimed[place] else {
                let path = shown(ContentPath(bytes: member.path))
                faults.append((path, .missingInBom(path)))
                continue
            }
            isClaimed[place] = true
            if let difference = difference(member, listed.entries[place]) {
                let path = shown(ContentPath(bytes: member.path))
                faults.append((path, .bomDiffers(path, difference)))
            }
        }
        for (path, place) in listed.places where !isClaimed[place] {
            faults.append((shown(path), .missingInPayload(shown(path))))
        }
        faults.sort { $0.path < $1.path }
        let told = faults.prefix(FlatPackage.mostFaults).map(\.fault)
        return faults.count > told.count ? told + [.moreInBom(faults.count - told.count)] : told
    }

    /// The path as people are told it: that of the folder itself is a dot.
    private static func shown(_ path: ContentPath) -> ContentPath { path.bytes.isEmpty ? ContentPath(".") : path }

    private static func path(of entry: BomEntry) -> [UInt8] {
        if entry.path.elementsEqual(".".utf8) { return [] }
        return entry.path.starts(with: "./".utf8) ? Array(entry.path.dropFirst(2)) : entry.path
    }

    /// What the Bom says otherwise: a clause; `nil` where they agree.
    ///
    /// The size of a folder is that on the disk of whoever packed it, and says nothing.
    private static func difference(_ member: PayloadScan.Member, _ entry: BomEntry) -> String? {
        let type = member.mode & 0o170000
        // The Bom tells the kind twice: by a number, which Apple's readers go by, and in the mode.
        let listed = kind(entry)
        if entry.mode & 0o170000 != type || listed != kind(of: type) {
            return "is \(listed) in the Bom and \(kind(of: member.mode)) in the payload"
        }
        if entry.mode & 0o7777 != member.mode & 0o7777 {
            return "has mode \(octal(entry.mode)) in the Bom and \(octal(member.mode)) in the payload"
        }
        guard type != 0o040000 else { return nil }
        if entry.size != member.size {
            return "has \(entry.size) bytes in the Bom and \(member.size) in the payload"
        }
        if entry.checksum != member.checksum {
            return "has the checksum \(entry.checksum) in the Bom and \(member.checksum) in the payload"
        }
        return nil
    }

    private static func octal(_ mode: UInt16) -> String { "0" + String(mode & 0o7777, radix: 8) }

    private static func kind(_ entry: BomEntry) -> String {
        switch entry.kind {
        // There is no number for pipes and sockets.
        case .file: [0o040000, 0o120000].contains(entry.mode & 0o170000) ? kind(of: 0o100000) : kind(of: entry.mode)
        case .directory: kind(of: 0o040000)
        case .symlink: kind(of: 0o120000)
        case .device: kind(of: 0)
        }
    }

    private static func kind(of mode: UInt16) -> String {
        switch mode & 0o170000 {
        case 0o100000: "a file"
        case 0o040000: "a folder"
        case 0o120000: "a link"
        default: "something special"
        }
    }
}
