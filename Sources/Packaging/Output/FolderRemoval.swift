#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Removes a folder of ours with all in it.
package enum FolderRemoval {
    /// Removes what can be removed. No link is followed: what it leads to stays as it is.
    package static func remove(_ path: String) {
        if let folder = try? OutputDescriptor.folder(atPath: path) { empty(folder) }
        rmdir(path)
    }

    /// One folder a level is open at a time; see `UnpackingPlan.mostLevels`.
    private static func empty(_ folder: OutputDescriptor) {
        for name in folder.names() {
            if folder.removeFile(name) { continue }
            if let inner = try? folder.folder(name) { empty(inner) }
            folder.removeFolder(name)
        }
    }
}
