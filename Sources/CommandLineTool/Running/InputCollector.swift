import ContentModel
import Findings
import Packaging
import Reporting

/// Turns the paths that the user named into inputs: a catalogue becomes its content folders, and each thing is one input
/// however often it was named.
struct InputCollector {
    /// A path that the user named or that a catalogue holds, and what came of it, in the order given.
    private(set) var items: [Item] = []
    /// What the user should know of how the paths were taken: lines without the tool's prefix.
    private(set) var remarks: [String] = []
    private let exclusions: [ContentGlob]
    /// The real paths of what was named.
    private var seen: Set<[UInt8]> = []
    private var realPaths = RealPaths()

    /// A path, and what it is opened as.
    struct Item: Sendable {
        let path: String
        /// The input, or why there is none; `nil` before it was opened.
        fileprivate(set) var outcome: Result<ContentInput, RunFailureError>?

        /// The input, where it could be opened.
        var input: ContentInput? { try? outcome?.get() }
        /// Why it could not be opened.
        var failure: RunFailure? { if case .failure(let error)? = outcome { error.failure } else { nil } }
    }

    /// The inputs that could be opened.
    var inputs: [ContentInput] { items.compactMap(\.input) }

    /// Collects everything that a command's operands name.
    static func collect(_ options: Options, _ meter: WorkMeter? = nil) -> InputCollector {
        var collector = InputCollector(exclusions: options.exclusions)
        for operand in options.operands { collector.add(operand) }
        collector.openAll(jobs: options.jobs ?? Processors.count, meter)
        collector.remarks += exclusionRemarks(options, on: collector.inputs)
        return collector
    }

    private init(exclusions: [ContentGlob]) { self.exclusions = exclusions }

    private mutating func add(_ operand: String) {
        let path = Self.withoutTrailingSlashes(operand)
        let catalog = CatalogFolder(atPath: path)
        guard !catalog.contentFolders.isEmpty else { return take(path) }
        for name in catalog.contentFolders {
            if let text = String(validating: name, as: UTF8.self) {
                take(path == "." ? text : path == "/" ? "/\(text)" : "\(path)/\(text)")
            } else {
                let shown = "\(path)/\(ContentPath.displayText(of: name))"
                let failure = RunFailure(
                    subject: shown, reason: "the folder's name is not UTF-8", remedy: "rename the folder")
                items.append(Item(path: shown, outcome: .failure(RunFailureError(failure))))
            }
        }
        if !catalog.otherFolders.isEmpty {
            let names = catalog.otherFolders.map { ContentPath.displayText(of: $0) }
            let shown = names.prefix(5).joined(separator: ", ")
            let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
            remarks.append("\(path): passed over, as without ContentInfo.plist and Contents: \(shown)\(rest)")
        }
    }

    private mutating func take(_ path: String) {
        if let real = realPaths.path(path), !seen.insert(real).inserted { return }
        items.append(Item(path: path))
    }

    /// Opens the inputs, several at a time: the payload of a flat package is read through for it.
    private mutating func openAll(jobs: Int, _ meter: WorkMeter?) {
        let exclusions = exclusions
        meter?.begin(.opening, items: items.count)
        defer { meter?.end() }
        items = ParallelMap.map(items, jobs: jobs) { item in
            var item = item
            meter?.name(item.path)
            defer { meter?.add(items: 1) }
            if item.outcome == nil {
                item.outcome = Result { () throws(PackagingError) in
                    try ContentInput.open(item.path, excluding: exclusions, meter: meter)
                }.mapError { RunFailureError(RunFailure($0)) }
            }
            return item
        }
    }

    /// A pattern with a typing error would otherwise ship what it was to leave out.
    ///
    /// Those of a configuration are for the content of years, and need not all be of use today.
    static func exclusionRemarks(_ options: Options, on inputs: [ContentInput]) -> [String] {
        let isTyped = options.configuration == nil || options.given.contains("exclude")
        guard isTyped || options.verbosity == .verbose else { return [] }
        let exclusions = options.exclusions
        let trees = inputs.compactMap { try? $0.content.get() }
        guard !exclusions.isEmpty, !trees.isEmpty else { return [] }
        let effective = Set(trees.flatMap(\.leftOut).map(\.reason))
        return exclusions.filter { !effective.contains(.excluded($0.pattern)) }
            .map { "--exclude '\(SafeText.escaped($0.pattern))' leaves nothing out" }
    }

    /// `CatPhotos/` is `CatPhotos`; the root stays the root.
    static func withoutTrailingSlashes(_ path: String) -> String {
        guard let last = path.utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return path.isEmpty ? "" : "/" }
        return String(path[...last])
    }
}

extension RunFailure {
    /// A failure of packaging in a report's terms.
    init(_ error: PackagingError) {
        self.init(subject: error.subject, reason: error.reason, remedy: error.remedy)
    }
}
