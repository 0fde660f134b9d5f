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

    /// Writes the packages, which then have yet to get their names.
    /// - Parameter jobs: How many threads compress.
    func run(jobs: Int) throws(PackagingError) -> [Result<CompleteOutput, PackagingError>] {
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
            package: package, level: options.compression, makesZip: makesZip, flatPackage: flatPackage)
        let content = tree.source
        let failures = PackingFailures()
        do throws(PackagingError) {
            return try OrderedPipeline.run(
                jobs: jobs, slots: jobs + 2,
                source: PackingWorkSource(plan: plan, content: content),
                sink: PackingSink(assemblers, failures: failures),
                makeWorker: { PackingWorker(plan: plan, content: content) })
        } catch {
            // Each package has its own reason, unless it is the content.
            guard let errors = failures.all(outputs.count) else { throw error }
            return errors.map { .failure($0) }
        }
    }
}
