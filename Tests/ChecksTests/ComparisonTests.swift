import ContentModel
import Findings
import Packaging
import Synchronization
import Testing

@testable import Checks

/// One example of a check of comparisons, to be named in the report of a test.
struct NamedComparison: Sendable, CustomTestStringConvertible {
    let code: FindingCode
    let example: ComparisonExample

    var testDescription: String { "\(code): \(example.title)" }

    static let all = CheckCatalog.comparisons.flatMap { check in
        check.examples.map { NamedComparison(code: check.code, example: $0) }
    }

    func compared(policy: SeverityPolicy = SeverityPolicy()) -> ComparedInputs {
        ComparisonRunner(policy: policy)
            .compare(example.old.input(named: "old"), example.new.input(named: "new"), jobs: 1)
    }
}

@Suite struct ComparisonExampleTests {
    @Test(arguments: NamedComparison.all)
    func `an example gives exactly the findings that it lists`(named: NamedComparison) {
        let compared = named.compared()
        let found = (compared.old.findings + compared.new.findings).map {
            ExpectedFinding($0.code.id, $0.severity, member: $0.location.member, line: $0.location.position?.line)
        }
        #expect(found == named.example.expected)
        #expect(compared.comparison != nil)
        #expect(compared.changedWhileRead.isEmpty)
    }

    @Test(arguments: NamedComparison.all)
    func `every finding is fit to be read`(named: NamedComparison) {
        for finding in named.compared().new.findings {
            for text in [finding.message, finding.remedy?.advice ?? ""] {
                #expect(!text.isEmpty)
                #expect(text.last != ".")
            }
            for note in finding.notes { #expect(note.last == ".") }
            #expect(finding.location.input == "new")
        }
    }

    @Test func `every check has an example that reports and one that does not, in its own severity`() {
        for check in CheckCatalog.comparisons {
            let own = check.examples.map { $0.expected.filter { $0.id == check.code.id } }
            #expect(own.contains { !$0.isEmpty } && own.contains { $0.isEmpty }, "\(check.code)")
            #expect(own.flatMap(\.self).allSatisfy { $0.severity == check.description.defaultSeverity })
        }
    }

    @Test func `a check reports with its own code only, and not at all where it is off`() {
        for named in NamedComparison.all {
            let only = named.compared(policy: SeverityPolicy(only: [named.code]))
            #expect(only.new.findings.allSatisfy { $0.code == named.code })
            let off = named.compared(policy: SeverityPolicy(overrides: [named.code: .off]))
            #expect(!off.new.findings.contains { $0.code == named.code })
        }
    }
}

@Suite struct ComparisonTests {
    private static func changes(
        _ old: ContentSketch, _ new: ContentSketch, modes: Bool = true
    ) throws -> [String] {
        let (old, new) = try (old.input(named: "old").content.get(), new.input(named: "new").content.get())
        let results = [1, 2].map { ContentComparison(from: old, to: new, comparesModes: modes, jobs: $0) }
        #expect(results[0].changes == results[1].changes)
        #expect(results[0].unreadableInOld.isEmpty && results[0].unreadableInNew.isEmpty)
        return results[0].changes.map { "\($0.kind.rawValue) \($0.path.displayText)" }
    }

    @Test func `nothing differs between a thing and itself`() throws {
        let sketch = ContentSketch.contentFolder(extra: [
            "Contents/l": .symlink("a.txt"), "Contents/empty": .directory, "Contents/none": .file([]),
            "Contents/large": .fileOfSize(3 << 20),
        ])
        #expect(try Self.changes(sketch, sketch).isEmpty)
    }

    @Test func `every way to differ is told, sorted by the bytes of the path`() throws {
        let old = ContentSketch.contentFolder(extra: [
            "Contents/bytes": .text("old"), "Contents/size": .text("1"), "Contents/target": .symlink("a"),
            "Contents/kind": .text("a"), "Contents/gone/deep/file": .text("x"), "Contents/d": .directory,
            "Contents/both/x": .text("x"),
        ])
        let new = ContentSketch.contentFolder(extra: [
            "Contents/bytes": .text("new"), "Contents/size": .text("12"), "Contents/target": .symlink("b"),
            "Contents/kind": .symlink("a"), "Contents/here": .directory, "Contents/d/file": .text("x"),
            "Contents/both-x": .text("x"), "Contents/both/y": .text("y"), "Contents/caf\u{E9}": .text("x"),
        ])
        #expect(
            try Self.changes(old, new) == [
                "added Contents/both-x", "removed Contents/both/x", "added Contents/both/y",
                "modified Contents/bytes", "added Contents/caf\u{E9}", "added Contents/d/file",
                "removed Contents/gone/deep/file", "added Contents/here", "modified Contents/kind",
                "modified Contents/size", "modified Contents/target",
            ])
    }

    @Test func `two Unicode forms of a name are two names`() throws {
        let old = ContentSketch.contentFolder().adding(.text("x"), at: ContentPath("Contents/caf\u{E9}"))
        let new = ContentSketch.contentFolder().adding(.text("x"), at: ContentPath("Contents/cafe\u{301}"))
        #expect(try Self.changes(old, new).map { $0.prefix(7) } == ["added C", "removed"])
    }

    @Test func `a file that has become a folder is modified, and what is in it added`() throws {
        #expect(
            try Self.changes(
                .contentFolder(extra: ["Contents/x": .text("x")]),
                .contentFolder(extra: ["Contents/x/y": .text("x")])) == ["modified Contents/x", "added Contents/x/y"])
    }

    @Test(arguments: [true, false])
    func `the right to run a file counts where both keep it; times and other rights never do`(keeps: Bool) {
        func tree(_ modes: [UInt16], time: Int64) -> ContentTree {
            let entries = modes.enumerated().map { number, mode in
                ContentEntry(
                    path: ContentPath("Contents/\(number)"), type: .file, size: 1, mode: mode, modificationTime: time)
            }
            let items = entries.map { ($0.path, ContentSketch.Item.text("x")) }
            return ContentTree(entries: entries, source: SketchSource(items: Dictionary(uniqueKeysWithValues: items)))
        }
        let comparison = ContentComparison(
            from: tree([0o644, 0o755, 0o644, 0o600], time: 1), to: tree([0o755, 0o644, 0o644, 0o664], time: 2),
            comparesModes: keeps)
        #expect(comparison.changes.map(\.kind) == (keeps ? [.metadata, .metadata] : []))
        #expect(comparison.contentChanges.isEmpty)
    }

    @Test func `each source is read in one pass, each file of it at most once, and those of other sizes not at all`() {
        func tree(_ texts: [String]) -> (tree: ContentTree, log: PassLog) {
            let log = PassLog()
            let entries = texts.enumerated().map { number, text in
                ContentEntry(path: ContentPath("Contents/\(number)"), type: .file, size: Int64(text.utf8.count))
            }
            let items = zip(entries, texts).map { ($0.path, ContentSketch.Item.text($1)) }
            let source = SketchSource(items: Dictionary(uniqueKeysWithValues: items))
            return (ContentTree(entries: entries, source: OnePassSource(source: source, log: log)), log)
        }
        let old = tree(["same", "other", "short", "old!"])
        let new = tree(["same", "OTHER", "longer text", "new!", "more"])
        let comparison = ContentComparison(from: old.tree, to: new.tree, comparesModes: false)
        #expect(
            comparison.changes.map { "\($0.kind) \($0.path.displayText)" }
                == ["modified Contents/1", "modified Contents/2", "modified Contents/3", "added Contents/4"])
        for log in [old.log, new.log] {
            #expect(log.passes == [["Contents/3", "Contents/1", "Contents/0"]])
        }
    }

    @Test func `what can't be read is reported in place of what is wrong with the step`() {
        let good = ContentSketch.contentFolder()
        func found(_ old: ContentSketch, _ new: ContentSketch) -> [String] {
            let compared = ComparisonRunner(policy: SeverityPolicy())
                .compare(old.input(named: "old"), new.input(named: "new"), jobs: 2)
            #expect(compared.comparison == nil)
            return summaries(compared.old.findings).map { "old \($0)" }
                + summaries(compared.new.findings).map { "new \($0)" }
        }
        let unreadable = ContentSketch.contentFolder(extra: ["Contents/b": .unreadable])
        #expect(found(unreadable, unreadable) == ["old FIL-007 error Contents/b", "new FIL-007 error Contents/b"])
        #expect(
            found(unreadable.with { $0.kind = .zip }, .contentFolder(extra: ["Contents/b": .text("b")]))
                == ["old PKG-003 error Contents/b"])
        #expect(
            found(.damaged(InputFault(.truncated, detail: "cut")), good) == ["old PKG-002 error -"])
        #expect(found(good, good.without("ContentInfo.plist")) == ["new PLI-001 error ContentInfo.plist"])
        #expect(
            found(good, .contentFolder(contentInfo: .text("no property list <")))
                == ["new PLI-013 error ContentInfo.plist"])
        #expect(
            found(good, good.with { $0.failures = [ReadFailure(path: ContentPath("Contents"), reason: "no")] })
                == ["new FIL-007 error Contents"])
    }

    @Test func `the message about two products names both, and what to do`() {
        let zip = ContentSketch.contentFolder().with { $0.kind = .zip }
        let folder = ContentSketch.contentFolder(productIdentifier: "com.example.app.pack2")
        func finding(_ old: ContentSketch, _ new: ContentSketch) -> Finding? {
            ComparisonRunner(policy: SeverityPolicy())
                .compare(old.input(named: "old"), new.input(named: "new"), jobs: 1).new.findings.first
        }
        let mended = finding(zip, folder)
        #expect(
            mended?.message == "the two are for different products: 'old' for 'com.example.app.pack1', "
                + "'new' for 'com.example.app.pack2'")
        #expect(
            mended?.notes == [
                "The package 'old' was made before the product ID of the folder 'new' became what it is, or from another "
                    + "folder."
            ])
        #expect(mended?.remedy?.advice == "pack 'new' again, if its product ID is right")
        #expect(finding(folder, zip)?.remedy?.advice == "pack 'old' again, if its product ID is right")
        #expect(finding(.contentFolder(), folder)?.notes.isEmpty == true)
    }
}

/// The passes that were made through a source.
private final class PassLog: Sendable {
    private let state = Mutex<[[String]]>([])

    var passes: [[String]] { state.withLock { $0 } }

    func begin() { state.withLock { $0.append([]) } }

    func add(_ path: ContentPath) { state.withLock { $0[$0.count - 1].append(path.displayText) } }
}

/// A source that can be read from its start only, and has its files in its own order.
private struct OnePassSource: ContentSource {
    let source: SketchSource
    let log: PassLog

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        Issue.record("\(entry.path.displayText) was opened by itself")
        return try source.open(entry)
    }

    func readHeads(
        of entries: [ContentEntry], count: Int, _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) { Issue.record("heads were read") }

    func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        log.begin()
        for entry in entries.reversed() {
            log.add(entry.path)
            try body(entry, Result { () throws(ContentReadError) in try source.open(entry) })
        }
    }
}
