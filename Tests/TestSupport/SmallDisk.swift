/// A disk that is soon full.
public enum SmallDisk {
    /// Whether one can be mounted here: it takes root, and a container may forbid it to root as well.
    public static let isAvailable: Bool = {
        let done = try? withTemporaryFolder { folder in
            guard try mount(folder.path, size: "64k") else { return false }
            return try Program("umount")?.run([folder.path]).status == 0
        }
        return done ?? false
    }()

    /// Calls `body` while a disk of this size is mounted on a folder.
    /// - Parameter size: As `mount` takes it (`64k`).
    public static func with(size: String, on folder: String, _ body: () throws -> Void) throws {
        guard try mount(folder, size: size) else { throw MountError() }
        defer { _ = try? Program("umount")?.run([folder]) }
        try body()
    }

    private struct MountError: Error {}

    private static func mount(_ folder: String, size: String) throws -> Bool {
        try Program("mount")?.run(["-t", "tmpfs", "-o", "size=\(size)", "none", folder]).status == 0
    }
}
