internal import CPlatform
internal import Packaging

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Why the system did not do what it was asked to.
struct DiskError: Error, Sendable, Hashable {
    /// The value of `errno`.
    let code: Int32

    init(_ code: Int32 = errno) { self.code = code }

    /// The system's words; English, since the program never asks for a locale.
    var reason: String { String(cString: strerror(code)) }

    static let fullDisk = DiskError(ENOSPC)
}

/// What stands at a path, and what can be done with it. No link is followed in the last part of a path.
enum DiskItem {
    /// What a file keeps when it moves within its volume, and loses when it is written to. A number alone may soon be that
    /// of another file.
    struct Identity: Sendable, Hashable {
        let device: UInt64
        let number: UInt64
        let seconds: Int64
        let nanoseconds: Int64
    }

    /// What kind of thing it is.
    enum Kind: Sendable { case file, folder, link, other }

    /// What is told of it.
    struct Status: Sendable {
        let kind: Kind
        let size: Int64
        let identity: Identity
    }

    /// How deep folders are looked into; unpacking makes none deeper.
    private static let mostLevels = 128

    /// - Returns: `nil` where there is nothing.
    static func status(_ path: String, _ rest: some Sequence<UInt8> = []) -> Status? {
        var status = stat()
        guard lstat(joined(path, rest), &status) == 0 else { return nil }
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        let identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
            seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
        return Status(kind: kind, size: Int64(status.st_size), identity: identity)
    }

    /// Whether there is a folder, be it through a link.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path without links; the same where that can't be had.
    static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Makes a folder, and those above it, where they are missing.
    static func makeFolders(_ path: String) throws(DiskError) {
        if isFolder(path) { return }
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
            if mkdir(made, 0o755) == 0 { continue }
            let error = DiskError()
            guard error.code == EEXIST || isFolder(made) else { throw error }
        }
        guard isFolder(path) else { throw DiskError(ENOTDIR) }
    }

    /// Gives something another name on the same volume.
    static func rename(_ path: String, to other: String) throws(DiskError) {
        guard systemRename(path, other) == 0 else { throw DiskError() }
    }

    /// Puts each of two things in the other's place, at one go.
    static func exchange(_ path: String, with other: String) throws(DiskError) {
        let code = iapkit_rename_exchange(path, other)
        guard code == 0 else { throw DiskError(code) }
    }

    /// Removes whatever is there; of a link, the link.
    static func remove(_ path: String) {
        if unlink(path) != 0 { FolderRemoval.remove(path) }
    }

    /// The target of a link.
    static func target(_ path: String, _ rest: some Sequence<UInt8>) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: 4097)
        let count = readlink(joined(path, rest), &buffer, buffer.count)
        guard count >= 0, count < buffer.count else { return nil }
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }

    /// Every file and link below a folder, by the bytes of its path from there.
    static func files(below path: String) -> [[UInt8]: Identity] {
        var files: [[UInt8]: Identity] = [:]
        var folders: [(path: [UInt8], level: Int)] = [([], 0)]
        while let folder = folders.popLast() {
            for name in names(path, folder.path) {
                let inner = folder.path.isEmpty ? name : folder.path + [UInt8(ascii: "/")] + name
                guard let status = status(path, inner) else { continue }
                if status.kind != .folder {
                    files[inner] = status.identity
                } else if folder.level < mostLevels {
                    folders.append((inner, folder.level + 1))
                }
            }
        }
        return files
    }

    /// The names in a folder; none where they can't be had.
    static func names(_ path: String, _ rest: [UInt8] = []) -> [[UInt8]] {
        guard let stream = opendir(joined(path, rest)) else { return [] }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        while let entry = readdir(stream) {
            // The name is read in place: an entry may end before the declared size of `d_name` does.
            let start = UnsafeRawPointer(entry) + offset
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            let name = [UInt8](UnsafeRawBufferPointer(start: start, count: length))
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        return names
    }

    /// The bytes of a plain file that is small; `nil` where there is none, or it has more than `limit`.
    static func bytes(_ path: String, limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        let isRead = read(path, []) { chunk in
            bytes.append(contentsOf: chunk)
            return bytes.count <= limit
        }
        return isRead ? bytes : nil
    }

    /// Reads a plain file piece by piece.
    /// - Parameter body: Takes a piece, and says whether to go on.
    /// - Returns: whether the end was reached.
    static func read(_ path: String, _ rest: some Sequence<UInt8>, _ body: (ArraySlice<UInt8>) -> Bool) -> Bool {
        let descriptor = open(joined(path, rest), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = systemRead(descriptor, &chunk, chunk.count)
            if count == 0 { return true }
            if count < 0, errno == EINTR { continue }
            guard count > 0, body(chunk[..<count]) else { return false }
        }
    }

    private static func joined(_ path: String, _ rest: some Sequence<UInt8>) -> [CChar] {
        let rest = Array(rest)
        let bytes = Array(path.utf8) + (rest.isEmpty ? [] : [UInt8(ascii: "/")] + rest)
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }
}

/// The system's calls, which methods of the same names would hide.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
private func systemRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, base, count)
}
