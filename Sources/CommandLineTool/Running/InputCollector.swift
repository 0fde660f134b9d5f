import ContentModel
import Findings
import Packaging

/// Turns the paths that the user named into inputs: a catalogue becomes its content folders, and each thing is one input
/// however often it was named.
struct InputCollector {
    let exclusions: [ContentGlob]
    private(set) var inputs: [ContentInput] = []
    private(set) var failures: [RunFailure] = []
    private var seen: Set<String> = []

    init(exclusions: [ContentGlob]) { self.exclusions = exclusions }

    /// Collects everything that a command's operands name.
    static func collect(_ options: Options) -> InputCollector {
        var collector = InputCollector(exclusions: options.exclusions)
        for operand in options.operands { collector.add(operand) }
        return collector
    }

    private mutating func add(_ operand: String) {
        let path = Self.withoutTrailingSlashes(operand)
        let names = CatalogFolder.contentFolderNames(inFolderAtPath: path)
        guard !names.isEmpty else { return open(path) }
        for name in names {
            if let text = String(validating: name, as: UTF8.self) {
                open(path == "." ? text : path == "/" ? "/\(text)" : "\(path)/\(text)")
            } else {
                failures.append(
                    RunFailure(
                        subject: "\(path)/\(ContentPath.displayText(of: name))",
                        reason: "the folder's name is not UTF-8", remedy: "rename the folder"))
            }
        }
    }

    private mutating func open(_ path: String) {
        if let real = RealPath.resolve(path), !seen.insert(real).inserted { return }
        do {
            inputs.append(try ContentInput.open(path, excluding: exclusions))
        } catch {
            failures.append(RunFailure(error))
        }
    }

    /// `CatPhotos/` is `CatPhotos`; the root stays the root.
    static func withoutTrailingSlashes(_ path: String) -> String {
        var path = Substring(path)
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}

extension RunFailure {
    /// A failure of packaging in a report's terms.
    init(_ error: PackagingError) {
        self.init(subject: error.subject, reason: error.reason, remedy: error.remedy)
    }
}
