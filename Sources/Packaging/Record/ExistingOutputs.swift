internal import ContentModel

/// Parts the packages of a run into those that are there already and those to be written.
struct ExistingOutputs {
    /// What is there for each output of each job, or why the content of the job can't be had.
    private let found: [Result<[ExistingOutput], PackagingError>]
    private let jobs: [PackageJob]
    private let options: PackageOptions

    /// Looks at all; small folders several at a time, as packing does.
    init(_ jobs: [PackageJob], options: PackageOptions) {
        self.jobs = jobs
        self.options = options
        guard options.keepsUpToDate else {
            found = jobs.map { .success($0.outputs.map { _ in .none }) }
            return
        }
        let threads = min(max(options.jobs, 1), 256, OpenFileLimit.mostThreads)
        let small = ParallelMap.map(jobs, jobs: threads) { job in
            PackingQueue.isSmall(job) ? Self.look(at: job, options, jobs: 1) : nil
        }
        found = zip(jobs, small).map { job, found in found ?? Self.look(at: job, options, jobs: threads) }
    }

    private static func look(
        at job: PackageJob, _ options: PackageOptions, jobs: Int
    ) -> Result<[ExistingOutput], PackagingError> {
        Result { () throws(PackagingError) in try ExistingOutput.look(at: job, options: options, jobs: jobs) }
    }

    /// Has the rest done, and puts all results together in the order of the jobs.
    /// - Parameter write: Writes packages, or says what would come of it.
    func completed(by write: ([PackageJob]) -> [PackageWriter.JobResult]) -> [PackageWriter.JobResult] {
        let rest = zip(jobs, found).map { job, found in self.rest(of: job, found) }
        var written = write(rest.compactMap { $0 })[...]
        return zip(zip(jobs, found), rest).map { part, rest in
            let (job, found) = part
            let results: PackageWriter.JobResult = rest == nil ? .success([]) : written.removeFirst()
            return found.flatMap { found in results.map { merged(job, found, $0) } }
        }
    }

    /// What of a job is still to be written; `nil` where nothing is.
    private func rest(of job: PackageJob, _ found: Result<[ExistingOutput], PackagingError>) -> PackageJob? {
        guard case .success(let found) = found else { return nil }
        let outputs = zip(job.outputs, found).filter { isToBeWritten($0.1) }.map(\.0)
        return outputs.isEmpty ? nil : PackageJob(job.tree, named: job.name, asPack: job.assetPack, to: outputs)
    }

    private func isToBeWritten(_ found: ExistingOutput) -> Bool {
        switch found {
        case .none: true
        case .upToDate: false
        case .outdated: options.replacesExisting
        }
    }

    private func merged(
        _ job: PackageJob, _ found: [ExistingOutput], _ written: [Result<WrittenPackage, PackagingError>]
    ) -> [Result<WrittenPackage, PackagingError>] {
        var written = written[...]
        return zip(job.outputs, found).map { output, found in
            switch found {
            case .upToDate(let package): return .success(package)
            case .outdated(let reason) where !options.replacesExisting:
                return .failure(OutputTarget(path: output.path, replacesExisting: false).isTaken(because: reason))
            case .none, .outdated: return written.removeFirst()
            }
        }
    }
}
