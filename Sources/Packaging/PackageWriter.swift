internal import ArchiveFormats
public import ContentModel

/// Writes packages.
public enum PackageWriter {
    /// What comes of a job: for each output the package, or why it could not be written; or why there is none.
    public typealias JobResult = Result<[Result<WrittenPackage, PackagingError>], PackagingError>

    /// Writes one package from a tree, whole or not at all: see `write(_:options:)`.
    public static func write(
        _ tree: ContentTree, named name: String? = nil, asPack assetPack: PlannedAssetPack? = nil, as kind: PackageKind,
        to path: String, options: PackageOptions = PackageOptions()
    ) throws(PackagingError) -> WrittenPackage {
        let job = PackageJob(tree, named: name, asPack: assetPack, to: [PackageOutput(kind, path: path)])
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
        ExistingOutputs(jobs, options: options).completed { PackingQueue($0, options: options).run() }
    }

    /// What `write(_:options:)` would do, as far as that can be told without writing: for a dry run.
    /// - Returns: for each output the package, without its size where it would be written; or why it could not be.
    public static func preview(_ jobs: [PackageJob], options: PackageOptions) -> [JobResult] {
        ExistingOutputs(jobs, options: options).completed { jobs in
            jobs.map { job in
                .success(
                    job.outputs.map { output in
                        Result { () throws(PackagingError) in
                            try OutputTarget(path: output.path, replacesExisting: options.replacesExisting).check()
                            return WrittenPackage(path: output.path, bytes: 0, sha256: nil)
                        }
                    })
            }
        }
    }

    /// What made the package at a path, by the record in it (`iapkit-1.0`); `nil` where it has none.
    public static func maker(ofPackageAt path: String, kind: PackageKind) -> String? {
        guard let file = try? ReadableFile(path) else { return nil }
        return RecordedPackage(file, kind: kind)?.record.generator
    }

    /// Whether there is a file at a path already, or a link to one.
    public static func isTaken(_ path: String) -> Bool { OutputTarget.isFile(path) }

    /// The libraries that deflate and their versions: with the same ones, the same tree gives the same bytes on every
    /// machine. A zip below the smallest level does so with any.
    public static var compressorVersion: String { CompressorVersion.text }
}
