#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder that holds content folders, which a user may name in place of them all.
public enum CatalogFolder {
    /// The names of the content folders directly inside a folder that is none itself, sorted by bytes.
    ///
    /// What has `ContentInfo.plist` or a folder `Contents` counts as a content folder, so that one whose property
    /// list was forgotten is not passed over. The result is empty where the folder is a content folder by the same
    /// measure, can't be listed, or holds none.
    public static func contentFolderNames(inFolderAtPath path: String) -> [[UInt8]] {
        let root = Array(path.utf8)
        guard !isContentFolder(root), let folder = try? OpenDescriptor.root(atPath: path) else { return [] }
        let names = folder.names().names.map { Array($0.dropLast()) }.filter { name in
            let child = root + [UInt8(ascii: "/")] + name
            return fileType(child, followsLinks: true) == S_IFDIR && isContentFolder(child)
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func isContentFolder(_ path: [UInt8]) -> Bool {
        fileType(path + Array("/ContentInfo.plist".utf8)) != nil
            || fileType(path + Array("/Contents".utf8)) == S_IFDIR
    }

    /// The type bits of what is at a path; `nil` where there is nothing.
    private static func fileType(_ path: [UInt8], followsLinks: Bool = false) -> mode_t? {
        var status = stat()
        let result = (path.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { text -> Int32 in
            guard let base = text.baseAddress else { return -1 }
            return followsLinks ? stat(base, &status) : lstat(base, &status)
        }
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}
