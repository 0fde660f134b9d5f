import ContentModel
import Packaging
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a configuration that was found must not write: it may have come with a repository that somebody cloned only to look
/// at it, and then a plain run would do what strangers want.
extension ConfigurationFile {
    /// Why something is not to be written.
    struct Refusal {
        /// What is wrong, without the name of the setting in front: a clause without a final period.
        let reason: String
        /// What to do.
        let hint: String
    }

    /// Why nothing is to be written at a path of this file; `nil` where it may.
    ///
    /// It stays below the folder of this file, also behind links, out of `.git` and of content folders, and replaces only
    /// what is seen to be an earlier report.
    /// - Parameter format: The format of a report; `nil` for packages, which replace nothing unless that was typed.
    func refusal(of path: String, as format: ReportFormat?) -> Refusal? {
        guard holds(path) else {
            return Refusal(
                reason: "leads out of the folder of \(Self.defaultName)",
                hint: "a file that was found writes below its own folder only; name it with --config to let it")
        }
        let target = self.path(path)
        guard let way = realWay(to: target) else {
            return Refusal(
                reason: "can't be followed to its end", hint: "write the path without links and without '..'")
        }
        if (path.split(separator: "/").map(String.init) + way).contains(where: { $0.lowercased() == ".git" }) {
            return Refusal(
                reason: "leads into .git",
                hint: "a file that was found does not write there; name it with --config to let it")
        }
        for count in 0...way.count {
            let folder = FolderPath.joined(folder, way[..<count].joined(separator: "/"))
            guard CatalogFolder.isContentFolder(atPath: folder) else { continue }
            return Refusal(
                reason: "leads into the content folder '\(folder)'",
                hint: "a file that was found does not write there; name it with --config to let it")
        }
        return format.flatMap { Self.refusal(ofReplacing: target, by: $0) }
    }

    /// Whether a file that would be written at a path of this file lies below its folder, also behind links.
    private func holds(_ path: String) -> Bool {
        if path.hasPrefix("/") { return false }
        var depth = 0
        for part in path.split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            if depth < 0 { return false }
        }
        let root = folder.isEmpty ? "." : folder
        let target = self.path(path)
        guard ContentInput.isOutput(target, inside: root) else { return false }
        var status = stat()
        guard lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return true }
        // A report replaces what a link leads to.
        guard let real = RealPath.resolve(target) else { return false }
        return ContentInput.isOutput(real, inside: root)
    }

    /// The parts of the real path of something from the folder of this file on; of what is missing, where it would be made.
    ///
    /// `nil` also where it goes up from a folder that is missing: the run itself may make that.
    private func realWay(to target: String) -> [String]? {
        guard let root = RealPath.bytes(folder.isEmpty ? "." : folder),
            let real = RealPaths.resolvedAsFarAsItExists(target), real.starts(with: root),
            let rest = String(validating: real.dropFirst(root.count), as: UTF8.self)
        else { return nil }
        let parts = rest.split(separator: "/").map(String.init)
        return parts.contains("..") ? nil : parts
    }

    private static func refusal(ofReplacing target: String, by format: ReportFormat) -> Refusal? {
        var status = stat()
        guard stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let reason: String
        switch SmallInputFile.bytes(of: target, limit: 256) {
        case .success(let head):
            if head.isEmpty || format.isBegun(by: head) { return nil }
            reason =
                format == .text
                ? "which need not be a report of iapkit" : "which is no \(format.rawValue) report of iapkit"
        case .failure(let error): reason = "which can't be read: \(error.reason)"
        }
        return Refusal(
            reason: "would replace '\(target)', \(reason)",
            hint:
                "a file that was found replaces earlier reports only, and none of text; remove '\(target)', or ask for the "
                + "report with --report \(format.rawValue)=FILE")
    }
}
