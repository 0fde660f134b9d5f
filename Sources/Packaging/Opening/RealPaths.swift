#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Finds the real paths of many files, as bytes: absolute, without `.` and `..`, and without links.
///
/// The system looks at every part of a path for that. Thousands of files mostly lie in few folders, so those are
/// resolved once, and of a file in one only its own name is looked at. Folders that are moved meanwhile go unnoticed.
package struct RealPaths {
    /// The real paths of folders, by their paths. By bytes: `String` takes two Unicode forms of one letter for equal, and
    /// a file system may not.
    private var folders: [[UInt8]: [UInt8]?] = [:]

    /// Starts with nothing known.
    package init() {}

    /// The real path of something that exists; `nil` where a path names nothing.
    package mutating func path(_ path: String) -> [UInt8]? {
        switch Self.kind(of: path) {
        case .plain: pathInItsFolder(path)
        case .missing: nil
        case .other: Self.resolved(path)
        }
    }

    /// Whether a file that is to be written would lie in a folder, or be the file, at another path: see
    /// ``ContentInput/isOutput(_:inside:)``.
    package mutating func isOutput(_ outputPath: String, inside inputPath: String) -> Bool {
        guard let input = pathAsFarAsItExists(inputPath) else { return false }
        if pathAsFarAsItExists(outputPath) == input { return true }
        guard let folder = realFolder(FilePath.parent(of: outputPath)) else { return false }
        return folder == input || folder.starts(with: Self.joined(input, []))
    }

    private mutating func pathAsFarAsItExists(_ path: String) -> [UInt8]? {
        switch Self.kind(of: path) {
        case .plain, .missing: pathInItsFolder(path)
        case .other: Self.resolvedAsFarAsItExists(path)
        }
    }

    private mutating func pathInItsFolder(_ path: String) -> [UInt8]? {
        realFolder(FilePath.parent(of: path)).map { Self.joined($0, FilePath.name(of: path).utf8) }
    }

    private mutating func realFolder(_ path: String) -> [UInt8]? {
        let key = Array(path.utf8)
        if let known = folders[key] { return known }
        let found = Self.resolvedAsFarAsItExists(path)
        folders[key] = .some(found)
        return found
    }

    // MARK: One path

    private enum Kind {
        /// It exists, and its last part is its name, that of no link.
        case plain
        case missing
        /// Its last part has to be resolved, too.
        case other
    }

    private static func kind(of path: String) -> Kind {
        #if canImport(Darwin)
            // Only the system knows how a name is written on a disk that ignores the case of letters.
            return .other
        #else
            if ["", ".", ".."].contains(FilePath.name(of: path)) { return .other }
            var byte: CChar = 0
            if readlink(path, &byte, 1) >= 0 { return .other }
            return errno == EINVAL ? .plain : errno == ENOENT ? .missing : .other
        #endif
    }

    private static func joined(_ folder: [UInt8], _ rest: some Sequence<UInt8>) -> [UInt8] {
        folder + (folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + rest
    }

    /// The last part of the real path; `nil` at the root, and where the path names nothing.
    static func name(of path: String) -> String? {
        resolved(path)?.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The real path of the part of a path that exists, and the rest of it behind that.
    package static func resolvedAsFarAsItExists(_ path: String) -> [UInt8]? {
        let parts = path.split(separator: "/").filter { $0 != "." }
        for count in stride(from: parts.count, through: 0, by: -1) {
            let start = parts[..<count].joined(separator: "/")
            let existing = path.hasPrefix("/") ? "/" + start : start.isEmpty ? "." : start
            guard let real = resolved(existing) else { continue }
            return parts[count...].isEmpty ? real : joined(real, parts[count...].joined(separator: "/").utf8)
        }
        return nil
    }

    private static func resolved(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}
