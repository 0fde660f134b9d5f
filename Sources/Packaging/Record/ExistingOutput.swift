internal import ArchiveFormats
internal import ContentModel

/// What stands where a package is to go, seen from the content that it is to be made of.
enum ExistingOutput: Sendable {
    /// Nothing, or nothing that could be a package: whoever writes there will tell.
    case none
    /// The very package that would be written.
    case upToDate(WrittenPackage)
    /// Something else; why it is no longer right, as a clause that follows "the file exists".
    case outdated(String)

    /// Looks at what is there for each output of a job.
    ///
    /// A record of the making tells at once whether it was another version, or other options; then the content is read
    /// and hashed, once for all outputs, and what would be kept is read whole to see that it is what was written. Times of
    /// files count for nothing.
    /// - Throws: `PackagingError` where the content can't be had; it would not be had for packing either.
    static func look(
        at job: PackageJob, options: PackageOptions, jobs: Int
    ) throws(PackagingError) -> [ExistingOutput] {
        var content: [PackageKind: [UInt8]]?
        var found: [ExistingOutput] = []
        for output in job.outputs {
            if output.kind == .aar {
                found.append(try assetPack(output, of: job, options, jobs: jobs))
                continue
            }
            switch candidate(for: output, of: job, options) {
            case .failure(let reason): found.append(reason.found)
            case .success(let recorded):
                if content == nil {
                    content = try ContentHashing.digests(
                        for: PackageKind.allCases.filter { kind in
                            kind != .aar && job.outputs.contains { $0.kind == kind }
                        },
                        of: PackagePlan(job.tree, times: options.times), from: job.tree.source, jobs: jobs)
                }
                found.append(
                    content?[output.kind] == recorded.record.content
                        ? kept(output, recorded, options, jobs: jobs)
                        : .outdated("it was made from other content or times"))
            }
        }
        return found
    }

    /// An asset pack tells by its bytes alone.
    private static func assetPack(
        _ output: PackageOutput, of job: PackageJob, _ options: PackageOptions, jobs: Int
    ) throws(PackagingError) -> ExistingOutput {
        guard OutputTarget.isFile(output.path) else { return .none }
        let file: ReadableFile
        do throws(SystemError) { file = try ReadableFile(output.path) } catch { return unreadable(error) }
        guard try ExistingAssetPack.isUpToDate(file, for: job, options: options, jobs: jobs) else {
            return .outdated("its bytes are not those that would be written")
        }
        do throws(SystemError) { return .upToDate(try package(at: output, file, options)) } catch {
            return unreadable(error)
        }
    }

    private static func unreadable(_ error: SystemError) -> ExistingOutput {
        .outdated("it can't be read (\(error.text))")
    }

    private static func package(
        at output: PackageOutput, _ file: ReadableFile, _ options: PackageOptions
    ) throws(SystemError) -> WrittenPackage {
        WrittenPackage(
            path: output.path, bytes: Int64(clamping: file.size),
            sha256: options.digestsOutput ? try sha256(of: file) : nil, isUpToDate: true)
    }

    /// Why something is no candidate.
    private struct Obstacle: Error {
        let found: ExistingOutput

        static func outdated(_ reason: String) -> Obstacle { Obstacle(found: .outdated(reason)) }
    }

    /// A package that this version made with these options, from whatever content.
    private static func candidate(
        for output: PackageOutput, of job: PackageJob, _ options: PackageOptions
    ) -> Result<RecordedPackage, Obstacle> {
        guard OutputTarget.isFile(output.path) else { return .failure(Obstacle(found: .none)) }
        let file: ReadableFile
        do throws(SystemError) {
            file = try ReadableFile(output.path)
        } catch {
            return .failure(.outdated("it can't be read (\(error.text))"))
        }
        guard let recorded = RecordedPackage(file, kind: output.kind) else {
            return .failure(
                .outdated(
                    "it has no record of its making that can be read: another tool or an older version made it, or it is damaged"
                ))
        }
        guard recorded.record.generator == options.generator else {
            return .failure(.outdated("it was made by \(recorded.record.generator)"))
        }
        let name = job.name ?? FilePath.stem(of: output.path)
        guard recorded.record.options == PackingRecord.options(for: output.kind, named: name, options) else {
            let folder = output.kind == .pkg ? ", or from a folder of another name" : ""
            return .failure(.outdated("it was made with other options\(folder)"))
        }
        return .success(recorded)
    }

    /// What comes of a package that has the right record.
    private static func kept(
        _ output: PackageOutput, _ recorded: RecordedPackage, _ options: PackageOptions, jobs: Int
    ) -> ExistingOutput {
        do throws(SystemError) {
            guard try recorded.isWhole(jobs: jobs) else { return .outdated("it was damaged since it was made") }
            return .upToDate(try package(at: output, recorded.file, options))
        } catch {
            return unreadable(error)
        }
    }

    private static func sha256(of file: ReadableFile) throws(SystemError) -> String {
        let digest = Digest(.sha256)
        var offset: UInt64 = 0
        while true {
            let bytes = try file.bytes(at: offset, count: 256 * 1024)
            if bytes.isEmpty { return Digest.hexadecimal(digest.finish()) }
            bytes.withUnsafeBytes { digest.update($0) }
            offset += UInt64(bytes.count)
        }
    }
}
