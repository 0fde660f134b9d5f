internal import ArchiveFormats
internal import ContentModel

/// Writes a zip: `ContentInfo.plist` and `Contents` at its root, as StoreKit handed content to apps.
enum ZipPackageWriter {
    /// Writes a zip, whole or not at all.
    static func write(
        _ tree: ContentTree, to path: String, options: PackageOptions
    ) throws(PackagingError) -> WrittenPackage {
        let plan = try ZipPlan(PackagePlan(tree, times: options.times))
        let target = OutputTarget(path: path, replacesExisting: options.replacesExisting)
        let output = try AtomicOutputFile(target, synchronizes: options.synchronizes)
        let (content, level) = (tree.source, options.compression)
        let jobs = min(max(options.jobs, 1), 256)
        return try OrderedPipeline.run(
            jobs: jobs, slots: 2 * jobs + 2,
            source: ZipWorkSource(plan: plan, content: content),
            sink: ZipAssembler(plan: plan, content: content, level: level, output: output),
            makeWorker: { ZipWorker(plan: plan, content: content, level: level) })
    }
}
