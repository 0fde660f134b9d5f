import Checks
import Findings
import Packaging

/// One input and what is to be written from it; nothing where it has errors.
struct PackingJob {
    let examined: ExaminedInput
    let outputs: [(kind: PackageKind, path: String)]
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
        for output in job.outputs {
            do throws(PackagingError) {
                written.append(try write(job.examined.input, as: output.kind, to: output.path))
            } catch {
                failures.append(RunFailure(error))
            }
        }
        return job.examined.summary(outputs: written)
    }

    private func write(_ input: ContentInput, as kind: PackageKind, to path: String) throws(PackagingError)
        -> OutputSummary
    {
        guard input.kind == .folder, case .success(let tree) = input.content else {
            throw PackagingError(
                .unsupported, subject: input.path, reason: "is a package already",
                remedy: "give pack the content folder that it was made from")
        }
        let kindShown = InputKind(rawValue: kind.rawValue) ?? .unknown
        if isDryRun {
            try PackageWriter.checkDestination(path, options: options)
            return OutputSummary(path: path, kind: kindShown, bytes: nil, sha256: nil)
        }
        let package = try PackageWriter.write(
            tree, named: ContentInput.folderName(ofPath: input.path), as: kind, to: path, options: options)
        return OutputSummary(path: package.path, kind: kindShown, bytes: package.bytes, sha256: package.sha256)
    }
}
