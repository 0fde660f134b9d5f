/// A file small enough to be in memory, written whole or not at all.
package enum SmallOutputFile {
    /// Writes a file beside its target and gives it the name, in place of an older one.
    /// - Throws: `PackagingError`; then nothing is left behind, and an older file is as it was.
    package static func write(_ bytes: [UInt8], to path: String) throws(PackagingError) {
        let target = OutputTarget(path: path, replacesExisting: true)
        let output = try AtomicOutputFile(target, synchronizes: false)
        try output.append(bytes)
        _ = try output.finish()
    }
}
