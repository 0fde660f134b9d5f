internal import ContentModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What is in a folder of ours, to be held against what should be.
enum FolderListing {
    /// The paths of all files and folders below a folder, each with whether it is a folder.
    ///
    /// - Returns: `nil` where the folder can't be looked into, where it is deeper than anything that is made, or where
    ///   something in it is neither a plain file nor a folder: such a folder is none of ours.
    static func paths(in folder: String) -> [ContentPath: Bool]? {
        var found: [ContentPath: Bool] = [:]
        guard let root = try? OutputDescriptor.folder(atPath: folder),
            collect(root, at: folder, below: nil, depth: 0, &found)
        else { return nil }
        return found
    }

    private static func collect(
        _ folder: OutputDescriptor, at path: String, below parent: ContentPath?, depth: Int,
        _ found: inout [ContentPath: Bool]
    ) -> Bool {
        guard depth < UnpackingPlan.mostLevels else { return false }
        for name in folder.names() {
            guard let text = String(validating: name, as: UTF8.self) else { return false }
            let (inner, relative) = ("\(path)/\(text)", parent?.appending(name) ?? ContentPath(bytes: name))
            var status = stat()
            guard lstat(inner, &status) == 0 else { return false }
            switch status.st_mode & S_IFMT {
            case S_IFREG: found[relative] = false
            case S_IFDIR:
                found[relative] = true
                guard let folder = try? folder.folder(name),
                    collect(folder, at: inner, below: relative, depth: depth + 1, &found)
                else { return false }
            default: return false
            }
        }
        return true
    }
}
