import ContentModel
import Findings

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A pattern for content folders, as a configuration names them.
///
/// Each part of the path is a pattern of its own (`*`, `?`, `[a-z]`); the part `**` stands for any number of folders, none
/// too, and goes through no link and into no content folder. A name that begins with a dot is matched only by a part that
/// begins with one. Of what matches, content folders are taken, and folders that hold some, but not by `**` at the end,
/// which comes to what is in them.
struct ContentPattern {
    /// The most folders that are listed for one pattern.
    private static let folderLimit = 50_000
    /// The deepest that `**` goes.
    private static let depthLimit = 64

    private let pattern: String
    private let endsInStars: Bool
    private var found: [String] = []
    private var listed = 0

    /// What a path or a pattern of a configuration stands for, each once, in the order of their bytes: a path that exists,
    /// or that has nothing of a pattern, is itself.
    static func expand(_ pattern: String, in file: ConfigurationFile) throws(RunFailureError) -> [String] {
        let path = file.path(pattern)
        var status = stat()
        guard pattern.utf8.contains(where: isWildcard), lstat(path, &status) != 0 else { return [path] }
        // Two stars behind two stars add nothing but time.
        let parts = path.split(separator: "/").map(String.init).reduce(into: [String]()) { parts, part in
            if part != "**" || parts.last != "**" { parts.append(part) }
        }
        var expansion = ContentPattern(pattern: pattern, endsInStars: parts.last == "**")
        let start = parts.prefix { !$0.utf8.contains(where: isWildcard) }
        let root = (path.hasPrefix("/") ? "/" : "") + start.joined(separator: "/")
        guard expansion.isFolder(root, followsLink: true) else { return [] }
        try expansion.walk(root, parts.dropFirst(start.count), depth: 0)
        var seen: Set<[UInt8]> = []
        return expansion.found.filter { seen.insert(Array($0.utf8)).inserted }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private init(pattern: String, endsInStars: Bool) {
        self.pattern = pattern
        self.endsInStars = endsInStars
    }

    private static func isWildcard(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains(byte)
    }

    private mutating func walk(_ folder: String, _ parts: ArraySlice<String>, depth: Int) throws(RunFailureError) {
        guard let part = parts.first else {
            if isFolder(folder, followsLink: true), try holdsContent(folder) {
                found.append(folder.isEmpty ? "." : folder)
            }
            return
        }
        let rest = parts.dropFirst()
        if !part.utf8.contains(where: Self.isWildcard) {
            let next = joined(folder, part)
            if isFolder(next, followsLink: true) { try walk(next, rest, depth: depth) }
            return
        }
        if part == "**" {
            try walk(folder, rest, depth: depth)
            if depth >= Self.depthLimit { return }
            let names = try self.names(in: folder)
            if FolderListing.isContentFolder(names, in: folder) { return }
            for name in names where name.first != Self.dot {
                if let next = try self.folder(name, in: folder, followsLink: false) {
                    try walk(next, parts, depth: depth + 1)
                }
            }
            return
        }
        let glob = ContentGlob("/" + part)
        for name in try names(in: folder) where name.first != Self.dot || part.hasPrefix(".") {
            guard glob.matches(ContentPath(bytes: name)) else { continue }
            if let next = try self.folder(name, in: folder, followsLink: true) { try walk(next, rest, depth: depth) }
        }
    }

    private static let dot = UInt8(ascii: ".")

    /// The path of a folder in another; `nil` where what has the name is none.
    private func folder(
        _ name: [UInt8], in parent: String, followsLink: Bool
    ) throws(RunFailureError) -> String? {
        if let text = String(validating: name, as: UTF8.self) {
            let path = joined(parent, text)
            return isFolder(path, followsLink: followsLink) ? path : nil
        }
        var status = stat()
        let path = (Array(joined(parent, "").utf8) + name + [0]).map(CChar.init(bitPattern:))
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        throw failure(
            joined(parent, ContentPath(bytes: name).displayText), "the folder's name is not UTF-8", "rename the folder")
    }

    private mutating func holdsContent(_ folder: String) throws(RunFailureError) -> Bool {
        if FolderListing.isContentFolder(try names(in: folder), in: folder) { return true }
        // Two stars at the end come to what is in it by themselves.
        if endsInStars { return false }
        return !CatalogFolder(atPath: folder.isEmpty ? "." : folder).contentFolders.isEmpty
    }

    private func joined(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder == "/" ? "/" + name : "\(folder)/\(name)"
    }

    private func isFolder(_ path: String, followsLink: Bool) -> Bool {
        var status = stat()
        let path = path.isEmpty ? "." : path
        return (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder, sorted by their bytes.
    private mutating func names(in folder: String) throws(RunFailureError) -> [[UInt8]] {
        listed += 1
        if listed > Self.folderLimit {
            throw failure(
                "'\(pattern)'", "leads through more than \(NumberText.grouped(Self.folderLimit)) folders",
                "name the folders more closely")
        }
        guard let names = FolderListing.names(in: folder.isEmpty ? "." : folder) else {
            throw failure(
                folder, "can't be listed: \(String(cString: strerror(errno)))", "name the folders more closely")
        }
        return names
    }

    private func failure(_ subject: String, _ reason: String, _ remedy: String) -> RunFailureError {
        RunFailureError(RunFailure(subject: subject, reason: reason, remedy: remedy))
    }
}

/// What is in a folder.
enum FolderListing {
    /// Whether a folder with these names is a content folder, as in a catalogue: see ``CatalogFolder``.
    /// - Parameter folder: Its path; empty for the current folder.
    static func isContentFolder(_ names: [[UInt8]], in folder: String) -> Bool {
        CatalogFolder.isContentFolder(names) { name in
            FolderPath.isPlainFolder("\(folder.isEmpty ? "." : folder)/\(String(decoding: name, as: UTF8.self))")
        }
    }

    /// The names, sorted by their bytes; `nil` where the folder can't be listed, and then `errno` says why.
    static func names(in folder: String) -> [[UInt8]]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
            if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
