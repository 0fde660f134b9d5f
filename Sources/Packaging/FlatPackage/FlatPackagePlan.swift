internal import ArchiveFormats
internal import ContentModel

/// A package plan in the terms of Apple's flat package: the order of the payload and what its headers hold.
///
/// The payload begins with `.`, the content folder itself; a folder comes before what is in it, and the names in a folder
/// are in the order that Apple's tools had on a case-insensitive disk.
struct FlatPackagePlan: Sendable {
    /// The name of the component, without its suffix.
    let name: String
    /// Whose form the package has.
    let profile: FlatPackageProfile
    /// The entries in the order of the payload; the folder itself, which comes first, is not among them.
    let items: PackagePlan.Items
    /// How many entries are right in the folder at each place of the payload; 0 for what is no folder.
    private let childCounts: [UInt32]
    private let rootTime: Int64
    /// The plan that it was made from.
    let package: PackagePlan

    /// Plans a flat package.
    /// - Throws: `unsupported` for what a flat package can't hold.
    init(_ plan: PackagePlan, name: String, profile: FlatPackageProfile) throws(PackagingError) {
        guard plan.items.count < FlatPackageLimits.mostEntries else {
            throw PackagingError(
                .unsupported, subject: name,
                reason: "it has \(plan.items.count) entries; a flat package holds \(FlatPackageLimits.mostEntries) at "
                    + "most, the folder itself counted",
                remedy: "put files together, or pack it as a zip")
        }
        if let fault = FlatPackageLimits.fault(inName: name) {
            throw PackagingError(
                .unsupported, subject: name, reason: "a flat package can't have this name: \(fault)",
                remedy: "rename the folder")
        }
        for item in plan.items where UInt64(item.entry.size) > FlatPackageLimits.largestFile {
            throw PackagingError(
                .unsupported, subject: item.entry.path.displayText,
                reason: "it has \(item.entry.size) bytes; a flat package holds files of "
                    + "\(FlatPackageLimits.largestFile) at most",
                remedy: "split it, or pack the folder as a zip")
        }
        self.name = name
        self.profile = profile
        rootTime = plan.rootTime
        package = plan
        items = plan.items
        childCounts = Self.childCounts(of: items)
    }

    /// The number of entries in the payload, the folder itself counted.
    var count: Int { items.count + 1 }

    /// The header of the entry at a place of the payload; place 0 is the folder itself.
    func header(at place: Int) -> CpioHeader {
        // A folder with nearly as many entries as there may be has one link more than six octal digits can tell.
        let links = isFolder(place) ? min(childCounts[place] + 2, 0o777777) : 1
        return CpioHeader(
            ino: UInt32(place), mode: mode(at: place), nlink: links,
            modificationTime: UInt64(time(at: place)), name: name(at: place), size: contentSize(at: place))
    }

    /// What stands in the payload before the content of the entry at a place: its header; behind the last entry, all that
    /// ends the payload.
    func prelude(at place: Int) -> [UInt8] { place < count ? header(at: place).bytes() : ending }

    /// The trailer and the NULs behind it.
    private var ending: [UInt8] {
        let trailer = CpioHeader.trailer(ino: UInt32(count))
        let padding = CpioHeader.padding(afterBytes: payloadSize + UInt64(trailer.count))
        return trailer + [UInt8](repeating: 0, count: padding)
    }

    /// The size of the whole payload before it is compressed; found by going through all entries.
    var wholePayloadSize: UInt64 { payloadSize + UInt64(ending.count) }

    /// What the Bom says of the entry at a place.
    /// - Parameter checksum: The POSIX checksum of its content; of a link, of its target with a NUL behind it.
    func bomEntry(at place: Int, checksum: UInt32) -> BomEntry {
        let kind: BomEntry.Kind
        switch place == 0 ? .directory : items[place - 1].entry.type {
        case .directory: kind = .directory
        case .symlink(let target): kind = .symlink(target: target)
        case .file, .special: kind = .file
        }
        return BomEntry(
            path: name(at: place), kind: kind, mode: UInt16(mode(at: place)), uid: 0, gid: 0,
            modificationTime: time(at: place), size: isFolder(place) ? folderSize(at: place) : contentSize(at: place),
            checksum: checksum)
    }

    /// What the content takes on disk, in units of 1,024 bytes.
    var installKBytes: Int {
        InstallSize.kBytes((1..<count).lazy.map { isFolder($0) ? folderSize(at: $0) : contentSize(at: $0) })
    }

    /// The size of the payload in bytes before it is compressed, but for the entry that ends it and the padding.
    var payloadSize: UInt64 {
        (0..<count).reduce(0) { $0 + UInt64(CpioHeader.fixedSize + name(at: $1).count + 1) + contentSize(at: $1) }
    }

    /// The bytes that the entry at a place has in the payload, besides its header.
    func contentSize(at place: Int) -> UInt64 { place > 0 ? UInt64(items[place - 1].contentSize) : 0 }

    private func isFolder(_ place: Int) -> Bool { place == 0 || items[place - 1].entry.type == .directory }

    private func folderSize(at place: Int) -> UInt64 {
        profile.bytesPerFolderEntry * (UInt64(childCounts[place]) + 2)
    }

    private func name(at place: Int) -> [UInt8] {
        place == 0 ? [UInt8(ascii: ".")] : Array("./".utf8) + items[place - 1].entry.path.bytes
    }

    /// Links have the mode of folders here, as Apple's tools gave them.
    private func mode(at place: Int) -> UInt32 {
        guard place > 0 else { return 0o40755 }
        switch items[place - 1].entry.type {
        case .directory: return 0o40755
        case .symlink: return 0o120755
        case .file, .special: return 0o100644
        }
    }

    /// The time in the range that both the payload and the Bom can hold.
    private func time(at place: Int) -> UInt32 {
        UInt32(clamping: place == 0 ? rootTime : items[place - 1].time)
    }

    private static func childCounts(of items: PackagePlan.Items) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: items.count + 1)
        // The places of the folders that the current entry lies in, the root first.
        var folders = [0]
        for (index, item) in items.enumerated() {
            let depth = item.entry.path.bytes.count { $0 == UInt8(ascii: "/") }
            folders.removeLast(max(0, folders.count - depth - 1))
            counts[folders[folders.count - 1]] += 1
            if item.entry.type == .directory { folders.append(index + 1) }
        }
        return counts
    }
}

/// What Apple's flat package can hold.
public enum FlatPackageLimits {
    /// The largest file in bytes: its size is written with 11 octal digits.
    public static let largestFile: UInt64 = CpioHeader.largestFile
    /// The most entries, the content folder itself counted: their numbers are written with 6 octal digits.
    public static let mostEntries = CpioHeader.mostEntries

    /// Why a component can't have a name: a clause; `nil` where it can.
    ///
    /// The name stands in three XML documents and is a file name at once.
    public static func fault(inName name: String) -> String? {
        if name.isEmpty || name == "." || name == ".." { return "it is no name of a file" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "it has a slash in it" }
        if name.utf8.count > 251 { return "with .pkg behind it, it has more than 255 bytes" }
        let forbidden = name.unicodeScalars.first {
            $0.properties.generalCategory == .control || $0.value == 0xFFFE || $0.value == 0xFFFF
        }
        return forbidden.map { "it has the character U+\(hexadecimal($0.value)) in it, which its XML can't hold" }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
