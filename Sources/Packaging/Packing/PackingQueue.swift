internal import ContentModel

/// Many folders to pack: large ones one after the other, each with all threads; small ones several at a time, with a
/// thread each, since one alone has no work for two.
struct PackingQueue {
    private let jobs: [PackageJob]
    private let options: PackageOptions
    private let threads: Int
    /// How many packages may wait for their names at one time; each is an open file.
    private let mostWaiting: Int

    /// The most content of a folder that is packed by one thread beside others.
    private static let smallContent: Int64 = 4 << 20
    /// How much content the folders have at most that get their names together: waiting for the disk once for many is far
    /// faster than for each.
    private static let groupContent: Int64 = 64 << 20

    /// Prepares to pack.
    init(_ jobs: [PackageJob], options: PackageOptions) {
        self.jobs = jobs
        self.options = options
        threads = min(max(options.jobs, 1), 256, OpenFileLimit.mostThreads)
        mostWaiting = min(128, OpenFileLimit.count / 4)
    }

    /// Packs all.
    /// - Returns: what came of each, in their order.
    func run() -> [PackageWriter.JobResult] {
        options.meter?.begin(
            .packing, items: jobs.count, bytes: WorkMeter.sum(jobs.lazy.map { $0.tree.totalFileSize }))
        defer { options.meter?.end() }
        var results: [PackageWriter.JobResult] = []
        results.reserveCapacity(jobs.count)
        var start = 0
        while start < jobs.count {
            var end = start
            while end < jobs.count, Self.isSmall(jobs[end]) { end += 1 }
            if end - start > 1 {
                let threads = min(threads, mostWaiting / mostOutputs(start..<end))
                let groups = groups(start..<end, threads: threads)
                let level = options.compression
                results += ParallelMap.map(groups, jobs: threads, with: { PackingTools(level) }) { group, tools in
                    pack(group, by: .here(tools))
                }.joined()
                start = end
            } else {
                results += pack(start..<start + 1, by: .threads(threads))
                start += 1
            }
        }
        return results
    }

    /// Whether a folder is packed by one thread beside others.
    static func isSmall(_ job: PackageJob) -> Bool { job.tree.totalFileSize <= smallContent }

    /// The most packages that are made of one of these folders: one for each kind, unless somebody asks for copies.
    private func mostOutputs(_ range: Range<Int>) -> Int {
        min(jobs[range].reduce(1) { max($0, $1.outputs.count) }, mostWaiting)
    }

    /// Cuts small jobs into groups.
    private func groups(_ range: Range<Int>, threads: Int) -> [Range<Int>] {
        // Every thread gets several groups, so that none is left alone at the end.
        let most = max(1, min(range.count / (4 * threads), mostWaiting / (threads * mostOutputs(range))))
        var groups: [Range<Int>] = []
        var start = range.lowerBound
        var content: Int64 = 0
        for index in range {
            content += jobs[index].tree.totalFileSize
            if index - start == most || content > Self.groupContent, index > start {
                groups.append(start..<index)
                start = index
                content = jobs[index].tree.totalFileSize
            }
        }
        groups.append(start..<range.upperBound)
        return groups
    }

    /// Packs a group, and gives all of its packages their names.
    private func pack(_ group: Range<Int>, by workers: Packer.Workers) -> [PackageWriter.JobResult] {
        let packed = group.map { index in
            Result { () throws(PackagingError) in
                let job = jobs[index]
                options.meter?.name(job.name ?? "")
                defer { options.meter?.add(items: 1) }
                return try Packer(job, options: options).run(workers)
            }
        }
        let complete = packed.flatMap { (try? $0.get()) ?? [] }.compactMap { try? $0.get() }
        var committed = options.meter.waitingForDisk {
            CompleteOutput.commit(complete, synchronizes: options.synchronizes)
        }[...]
        return packed.map { outputs in
            outputs.map { outputs in
                outputs.map { output in output.flatMap { _ in committed.removeFirst() } }
            }
        }
    }
}
