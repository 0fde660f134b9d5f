import Checks
import ContentModel
import Findings
import Packaging
import Testing

@Suite struct CheckRunnerTests {
    private static let inputs = (0..<40).map { index in
        let sketch =
            switch index % 4 {
            case 0: ContentSketch.contentFolder(productIdentifier: "com.example.\(index % 8)")
            case 1:
                ContentSketch.contentFolder(
                    productIdentifier: "pack \(index)", extra: ["Contents/x.sh": .text("#!/bin/sh")])
            case 2: ContentSketch.contentFolder(contentInfo: .text(""), extra: ["Contents/.a": .text("")])
            default: ContentSketch.damaged(InputFault(.damaged, detail: "it is damaged"))
            }
        return sketch.input(named: "pack\(index)")
    }

    @Test func `the result does not depend on the number of jobs`() {
        let alone = Examination.run(Self.inputs, jobs: 1)
        #expect(alone.map(\.input.path) == Self.inputs.map(\.path))
        for jobs in [0, 2, 3, 8, 100] {
            let together = Examination.run(Self.inputs, jobs: jobs)
            #expect(together.map(\.input.path) == Self.inputs.map(\.path))
            #expect(together.map(\.findings) == alone.map(\.findings))
        }
    }

    @Test func `no input gives no result`() {
        #expect(Examination.run([], jobs: 4).isEmpty)
    }

    @Test func `the findings of an input stand in their order`() {
        for examined in Examination.run(Self.inputs) {
            #expect(examined.findings == examined.findings.sorted(by: Finding.precedes))
        }
    }

    @Test func `the policy decides what is reported, and how severe it is`() throws {
        let sketch = ContentSketch.contentFolder(
            productIdentifier: "a b", extra: ["Contents/x.sh": .text("#!/bin/sh"), "Contents/.a": .text("")])
        func ids(_ policy: SeverityPolicy) -> [String] {
            Examination.findings(for: sketch, policy: policy).map { "\($0.code.id) \($0.severity)" }
        }
        let space = try #require(CheckCatalog.code(named: "PID-001"))
        let script = try #require(CheckCatalog.code(named: "script"))
        #expect(ids(SeverityPolicy()) == ["PID-001 error", "FIL-009 note", "FIL-002 warning"])
        #expect(ids(SeverityPolicy(only: [script])) == ["FIL-002 warning"])
        #expect(ids(SeverityPolicy(skip: [script])) == ["PID-001 error", "FIL-009 note"])
        #expect(
            ids(SeverityPolicy(overrides: [space: .off, script: .report(.error)])) == ["FIL-009 note", "FIL-002 error"])
    }

    @Test func `files are not opened when no check wants to know what is in them`() {
        let policy = SeverityPolicy(only: [])
        let examined = Examination.run(
            [ContentSketch.contentFolder(extra: ["Contents/x": .unreadable]).input(named: "pack1")], policy: policy)
        #expect(examined[0].context.sniffed.isEmpty)
        #expect(examined[0].findings.isEmpty)
    }

    @Test func `rivals are told byte for byte, and not a folder's own package, the same path, or build settings`() {
        func others(_ inputs: [(String, ContentSketch)]) -> [[String]] {
            Examination.run(inputs.map { $1.input(named: $0) }).map(\.context.inputsWithSameProduct.paths)
        }
        let pack = ContentSketch.contentFolder()
        let zip = pack.with { $0.kind = .zip }
        #expect(others([("a", pack), ("b", pack), ("c", pack)]) == [["b", "c"], ["a", "c"], ["a", "b"]])
        #expect(others([("out/a.zip", zip), ("packs/a", pack)]) == [[], []])
        #expect(others([("b.zip", zip), ("a", pack)]) == [["a"], ["b.zip"]])
        #expect(others([("a", pack), ("./a/", pack), ("b", pack)]) == [["b"], ["b"], ["a"]])
        let setting = ContentSketch.contentFolder(productIdentifier: "com.example.$(PRODUCT_NAME)")
        #expect(others([("a", setting), ("b", setting)]) == [[], []])
        let composed = ContentSketch.contentFolder(productIdentifier: "caf\u{E9}")
        let decomposed = ContentSketch.contentFolder(productIdentifier: "cafe\u{301}")
        #expect(others([("a", composed), ("b", decomposed)]) == [[], []])
        #expect(
            others([("a", .contentFolder(productIdentifier: " ")), ("b", .contentFolder(productIdentifier: " "))]) == [
                [], [],
            ])
    }

    @Test func `of very many rivals the first are named and all are counted`() {
        let names = (10..<40).map { "p\($0)" }
        let examined = Examination.run(names.map { ContentSketch.contentFolder().input(named: $0) })
        let rivals = examined.map(\.context.inputsWithSameProduct)
        #expect(rivals.map(\.count) == [Int](repeating: 29, count: 30))
        #expect(rivals[0].paths == Array(names[1...10]))
        #expect(rivals[5].paths == Array(names[0..<5] + names[6...10]))
        #expect(
            examined[0].findings.map(\.message) == [
                "product ID 'com.example.app.pack1' is also that of 'p11', 'p12', 'p13' and 26 more"
            ])
    }

    @Test func `a root that can't be listed is one finding`() {
        let sketch = ContentSketch([:]).with { $0.failures = [ReadFailure(path: nil, reason: "Permission denied")] }
        let findings = Examination.findings(for: sketch)
        #expect(summaries(findings) == ["FIL-007 error -"])
        #expect(findings.first?.message == "the input can't be read: Permission denied")
    }

    @Test func `hostile names and values reach no message as they are`() {
        let hostile = "\u{1B}[31mred\u{7}\n\u{202E}x"
        let sketch = ContentSketch.contentFolder(
            productIdentifier: "a\u{202E}b\nc", contentVersion: "\u{200B}x",
            extra: [
                "Contents/\(hostile)": .text("#!/bin/\u{1B}[31msh"), "\(hostile).json": .text(""),
                "Contents/link": .symlink("/\(hostile)"), "Contents/\(hostile)2": .special(.fifo),
            ])
        let findings = Examination.findings(
            for: sketch, named: "pack1", products: Examination.products("a.\u{202E}b\nc"),
            others: [("x\u{1B}y", .contentFolder(productIdentifier: "a\u{202E}b\nc"))])
        #expect(findings.count >= 7)
        for finding in findings {
            let texts =
                [finding.message, finding.location.member ?? "", finding.remedy?.advice ?? ""] + finding.notes
                + [finding.remedy?.command ?? ""]
            for scalar in texts.joined().unicodeScalars {
                #expect(scalar.properties.generalCategory != .control)
                #expect(!scalar.properties.isBidiControl)
            }
        }
    }

    @Test func `heads read in several parts come in the tree's order`() {
        var items: [String: ContentSketch.Item] = [:]
        for index in 0..<100 { items["Contents/\(index).sh"] = index % 3 == 0 ? .text("#!/bin/sh") : .text("a") }
        let input = ContentSketch.contentFolder(extra: items).input(named: "pack1")
        let alone = Examination.run([input], jobs: 1)[0]
        #expect(alone.context.sniffed.count == 34)
        for jobs in [2, 3, 7, 200] {
            let together = Examination.run([input], jobs: jobs)[0]
            #expect(together.context.sniffed == alone.context.sniffed)
            #expect(together.findings == alone.findings)
        }
    }
}
