/// A file small enough to be in memory, written whole or not at all.
public enum SmallOutputFile {
    /// Writes a file beside its target and gives it the name, in place of an older one.
    /// - Throws: `PackagingError`; then nothing is left behind, and an older file is as it was.
    public static func write(_ bytes: [UInt8], to path: String) throws(PackagingError) {
        let target = OutputTarget(path: path, replacesExisting: true)
        let output = try AtomicOutputFile(target, synchronizes: false)
        try output.append(bytes)
        _ = try output.finish()
    }
}

extension PackageWriter {
    /// Whether a package could be given this path, as far as that can be told without writing: for a dry run.
    /// - Throws: `PackagingError` where something is there that may not be replaced.
    public static func checkDestination(_ path: String, options: PackageOptions) throws(PackagingError) {
        try OutputTarget(path: path, replacesExisting: options.replacesExisting).check()
    }
}
