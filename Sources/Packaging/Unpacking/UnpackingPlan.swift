internal import ContentModel

/// What is made of a tree, in three rounds: folders, then files, then links, so that nothing is ever made through a link
/// that the package brought.
struct UnpackingPlan: Sendable {
    /// The folders, each before what is in it; also those that the tree has no entry for.
    let folders: [ContentEntry]
    /// The files in the tree's order.
    let files: [ContentEntry]
    /// The links with their targets.
    let links: [(entry: ContentEntry, target: [UInt8])]
    /// The modification time of the folder itself; 0 where the package does not tell.
    let rootTime: Int64

    /// The longest path in bytes: no system takes a longer one, so nobody could name what lies there.
    static let longestPath = 4096
    /// The most names in one path. When the folder is removed, as many folders are open at a time, and macOS gives a
    /// process 256.
    static let mostLevels = 128

    /// Plans the work and refuses what can't be made.
    /// - Throws: `tooLarge` where the sizes that the tree declares are above the limits already; `unsupported` for what
    ///   can't be made; `unreadable` where the tree lacks what could not be looked into.
    init(_ tree: ContentTree, options: UnpackingOptions) throws(PackagingError) {
        if let failure = tree.failures.first {
            throw PackagingError(
                .unreadable, subject: failure.path?.displayText ?? "the package", reason: failure.reason)
        }
        guard tree.entries.count <= options.entryLimit else {
            throw PackagingError(
                .tooManyEntries, subject: "the package",
                reason: "it holds \(tree.entries.count) entries, and at most \(options.entryLimit) are unpacked",
                remedy: "allow more")
        }
        if tree.totalFileSize > options.byteLimit {
            throw Self.tooLarge(options, "its files have \(tree.totalFileSize) bytes by its own account")
        }
        var folders: [ContentEntry] = []
        var files: [ContentEntry] = []
        var links: [(entry: ContentEntry, target: [UInt8])] = []
        var known: Set<ContentPath> = []
        var others: Set<ContentPath> = []
        var previous: ContentPath?
        for entry in tree.entries {
            try Self.check(entry, after: previous)
            previous = entry.path
            // Sorted by bytes, a folder comes before what is in it, if the tree has it at all.
            for folder in Self.missingFolders(above: entry.path, in: &known) {
                guard !others.contains(folder) else { throw Self.unsupported(entry, "it lies in what is no folder") }
                folders.append(ContentEntry(path: folder, type: .directory, modificationTime: PackageOptions.fixedTime))
            }
            switch entry.type {
            case .directory:
                known.insert(entry.path)
                folders.append(entry)
            case .file: files.append(entry)
            case .symlink(let target): links.append((entry, target))
            case .special: break
            }
            if entry.type != .directory { others.insert(entry.path) }
        }
        (self.folders, self.files, self.links) = (folders, files, links)
        rootTime = tree.modificationTime
    }

    /// The files in the parts in which several threads take them: large ones by themselves and first, so that none is
    /// left to one thread at the end.
    var batches: [[ContentEntry]] {
        let large = files.filter { $0.size >= Self.largeSize }.sorted { ($1.size, $0.path) < ($0.size, $1.path) }
        var batches = large.map { [$0] }
        var batch: [ContentEntry] = []
        var size: Int64 = 0
        for file in files where file.size < Self.largeSize {
            batch.append(file)
            size += file.size
            if batch.count < Self.batchCount, size < Self.largeSize { continue }
            batches.append(batch)
            (batch, size) = ([], 0)
        }
        return batch.isEmpty ? batches : batches + [batch]
    }

    private static let largeSize: Int64 = 4 << 20
    private static let batchCount = 256

    /// The error for a package above the limit on bytes.
    static func tooLarge(_ options: UnpackingOptions, _ what: String) -> PackagingError {
        PackagingError(
            .tooLarge, subject: "the package", reason: "\(what), and at most \(options.byteLimit) are unpacked",
            remedy: "allow more if you trust it")
    }

    private static func missingFolders(above path: ContentPath, in known: inout Set<ContentPath>) -> [ContentPath] {
        var missing: [ContentPath] = []
        var folder = path.parent
        while let path = folder, known.insert(path).inserted {
            missing.append(path)
            folder = path.parent
        }
        return missing.reversed()
    }

    /// Every reader of packages sees to these as well; here they hold whatever made the tree.
    private static func check(_ entry: ContentEntry, after previous: ContentPath?) throws(PackagingError) {
        if let reason = obstacle(to: entry, after: previous) { throw unsupported(entry, reason) }
    }

    private static func unsupported(_ entry: ContentEntry, _ reason: String) -> PackagingError {
        PackagingError(.unsupported, subject: entry.path.displayText, reason: reason)
    }

    /// Why an entry can't be made, as far as that can be told without trying; `nil` where it can.
    /// - Parameter previous: The path of the entry before it, where the entries are sorted.
    static func obstacle(to entry: ContentEntry, after previous: ContentPath?) -> String? {
        let path = entry.path.bytes
        if case .special(let kind) = entry.type { return "a \(kind.rawValue) is never made" }
        if entry.path == previous { return "the package has this path twice" }
        if path.count > longestPath { return "its path has \(path.count) bytes, and no system takes more than 4096" }
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.count > mostLevels { return "it lies \(parts.count) levels deep, and at most \(mostLevels) are made" }
        for part in parts where part.isEmpty || part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) {
            return "its path leads out of the folder, or nowhere"
        }
        if path.contains(0) { return "its path has a NUL byte" }
        if case .symlink(let target) = entry.type, target.isEmpty || target.contains(0) {
            return "it is a link whose target is no path"
        }
        return nil
    }
}
