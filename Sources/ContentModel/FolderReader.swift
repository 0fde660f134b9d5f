/// Reads a content folder into a ``ContentTree``: one walk, no link followed, nothing opened but folders.
public enum FolderReader {
    /// Whether there is nothing in the folder at a path; `nil` where it is none, or can't be listed.
    public static func isEmpty(folderAtPath path: String) -> Bool? {
        guard let folder = try? OpenDescriptor.root(atPath: path) else { return nil }
        let (names, error) = folder.names()
        return error == nil ? names.isEmpty : nil
    }

    /// Walks the folder at a path.
    ///
    /// `ContentInfo.plist`, whatever it is, `Contents`, and all below `Contents` belong to the tree. What the user
    /// excludes is left out first, then what is junk, then what stands beside `Contents`. Of a folder left out nothing
    /// is looked at but whether it has a `ContentInfo.plist`, where it stands beside `Contents`. Whatever can't be examined becomes a failure of the tree; nothing is thrown for it.
    /// - Parameter path: The folder; a link to one will do, since the user named it.
    /// - Parameter exclusions: What the user leaves out. `ContentInfo.plist` at the root is never left out; `Contents`
    ///   is if a pattern matches it.
    public static func tree(atPath path: String, excluding exclusions: [ContentGlob] = []) -> ContentTree {
        var walk = FolderWalk(exclusions: exclusions)
        walk.run(root: path)
        return ContentTree(
            entries: walk.entries, leftOut: walk.leftOut, failures: walk.failures,
            modificationTime: walk.rootTime, source: FolderContentSource(root: path))
    }
}

/// One walk in progress.
///
/// At most three descriptors are open at a time, however deep the folders are: the way back to a parent is its `..`,
/// which counts only if it is the very folder that the walk came from.
private struct FolderWalk {
    /// Deeper folders are not looked into: no device could take such paths, and memory stays bounded.
    private static let depthLimit = 4096
    /// Longer paths are not looked into, for the same reason.
    private static let pathLimit = 32 * 1024

    let exclusions: [ContentGlob]
    var entries: [ContentEntry] = []
    var leftOut: [LeftOutEntry] = []
    var failures: [ReadFailure] = []
    /// The modification time of the folder itself.
    var rootTime: Int64 = 0

    init(exclusions: [ContentGlob]) { self.exclusions = exclusions }

    /// A folder on the way down, with the folders in it that are still to be walked (names ended by a NUL).
    private struct Level {
        let path: ContentPath?
        let status: FileStatus
        var pending: [[UInt8]]
    }

    mutating func run(root: String) {
        do {
            let folder = try OpenDescriptor.root(atPath: root)
            let listed = try list(folder, path: nil)
            rootTime = listed.status.seconds
            descend(from: folder, listed, root: root)
        } catch {
            fail(nil, error.reason)
        }
    }

    private mutating func descend(from folder: OpenDescriptor, _ listed: Level, root: String) {
        var current = folder
        var levels = [listed]
        var waiting = listed.pending.count
        while waiting > 0, let level = levels.last {
            guard let name = levels[levels.count - 1].pending.popLast() else {
                levels.removeLast()
                guard let parent = levels.last else { return }
                do {
                    current = try reopen(parent, from: current, root: root)
                } catch {
                    fail(parent.path, error.reason)
                    waiting -= parent.pending.count
                    levels[levels.count - 1].pending = []
                }
                continue
            }
            waiting -= 1
            let path = path(of: name.dropLast(), in: level.path)
            guard levels.count < Self.depthLimit, path.bytes.count < Self.pathLimit else {
                fail(path, "nested too deep to be looked into")
                continue
            }
            do {
                let child = try current.folder(name)
                let listed = try list(child, path: path)
                guard !listed.pending.isEmpty else { continue }
                waiting += listed.pending.count
                levels.append(listed)
                current = child
            } catch {
                fail(path, error.reason)
            }
        }
    }

    private func path(of name: ArraySlice<UInt8>, in folder: ContentPath?) -> ContentPath {
        folder.map { $0.appending(name) } ?? ContentPath(bytes: Array(name))
    }

    /// Goes back up to a folder, or, where its child was moved meanwhile, down to it again from the root.
    private func reopen(_ level: Level, from child: OpenDescriptor, root: String) throws(SystemError) -> OpenDescriptor
    {
        if let parent = try? child.folder([UInt8(ascii: "."), UInt8(ascii: "."), 0]),
            let status = try? parent.status(), status.isSameFile(as: level.status)
        {
            return parent
        }
        var folder = try OpenDescriptor.root(atPath: root)
        for component in level.path?.components ?? [] { folder = try folder.folder(component + [0]) }
        return folder
    }

    /// Sorts all that stands in a folder into what belongs to the tree and what does not.
    private mutating func list(_ folder: OpenDescriptor, path: ContentPath?) throws(SystemError) -> Level {
        var level = Level(path: path, status: try folder.status(), pending: [])
        let (names, error) = folder.names()
        if let error { fail(path, error.reason) }
        let prefix = path.map { $0.bytes + [UInt8(ascii: "/")] } ?? []
        for index in 0..<names.count {
            let name = names[index]
            let entryPath = ContentPath(bytes: prefix, name)
            let found = names.withName(at: index) { folder.status(of: $0) }
            let isDirectory = (try? found.get())?.kind == .directory
            if let reason = LeaveOutRule.reason(for: entryPath, isDirectory: isDirectory, exclusions: exclusions) {
                let inner = Array(name) + Array("/ContentInfo.plist\0".utf8)
                leftOut.append(
                    LeftOutEntry(
                        path: entryPath, reason: reason, isDirectory: isDirectory,
                        isContentFolder: isDirectory && reason == .besideContents
                            && (try? folder.status(of: inner)) != nil))
                continue
            }
            do {
                let status = try found.get()
                let type = try type(of: name, in: folder, status)
                entries.append(
                    ContentEntry(
                        path: entryPath, type: type, size: type == .file ? status.size : 0, mode: status.mode,
                        modificationTime: status.seconds,
                        modificationNanoseconds: UInt32(truncatingIfNeeded: status.nanoseconds)))
                if isDirectory, entryPath != ContentTree.contentInfoPath { level.pending.append(Array(name) + [0]) }
            } catch {
                fail(entryPath, error.reason)
            }
        }
        // The last is taken first, and a walk in the order of the names leaves the tree almost sorted.
        level.pending.reverse()
        return level
    }

    private func type(
        of name: ArraySlice<UInt8>, in folder: OpenDescriptor, _ status: FileStatus
    ) throws(SystemError) -> ContentEntry.Kind {
        switch status.kind {
        case .file: .file
        case .directory: .directory
        case .symlink: .symlink(target: try folder.linkTarget(of: Array(name) + [0]))
        case .fifo: .special(.fifo)
        case .socket: .special(.socket)
        case .device: .special(.device)
        case .other: .special(.other)
        }
    }

    private mutating func fail(_ path: ContentPath?, _ reason: String) {
        failures.append(ReadFailure(path: path, reason: reason))
    }
}
