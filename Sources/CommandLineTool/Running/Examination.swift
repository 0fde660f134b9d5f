import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs

/// The inputs of a run, checked.
struct Examination {
    /// The inputs with what was found, in the order given.
    let inputs: [ExaminedInput]
    /// The products that exist; `nil` where no source was given.
    let products: ProductCatalog?
    /// What could not be opened.
    let failures: [RunFailure]

    /// Reads the product sources, opens the inputs and runs the checks.
    static func run(_ options: Options, policy: SeverityPolicy) throws -> Examination {
        let products = try ProductLoader.load(options)
        let collected = InputCollector.collect(options)
        let targets = Set(options.formats.isEmpty ? [.zip] : options.formats)
        let runner = CheckRunner(policy: policy, products: products, targets: targets)
        return Examination(
            inputs: runner.examine(collected.inputs, jobs: options.jobs ?? Processors.count), products: products,
            failures: collected.failures)
    }

    /// The report of the examination alone.
    func report(command: String, version: String) -> Report {
        Report(
            command: command, toolVersion: version, inputs: inputs.map { $0.summary() },
            findings: inputs.flatMap(\.findings), failures: failures)
    }
}

extension ExaminedInput {
    /// The input in a report's terms.
    func summary(outputs: [OutputSummary] = []) -> InputSummary {
        InputSummary(
            path: input.path, kind: InputKind(rawValue: input.kind.rawValue) ?? .unknown,
            productIdentifier: context.contentInfo?.productIdentifier.text,
            contentVersion: context.contentInfo?.contentVersion.text, outputs: outputs)
    }
}
