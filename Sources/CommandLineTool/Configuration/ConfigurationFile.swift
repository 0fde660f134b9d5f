#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a configuration is, and what its paths mean.
struct ConfigurationFile: Sendable {
    /// The name that is looked for.
    static let defaultName = "iapkit.json"

    /// How the user knows it (`../iapkit.json`).
    let name: String
    /// The folder that its paths start from; empty for the current one. Where the file is a link, that is the folder of the
    /// link.
    let folder: String
    /// Whether the user named it; then it may write wherever it says. A file that was found may come from strangers.
    let isNamed: Bool

    /// A file that the user named.
    init(named name: String) throws(ConfigurationError) {
        if name == "-" {
            throw ConfigurationError(
                "standard input", "can't be the configuration, since its paths would have no folder",
                hint: "give --config a file")
        }
        self.init(name, isNamed: true)
    }

    private init(_ name: String, isNamed: Bool) {
        self.name = name
        self.isNamed = isNamed
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let parent = parts.dropLast().joined(separator: "/")
        folder = parent.isEmpty && name.hasPrefix("/") ? "/" : parent
    }

    /// The file in the current folder, or in the nearest one above it up to the root of the repository; outside of a
    /// repository, in the current folder only.
    static func find() -> ConfigurationFile? {
        if exists(defaultName) { return ConfigurationFile(defaultName, isNamed: false) }
        guard let current = RealPath.resolve(".") else { return nil }
        let depth = current.split(separator: "/").count
        // `.git` is a folder, and in a worktree or a submodule a file.
        guard let root = (0...depth).first(where: { exists(upwards($0) + ".git") }), root > 0 else { return nil }
        return (1...root).map { upwards($0) + defaultName }.first(where: exists)
            .map { ConfigurationFile($0, isNamed: false) }
    }

    private static func upwards(_ count: Int) -> String { String(repeating: "../", count: count) }

    /// Whether there is anything of this name, a link that leads nowhere too.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Its bytes.
    func bytes() throws(ConfigurationError) -> [UInt8] {
        switch SmallInputFile.bytes(of: name, limit: ConfigurationReader.sizeLimit + 1) {
        case .success(let bytes): return bytes
        case .failure(let error):
            throw ConfigurationError(
                name, "the configuration can't be read: \(error.reason)",
                hint: isNamed ? "check the path" : "mend it, or run without it: --no-config")
        }
    }

    /// A path of the file as one from the current folder.
    func path(_ path: String) -> String { FolderPath.joined(folder, path) }
}

/// Paths put together from parts.
enum FolderPath {
    /// The path of something in a folder; a folder's name followed by `..` is left out where it is no link.
    static func joined(_ folder: String, _ path: String) -> String {
        let isAbsolute = path.hasPrefix("/") || folder.hasPrefix("/")
        var parts: [Substring] = []
        for part in ((path.hasPrefix("/") ? "" : folder + "/") + path).split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != "..", isPlainFolder(text(parts, isAbsolute)) {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return text(parts, isAbsolute)
    }

    private static func text(_ parts: [Substring], _ isAbsolute: Bool) -> String {
        let path = parts.joined(separator: "/")
        return isAbsolute ? "/" + path : path.isEmpty ? "." : path
    }

    /// Whether a folder stands there, and no link to one.
    static func isPlainFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
