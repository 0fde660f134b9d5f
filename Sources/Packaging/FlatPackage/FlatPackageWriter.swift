internal import ArchiveFormats
internal import ContentModel

/// Writes Apple's flat package of hosted content, equal to what `productbuild --content` wrote.
enum FlatPackageWriter {
    /// Writes a package, whole or not at all.
    /// - Parameter name: The name of the content folder.
    static func write(
        _ tree: ContentTree, named name: String, to path: String, options: PackageOptions
    ) throws(PackagingError) -> WrittenPackage {
        let plan = try FlatPackagePlan(
            PackagePlan(tree, times: options.times), name: name, profile: options.flatPackageProfile)
        let target = OutputTarget(path: path, replacesExisting: options.replacesExisting)
        let output = try AtomicOutputFile(target, synchronizes: options.synchronizes)
        let jobs = min(max(options.jobs, 1), 256)
        let method: PayloadPieceWorker.Method =
            options.flatPackageProfile == .xcode6 ? .inOneRun : .pieces(options.compression)
        return try OrderedPipeline.run(
            jobs: jobs, slots: 2 * jobs + 2,
            source: PayloadPieceSource(plan: plan, content: tree.source),
            sink: try FlatPackageAssembler(plan: plan, options: options, output: output),
            makeWorker: { PayloadPieceWorker(method) })
    }
}
