import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs

/// Runs checks on sketches.
enum Examination {
    /// The findings for one sketch, under its own name unless told otherwise.
    static func findings(
        for sketch: ContentSketch, named name: String? = nil, products: [KnownProduct]? = nil,
        sources: [ProductSource]? = nil, others: [(String, ContentSketch)] = [],
        policy: SeverityPolicy = SeverityPolicy(), jobs: Int = 1
    ) -> [Finding] {
        let inputs = [sketch.input(named: name ?? sketch.name)] + others.map { $1.input(named: $0) }
        return run(inputs, products: products, sources: sources, policy: policy, targets: sketch.targets, jobs: jobs)[0]
            .findings
    }

    static func run(
        _ inputs: [ContentInput], products: [KnownProduct]? = nil, sources: [ProductSource]? = nil,
        policy: SeverityPolicy = SeverityPolicy(),
        targets: Set<PackageKind> = [.zip], jobs: Int = 1
    ) -> [ExaminedInput] {
        let list = products.map { [ProductSource(name: "products.txt", format: "text", products: $0)] }
        let catalog = (sources ?? list).map { ProductCatalog($0) }
        var runner = CheckRunner(policy: policy, products: catalog, targets: targets, takesStoreProductLists: true)
        runner.assetPacks = AssetPackPlanning()
        return runner.examine(inputs, jobs: jobs)
    }

    /// Products as a list of IDs tells them.
    static func products(_ identifiers: String...) -> [KnownProduct] {
        identifiers.map { KnownProduct(identifier: $0, source: "products.txt") }
    }
}

/// A finding reduced to what a test compares.
func summaries(_ findings: [Finding]) -> [String] {
    findings.map { finding in
        let place = finding.location.position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(finding.code.id) \(finding.severity) \(finding.location.member ?? "-")\(place)"
    }
}

extension Examination {
    /// The findings for a folder on disk.
    static func findings(
        forFolder path: String, products: [KnownProduct]? = nil, excluding exclusions: [ContentGlob] = []
    ) -> [Finding] {
        run([folder(path, excluding: exclusions)], products: products)[0].findings
    }

    /// A folder on disk as an input.
    static func folder(_ path: String, excluding exclusions: [ContentGlob] = []) -> ContentInput {
        ContentInput(
            path: path, kind: .folder, content: .success(FolderReader.tree(atPath: path, excluding: exclusions)))
    }
}
