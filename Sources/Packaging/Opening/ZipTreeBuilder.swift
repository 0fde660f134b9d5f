internal import ArchiveFormats
internal import ContentModel

/// Sorts the entries of a zip into what belongs to the package and what does not.
struct ZipTreeBuilder {
    private let exclusions: [ContentGlob]
    private var found: [ContentPath: ContentEntry] = [:]
    /// Folders that no entry stands for, but that the name of one implies.
    private var implied: Set<ContentPath> = []
    private var impliedBytes = 0
    private var leftOut: [ContentPath: LeftOutEntry] = [:]
    /// The plain files and where they lie.
    private(set) var files: [ContentPath: ZipDirectoryEntry] = [:]

    /// What the paths of implied folders may take; a few names of thousands of parts would take any amount.
    private static let mostImpliedBytes = 64 * 1024 * 1024

    /// Starts with no entries.
    init(exclusions: [ContentGlob]) { self.exclusions = exclusions }

    /// The entries that belong to the package, in no order.
    var entries: [ContentEntry] { Array(found.values) }

    /// What does not belong to it.
    var leftOutEntries: [LeftOutEntry] { Array(leftOut.values) }

    /// Adds an entry.
    /// - Parameter target: Gives the target where the entry is a link.
    mutating func add(
        _ member: ZipDirectoryEntry, target: (ZipDirectoryEntry) throws(InputFault) -> [UInt8]
    ) throws(InputFault) {
        let path = try Self.path(of: member)
        let isFolder = Self.isFolder(member)
        if let reason = leftOutReason(path, isFolder: isFolder) {
            let known = leftOut[reason.path]
            if known == nil || (reason.isContentFolder && known?.isContentFolder == false) {
                leftOut[reason.path] = reason
            }
            return
        }
        guard found[path] == nil || (isFolder && implied.contains(path)) else {
            throw Self.damaged(
                member, found[path]?.type == .directory ? "both a file and a folder" : "in the zip twice")
        }
        let (type, size) = try Self.kind(of: member, isFolder: isFolder, target: target)
        implied.remove(path)
        found[path] = ContentEntry(
            path: path, type: type, size: size,
            mode: member.unixMode.map { $0 & 0o7777 } ?? (isFolder ? 0o755 : 0o644),
            modificationTime: member.modificationTime)
        if case .file = type { files[path] = member }
        try addParents(of: path, for: member)
    }

    private mutating func addParents(of path: ContentPath, for member: ZipDirectoryEntry) throws(InputFault) {
        var folder = path.parent
        while let path = folder {
            if let existing = found[path] {
                guard existing.type == .directory else {
                    throw Self.damaged(member, "in a folder that is a file as well")
                }
                return
            }
            impliedBytes += path.bytes.count
            guard impliedBytes <= Self.mostImpliedBytes else { throw Self.damaged(member, "in absurdly many folders") }
            implied.insert(path)
            found[path] = ContentEntry(
                path: path, type: .directory, mode: 0o755, modificationTime: PackageOptions.fixedTime)
            folder = path.parent
        }
    }

    // MARK: What is left out

    /// The reason for which an entry or a folder above it is left out, the uppermost first.
    private func leftOutReason(_ path: ContentPath, isFolder: Bool) -> LeftOutEntry? {
        let parts = path.components
        for (index, part) in parts.enumerated() {
            let upper = index + 1 == parts.count ? path : ContentPath(bytes: Array(path.bytes[..<part.endIndex]))
            let isDirectory = isFolder || index + 1 < parts.count
            if let reason = LeaveOutRule.reason(for: upper, isDirectory: isDirectory, exclusions: exclusions) {
                return LeftOutEntry(
                    path: upper, reason: reason, isDirectory: isDirectory,
                    isContentFolder: reason == .besideContents
                        && path == upper.appending(ContentTree.contentInfoPath.bytes))
            }
        }
        return nil
    }

    // MARK: One entry

    /// The path, if it stays inside and can be written in one way only.
    private static func path(of member: ZipDirectoryEntry) throws(InputFault) -> ContentPath {
        var name = member.name[...]
        if name.last == UInt8(ascii: "/") { name.removeLast() }
        let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if name.first == UInt8(ascii: "/") { throw damaged(member, "an absolute path") }
        if name.contains(0) { throw damaged(member, "a name with a NUL byte") }
        for part in parts {
            if part.isEmpty { throw damaged(member, "a path with an empty part") }
            if part.elementsEqual("..".utf8) { throw damaged(member, "a path with '..' in it") }
            if part.elementsEqual(".".utf8) { throw damaged(member, "a path with '.' in it") }
        }
        return ContentPath(bytes: Array(name))
    }

    private static func isFolder(_ member: ZipDirectoryEntry) -> Bool {
        if member.name.last == UInt8(ascii: "/") { return true }
        guard let mode = member.unixMode, mode & 0o170000 != 0 else { return member.hasDirectoryAttribute }
        return mode & 0o170000 == 0o040000
    }

    private static func kind(
        of member: ZipDirectoryEntry, isFolder: Bool, target: (ZipDirectoryEntry) throws(InputFault) -> [UInt8]
    ) throws(InputFault) -> (ContentEntry.Kind, Int64) {
        if isFolder {
            guard member.size == 0 else { throw damaged(member, "a folder with \(member.size) bytes of content") }
            return (.directory, 0)
        }
        switch (member.unixMode ?? 0) & 0o170000 {
        case 0o120000: return (.symlink(target: try target(member)), 0)
        case 0o010000: return (.special(.fifo), 0)
        case 0o140000: return (.special(.socket), 0)
        case 0o020000, 0o060000: return (.special(.device), 0)
        case 0, 0o100000:
            guard let size = Int64(exactly: member.size) else {
                throw damaged(member, "a file of an impossible \(member.size) bytes")
            }
            return (.file, size)
        default: return (.special(.other), 0)
        }
    }

    private static func damaged(_ member: ZipDirectoryEntry, _ what: String) -> InputFault {
        InputFault(.damaged, detail: "the entry '\(ContentPath.displayText(of: member.name))' is \(what)")
    }
}
