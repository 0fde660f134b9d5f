/// What content takes on disk, as `PackageInfo` and `Distribution` tell it: in units of 1,024 bytes.
enum InstallSize {
    /// Each entry but the folder itself in whole units of 512 bytes, summed, then halved and rounded up. Exact for every
    /// package of 2015 that was measured.
    /// - Parameter sizes: The size of each entry in bytes: of a link that of its target, of a folder what the file system
    ///   says.
    static func kBytes(_ sizes: some Sequence<UInt64>) -> Int {
        let units = sizes.reduce(0 as UInt64) { $0 &+ $1 / 512 &+ ($1 % 512 == 0 ? 0 : 1) }
        return Int(clamping: units / 2 + units % 2)
    }

    /// The sum of the files' sizes, rounded up: the rule for components of installers.
    static func componentKBytes(_ fileSizes: some Sequence<UInt64>) -> Int {
        let bytes = fileSizes.reduce(0 as UInt64, &+)
        return Int(clamping: bytes / 1024 + (bytes % 1024 == 0 ? 0 : 1))
    }
}
