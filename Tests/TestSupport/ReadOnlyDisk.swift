/// A folder that nothing can be written to, root or not.
public enum ReadOnlyDisk {
    /// Whether one can be mounted here: it takes root, and a container may forbid it to root as well.
    public static let isAvailable: Bool = {
        let done = try? withTemporaryFolder { folder in
            var isDone = false
            try with(folder.path) { isDone = true }
            return isDone
        }
        return done ?? false
    }()

    /// Calls `body` while the folder is mounted over itself, to be read only.
    public static func with(_ folder: String, _ body: () throws -> Void) throws {
        guard let mount = Program("mount"), try mount.run(["--bind", folder, folder]).status == 0 else {
            throw MountError()
        }
        defer { _ = try? Program("umount")?.run([folder]) }
        guard try mount.run(["-o", "remount,bind,ro", folder]).status == 0 else { throw MountError() }
        try body()
    }

    private struct MountError: Error {}
}
