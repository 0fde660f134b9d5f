internal import ContentModel

/// One pass over the content of a folder that makes one or several packages of it.
struct Packer {
    private let job: PackageJob
    private let options: PackageOptions

    /// Prepares a pass.
    init(_ job: PackageJob, options: PackageOptions) {
        self.job = job
        self.options = options
    }

    /// Who does the work.
    enum Workers {
        /// So many threads.
        case threads(Int)
        /// The calling thread alone, with what it has for the level already.
        case here(PackingTools)
    }

    /// Writes the packages, which then have yet to get their names.
    ///
    /// An asset pack is cut into other pieces than a zip or a flat package, and so has a pass of its own.
    func run(_ workers: Workers) throws(PackagingError) -> [Result<CompleteOutput, PackagingError>] {
        let package = try PackagePlan(job.tree, times: options.times)
        let others = job.outputs.filter { $0.kind != .aar }
        var packed = others.isEmpty ? [] : try pack(package, to: others, workers)[...]
        return job.outputs.map { output in
            guard output.kind == .aar else { return packed.removeFirst() }
            return Result { () throws(PackagingError) in try assetPack(package, at: output.path, workers) }
        }
    }

    private func assetPack(
        _ package: PackagePlan, at path: String, _ workers: Workers
    ) throws(PackagingError) -> CompleteOutput {
        guard let pack = job.assetPack else {
            throw PackagingError(
                .unsupported, subject: path, reason: "there is no ID for the asset pack",
                remedy: "mend the product ID, which it is made from")
        }
        let plan = try AssetPackPlan(package, pack)
        let form = AssetPackForm(options.compression)
        let output = try AtomicOutputFile(path, options: options)
        return try plan.run(
            form, content: job.tree.source, workers, meter: options.meter, into: BlockWriter(form, to: output))
    }

    private func pack(
        _ package: PackagePlan, to outputs: [PackageOutput], _ workers: Workers
    ) throws(PackagingError) -> [Result<CompleteOutput, PackagingError>] {
        let (tree, name) = (job.tree, job.name)
        var assemblers: [Result<any PackageAssembler, PackagingError>] = []
        var (makesZip, flatPackage) = (false, FlatPackagePlan?.none)
        for output in outputs {
            let assembler = Result { () throws(PackagingError) -> any PackageAssembler in
                switch output.kind {
                case .zip:
                    let assembler = try ZipAssembler(
                        plan: package, content: tree.source, path: output.path, options: options)
                    makesZip = true
                    return assembler
                case .pkg:
                    let plan = try FlatPackagePlan(
                        package, name: name ?? FilePath.stem(of: output.path), profile: options.flatPackageProfile)
                    let assembler = try FlatPackageAssembler(plan: plan, path: output.path, options: options)
                    flatPackage = plan
                    return assembler
                case .aar: preconditionFailure("an asset pack has a pass of its own")
                }
            }
            assemblers.append(assembler)
        }
        guard makesZip || flatPackage != nil else { return PackingSink(assemblers).finish() }
        let plan = PackingPlan(
            package: package, level: options.compression, makesZip: makesZip, flatPackage: flatPackage,
            meter: options.meter)
        let content = tree.source
        let failures = PackingFailures()
        do throws(PackagingError) {
            let source = PackingWorkSource(plan: plan, content: content)
            let sink = PackingSink(assemblers, failures: failures)
            switch workers {
            case .threads(let count):
                return try OrderedPipeline.run(
                    jobs: count, slots: count + 2, source: source, sink: sink,
                    makeWorker: { PackingWorker(plan: plan, content: content) })
            case .here(let tools):
                return try OrderedPipeline.run(
                    source: source, sink: sink, worker: PackingWorker(plan: plan, content: content, tools: tools))
            }
        } catch {
            // Each package has its own reason, unless it is the content.
            guard let errors = failures.all(outputs.count) else { throw error }
            return errors.map { .failure($0) }
        }
    }
}
