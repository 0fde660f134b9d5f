internal import ContentModel

/// An entry as an archive describes it; nothing in it is to be trusted.
struct ArchiveMember {
    /// The name: a path, in whatever encoding; of a folder it may end in a slash.
    let name: [UInt8]
    /// What it is; a link's target is asked for apart.
    let kind: Kind
    /// The size of its content in bytes.
    let size: UInt64
    /// The permission bits, where the archive has any.
    let mode: UInt16?
    /// The modification time in seconds since 1970-01-01T00:00:00Z.
    let modificationTime: Int64
    /// The name that the archive has for it, where `name` is made from that; for people.
    var nameInArchive: [UInt8]?

    /// A link's target is a path; no system takes a longer one.
    static let longestTarget: UInt64 = 64 * 1024
    /// What the targets of all links may take; a small archive of links that shrink well would take any amount.
    static let mostTargetBytes: UInt64 = 64 * 1024 * 1024

    /// What an entry is.
    enum Kind {
        case file
        case directory
        case symlink
        case special(ContentEntry.SpecialKind)

        /// Takes the type bits of a Unix mode (`mode & 0o170000`).
        init(unixType: UInt16) {
            switch unixType {
            case 0o100000: self = .file
            case 0o040000: self = .directory
            case 0o120000: self = .symlink
            case 0o010000: self = .special(.fifo)
            case 0o140000: self = .special(.socket)
            case 0o020000, 0o060000: self = .special(.device)
            default: self = .special(.other)
            }
        }
    }
}

/// Sorts the entries of an archive into what belongs to the package and what does not.
struct ArchiveTreeBuilder {
    private let container: String
    private let exclusions: [ContentGlob]
    private let takesAll: Bool
    /// The entries that belong to the package, in the order in which they came: most archives are sorted, or nearly.
    private(set) var entries: [ContentEntry] = []
    /// Where in `entries` a path is.
    private var found: [ContentPath: Int] = [:]
    /// Folders that no entry stands for, but that the name of one implies.
    private var implied: Set<ContentPath> = []
    private var impliedBytes = 0
    /// The folder of the last entry, which is known to be one; the next entry mostly lies in the same.
    private var lastFolder: ContentPath?
    private var leftOut: [ContentPath: LeftOutEntry] = [:]

    /// What the paths of implied folders may take; a few names of thousands of parts would take any amount.
    private static let mostImpliedBytes = 64 * 1024 * 1024
    /// The longest path in bytes, as that of a folder which is looked into.
    private static let longestPath = 32 * 1024
    /// The most folders that a path may lead through, likewise.
    private static let deepestPath = 4096
    /// The most of a name that a message repeats, in bytes.
    private static let longestShown = 1024

    /// Starts with no entries.
    /// - Parameters:
    ///   - container: What holds the entries, for people ("zip").
    ///   - takesAll: Whether nothing is left out, be it junk or beside the content.
    init(of container: String, exclusions: [ContentGlob], takesAll: Bool = false) {
        self.container = container
        self.exclusions = exclusions
        self.takesAll = takesAll
    }

    /// What does not belong to it.
    var leftOutEntries: [LeftOutEntry] { Array(leftOut.values) }

    /// Adds an entry.
    /// - Parameter target: Gives the target where the entry is a link that belongs to the package.
    /// - Returns: the path of a plain file that belongs to the package; `nil` for everything else.
    mutating func add(
        _ member: ArchiveMember, target: () throws(InputFault) -> [UInt8]
    ) throws(InputFault) -> ContentPath? {
        let path = try Self.path(of: member)
        let isFolder = if case .directory = member.kind { true } else { false }
        if !takesAll, let reason = leftOutReason(path, isFolder: isFolder) {
            let known = leftOut[reason.path]
            if known == nil || (reason.isContentFolder && known?.isContentFolder == false) {
                leftOut[reason.path] = reason
            }
            return nil
        }
        let known = found[path]
        guard known == nil || (isFolder && implied.contains(path)) else {
            throw Self.damaged(
                member,
                known.map { entries[$0].type } == .directory ? "both a file and a folder" : "in the \(container) twice")
        }
        let (type, size) = try Self.kind(of: member, target: target)
        let entry = ContentEntry(
            path: path, type: type, size: size, mode: member.mode ?? (isFolder ? 0o755 : 0o644),
            modificationTime: member.modificationTime)
        if let known {
            implied.remove(path)
            entries[known] = entry
        } else {
            found[path] = entries.count
            entries.append(entry)
        }
        try addParents(of: path, for: member)
        return type == .file ? path : nil
    }

    private mutating func addParents(of path: ContentPath, for member: ArchiveMember) throws(InputFault) {
        if let lastFolder, path.isDirectly(in: lastFolder) { return }
        var folder = path.parent
        lastFolder = folder
        while let path = folder {
            if let existing = found[path] {
                guard entries[existing].type == .directory else {
                    throw Self.damaged(member, "in a folder that is a file as well")
                }
                return
            }
            impliedBytes += path.bytes.count
            guard impliedBytes <= Self.mostImpliedBytes else { throw Self.damaged(member, "in absurdly many folders") }
            imply(path)
            folder = path.parent
        }
    }

    /// Adds a folder that is there, whether an entry stands for it or not.
    mutating func imply(_ path: ContentPath) {
        implied.insert(path)
        found[path] = entries.count
        entries.append(
            ContentEntry(path: path, type: .directory, mode: 0o755, modificationTime: PackageOptions.fixedTime))
    }

    // MARK: What is left out

    /// The reason for which an entry or a folder above it is left out, the uppermost first.
    private func leftOutReason(_ path: ContentPath, isFolder: Bool) -> LeftOutEntry? {
        let parts = path.components
        for (index, part) in parts.enumerated() {
            let isDirectory = isFolder || index + 1 < parts.count
            // Without this, all the folders above an entry would be written out: the square of its path's length.
            if index > 0, exclusions.isEmpty, JunkNames.origin(of: part, isDirectory: isDirectory) == nil { continue }
            let upper = index + 1 == parts.count ? path : ContentPath(bytes: Array(path.bytes[..<part.endIndex]))
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
    private static func path(of member: ArchiveMember) throws(InputFault) -> ContentPath {
        var name = member.name[...]
        guard name.count <= longestPath else { throw damaged(member, "a path of \(name.count) bytes") }
        if name.last == UInt8(ascii: "/") { name.removeLast() }
        let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if name.first == UInt8(ascii: "/") { throw damaged(member, "an absolute path") }
        guard parts.count <= deepestPath else { throw damaged(member, "a path through \(parts.count - 1) folders") }
        if name.contains(0) { throw damaged(member, "a name with a NUL byte") }
        for part in parts {
            if part.isEmpty { throw damaged(member, "a path with an empty part") }
            if part.elementsEqual("..".utf8) { throw damaged(member, "a path with '..' in it") }
            if part.elementsEqual(".".utf8) { throw damaged(member, "a path with '.' in it") }
        }
        // The bytes are shared where they can be, since paths are most of what an archive takes in memory.
        return ContentPath(bytes: name.count == member.name.count ? member.name : Array(name))
    }

    private static func kind(
        of member: ArchiveMember, target: () throws(InputFault) -> [UInt8]
    ) throws(InputFault) -> (ContentEntry.Kind, Int64) {
        switch member.kind {
        case .directory:
            guard member.size == 0 else { throw damaged(member, "a folder with \(member.size) bytes of content") }
            return (.directory, 0)
        case .symlink:
            return (.symlink(target: try target()), 0)
        case .special(let kind):
            return (.special(kind), 0)
        case .file:
            guard let size = Int64(exactly: member.size) else {
                throw damaged(member, "a file of an impossible \(member.size) bytes")
            }
            return (.file, size)
        }
    }

    static func damaged(_ member: ArchiveMember, _ what: String) -> InputFault {
        let name = member.nameInArchive ?? member.name
        let shown = ContentPath.displayText(of: name.prefix(longestShown))
        let rest = name.count > longestShown ? "..." : ""
        return InputFault(.damaged, detail: "the entry '\(shown)\(rest)' is \(what)")
    }
}
