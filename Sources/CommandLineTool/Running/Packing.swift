import Checks
import Findings
import Packaging

/// One input and what is to be written from it; nothing where it has errors.
struct PackingJob {
    let examined: ExaminedInput
    let outputs: [PackageOutput]
}

/// Writes one package after the other and keeps account of what could not be written.
struct Packing {
    let destination: PackageDestination
    let options: PackageOptions
    let isDryRun: Bool
    private(set) var failures: [RunFailure]
    private var isDestinationReady = false
    private var isDestinationRefused = false

    init(destination: PackageDestination, options: PackageOptions, isDryRun: Bool, failures: [RunFailure]) {
        self.destination = destination
        self.options = options
        self.isDryRun = isDryRun
        self.failures = failures
    }

    /// Writes the packages of one input; what fails is added to `failures`.
    mutating func run(_ job: PackingJob) -> InputSummary {
        var written: [OutputSummary] = []
        if !job.outputs.isEmpty, !isDryRun, !isDestinationReady {
            if let failure = destination.prepare() {
                // Told once: it is the same for every package.
                if !isDestinationRefused { failures.append(failure) }
                isDestinationRefused = true
                return job.examined.summary()
            }
            isDestinationReady = true
        }
        do throws(PackagingError) {
            for result in try write(job.examined.input, to: job.outputs) {
                do throws(PackagingError) { written.append(try result.get()) } catch {
                    failures.append(RunFailure(error))
                }
            }
        } catch {
            failures.append(RunFailure(error))
        }
        return job.examined.summary(outputs: written)
    }

    private func write(
        _ input: ContentInput, to outputs: [PackageOutput]
    ) throws(PackagingError) -> [Result<OutputSummary, PackagingError>] {
        guard !outputs.isEmpty else { return [] }
        guard input.kind == .folder, case .success(let tree) = input.content else {
            throw PackagingError(
                .unsupported, subject: input.path, reason: "is a package already",
                remedy: "give pack the content folder that it was made from")
        }
        if isDryRun {
            return outputs.map { output in
                Result { () throws(PackagingError) in
                    try PackageWriter.checkDestination(output.path, options: options)
                    return OutputSummary(path: output.path, kind: output.inputKind, bytes: nil, sha256: nil)
                }
            }
        }
        let packages = try PackageWriter.write(
            tree, named: ContentInput.folderName(ofPath: input.path), to: outputs, options: options)
        return zip(outputs, packages).map { output, package in
            package.map {
                OutputSummary(path: $0.path, kind: output.inputKind, bytes: $0.bytes, sha256: $0.sha256)
            }
        }
    }
}

extension PackageOutput {
    /// The kind in a report's terms.
    fileprivate var inputKind: InputKind { InputKind(rawValue: kind.rawValue) ?? .unknown }
}
