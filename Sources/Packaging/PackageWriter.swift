internal import ArchiveFormats
public import ContentModel

/// Writes packages.
public enum PackageWriter {
    /// What comes of a job: for each output the package, or why it could not be written; or why there is none.
    public typealias JobResult = Result<[Result<WrittenPackage, PackagingError>], PackagingError>

    /// Writes one package from a tree, whole or not at all: see `write(_:options:)`.
    public static func write(
        _ tree: ContentTree, named name: String? = nil, as kind: PackageKind, to path: String,
        options: PackageOptions = PackageOptions()
    ) throws(PackagingError) -> WrittenPackage {
        let job = PackageJob(tree, named: name, to: [PackageOutput(kind, path: path)])
        guard let package = try write(job, options: options).first else {
            preconditionFailure("there is a result for each output")
        }
        return try package.get()
    }

    /// Writes packages from a tree in one pass over its content, each whole or not at all.
    ///
    /// The bytes of each depend on the tree, the name and the options alone, `jobs` and the other outputs excepted.
    /// - Returns: for each output the package, or why it could not be written.
    /// - Throws: `PackagingError` where the content can't be had. Nothing is left behind of what could not be written, and
    ///   an older output is as it was.
    public static func write(
        _ job: PackageJob, options: PackageOptions = PackageOptions()
    ) throws(PackagingError) -> [Result<WrittenPackage, PackagingError>] {
        guard let result = write([job], options: options).first else {
            preconditionFailure("there is a result for each job")
        }
        return try result.get()
    }

    /// Writes the packages of many folders, as fast as those of one folder that holds as much.
    /// - Returns: what came of each job, in their order; one that fails does not keep others from being done.
    public static func write(_ jobs: [PackageJob], options: PackageOptions = PackageOptions()) -> [JobResult] {
        PackingQueue(jobs, options: options).run()
    }

    /// The libraries that deflate and their versions: with the same ones, the same tree gives the same bytes on every
    /// machine. A zip below the smallest level does so with any.
    public static var compressorVersion: String { CompressorVersion.text }

    /// Whether a package could be given this path, as far as that can be told without writing: for a dry run.
    /// - Throws: `PackagingError` where something is there that may not be replaced.
    public static func checkDestination(_ path: String, options: PackageOptions) throws(PackagingError) {
        try OutputTarget(path: path, replacesExisting: options.replacesExisting).check()
    }
}
