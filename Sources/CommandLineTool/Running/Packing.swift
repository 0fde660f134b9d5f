import ArchiveFormats
import AssetPacks
import Checks
import ContentModel
import Findings
import Packaging

/// One input and what is to be written from it; nothing where it has errors.
struct PackingJob {
    let examined: ExaminedInput
    let outputs: [PackageOutput]
    /// What they are made of, where it is not what the input holds.
    var content: Result<ContentTree, PackagingError>?
}

/// Writes the packages of a run and keeps account of what could not be written.
struct Packing {
    let destination: PackageDestination
    let options: PackageOptions
    let isDryRun: Bool
    /// Whether the manifest of an asset pack is written by itself too.
    var writesManifests = false
    var failures: [RunFailure]

    /// Writes the packages of the inputs; what fails is added to `failures`.
    mutating func run(_ jobs: [PackingJob]) -> [InputSummary] {
        let writes = jobs.contains { !$0.outputs.isEmpty }
        if writes, !isDryRun, let failure = destination.prepare() {
            // Told once: it is the same for every package.
            failures.append(failure)
            return jobs.map { $0.examined.summary() }
        }
        var written = write(jobs)[...]
        return jobs.map { job in
            guard !job.outputs.isEmpty else { return job.examined.summary() }
            return job.examined.summary(outputs: outputs(of: job, written.removeFirst()))
        }
    }

    /// What was written of one input; the rest is added to `failures`.
    private mutating func outputs(of job: PackingJob, _ result: PackageWriter.JobResult) -> [OutputSummary] {
        var written: [OutputSummary] = []
        do throws(PackagingError) {
            for (output, package) in zip(job.outputs, try result.get()) {
                do throws(PackagingError) {
                    let package = try package.get()
                    let isWritten = !isDryRun && !package.isUpToDate
                    let manifest = manifest(beside: output, of: job)
                    written.append(
                        OutputSummary(
                            path: package.path, kind: output.inputKind,
                            bytes: isWritten || package.isUpToDate ? package.bytes : nil, sha256: package.sha256,
                            savedBytes: options.compression == .smallest && isWritten ? package.savedBytes : nil,
                            isUpToDate: package.isUpToDate,
                            replaces: isDryRun && !package.isUpToDate && PackageWriter.isTaken(package.path),
                            assetPackID: output.kind == .aar
                                ? job.examined.context.plannedPack?.identifier.text : nil,
                            manifest: manifest))
                } catch {
                    failures.append(Self.failure(error, of: job.examined.input))
                }
            }
        } catch {
            failures.append(Self.failure(error, of: job.examined.input))
        }
        return written
    }

    /// Writes the manifest of an asset pack by itself, where that is asked for.
    /// - Returns: where it is; `nil` where it can't be, which is added to `failures`: the pack is there all the same.
    private mutating func manifest(beside output: PackageOutput, of job: PackingJob) -> String? {
        guard writesManifests, output.kind == .aar, let pack = job.examined.context.plannedPack,
            let tree = job.examined.context.tree
        else { return nil }
        let file = ManifestFile(pack, of: tree, beside: output.path)
        do throws(PackagingError) {
            if isDryRun {
                try file.check(replacing: options.replacesExisting)
            } else {
                try file.write(replacing: options.replacesExisting)
            }
            return file.path
        } catch {
            failures.append(RunFailure(error))
            return nil
        }
    }

    /// An error of a file of the content names the folder too: there may be many that have such a file.
    static func failure(_ error: PackagingError, of input: ContentInput) -> RunFailure {
        guard case .success(let tree) = input.content,
            tree.entries.contains(where: { $0.path.displayText == error.subject })
        else { return RunFailure(error) }
        return RunFailure(
            subject: "\(input.path)/\(error.subject)", reason: error.reason, remedy: error.remedy)
    }

    /// What comes of the jobs that have outputs.
    private func write(_ jobs: [PackingJob]) -> [PackageWriter.JobResult] {
        let jobs = jobs.filter { !$0.outputs.isEmpty }
        let contents = jobs.map { job in Result { () throws(PackagingError) in try content(of: job) } }
        let packages = contents.compactMap { try? $0.get() }
        var packed =
            (isDryRun
            ? PackageWriter.preview(packages, options: options) : PackageWriter.write(packages, options: options))[...]
        return contents.map { $0.flatMap { _ in packed.removeFirst() } }
    }

    private func content(of job: PackingJob) throws(PackagingError) -> PackageJob {
        let input = job.examined.input
        if let content = job.content {
            return PackageJob(try content.get(), asPack: job.examined.context.plannedPack, to: job.outputs)
        }
        guard input.kind != .unknown else {
            throw PackagingError(
                .unsupported, subject: input.path, reason: "is no content folder",
                remedy: "give pack the folder that holds ContentInfo.plist")
        }
        guard input.kind == .folder, case .success(let tree) = input.content else {
            throw PackagingError(
                .unsupported, subject: input.path, reason: "is a package already",
                remedy: "give pack the content folder that it was made from")
        }
        return PackageJob(
            tree, named: ContentInput.folderName(ofPath: input.path), asPack: job.examined.context.plannedPack,
            to: job.outputs)
    }
}

extension PackageOutput {
    /// The kind in a report's terms.
    fileprivate var inputKind: InputKind { InputKind(rawValue: kind.rawValue) ?? .unknown }
}
