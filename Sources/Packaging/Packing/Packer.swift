internal import ContentModel

/// One pass over the content of a folder that makes one or several packages of it.
struct Packer {
    private let tree: ContentTree
    private let name: String?
    private let outputs: [PackageOutput]
    private let options: PackageOptions

    /// Prepares a pass.
    init(_ tree: ContentTree, named name: String?, to outputs: [PackageOutput], options: PackageOptions) {
        self.tree = tree
        self.name = name
        self.outputs = outputs
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
    func run(_ workers: Workers) throws(PackagingError) -> [Result<CompleteOutput, PackagingError>] {
        let package = try PackagePlan(tree, times: options.times)
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
