import ContentModel
import Findings
import Packaging

/// Turns the paths that the user named into inputs: a catalogue becomes its content folders, and each thing is one input
/// however often it was named.
struct InputCollector {
    private(set) var inputs: [ContentInput] = []
    private(set) var failures: [RunFailure] = []
    /// What the user should know of how the paths were taken: lines without the tool's prefix.
    private(set) var remarks: [String] = []
    private let exclusions: [ContentGlob]
    /// What is to be opened, in the order given.
    private var paths: [String] = []
    /// Real paths as bytes: `String` takes two Unicode forms of one letter for equal, and a file system may not.
    private var seen: Set<[UInt8]> = []

    /// Collects everything that a command's operands name.
    static func collect(_ options: Options) -> InputCollector {
        var collector = InputCollector(exclusions: options.exclusions)
        for operand in options.operands { collector.add(operand) }
        collector.openAll(jobs: options.jobs ?? Processors.count)
        collector.remarks += exclusionRemarks(options.exclusions, on: collector.inputs)
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
                failures.append(
                    RunFailure(
                        subject: "\(path)/\(ContentPath.displayText(of: name))",
                        reason: "the folder's name is not UTF-8", remedy: "rename the folder"))
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
        if let real = RealPath.resolve(path), !seen.insert(Array(real.utf8)).inserted { return }
        paths.append(path)
    }

    /// Opens the inputs, several at a time: the payload of a flat package is read through for it.
    private mutating func openAll(jobs: Int) {
        let exclusions = exclusions
        let opened = ParallelMap.map(paths, jobs: jobs) { path in
            Result { () throws(PackagingError) in try ContentInput.open(path, excluding: exclusions) }
        }
        for result in opened {
            switch result {
            case .success(let input): inputs.append(input)
            case .failure(let error): failures.append(RunFailure(error))
            }
        }
    }

    /// A pattern with a typing error would otherwise ship what it was to leave out.
    static func exclusionRemarks(_ exclusions: [ContentGlob], on inputs: [ContentInput]) -> [String] {
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
