import Checks
import Findings
import Foundation
import Testing

@Suite struct CatalogTests {
    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Checks")

    /// The types that conform to a protocol, by the name of the file that declares them.
    private static func declared(_ conformance: String) throws -> [String: String] {
        var checks: [String: String] = [:]
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                guard line.hasPrefix("struct "), line.hasSuffix(": \(conformance) {") else { continue }
                let type = line.dropFirst("struct ".count).dropLast(": \(conformance) {".count)
                checks[String(type)] = file.deletingPathExtension().lastPathComponent
            }
        }
        return checks
    }

    /// `NameNotUTF8` gives `name-not-utf8`: a word starts at a capital behind a small letter, or before one.
    private static func kebab(_ type: String) -> String {
        let letters = Array(type)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if index > 0, letter.isUppercase {
                let follows = !letters[index - 1].isUppercase
                let precedes = index + 1 < letters.count && letters[index + 1].isLowercase
                if follows || precedes { result += "-" }
            }
            result += letter.lowercased()
        }
        return result
    }

    @Test func `every check file is registered once`() throws {
        let single = try Self.declared("Check")
        #expect(single.keys.sorted() == CheckCatalog.all.map { "\($0)" }.sorted())
        let comparisons = try Self.declared("ComparisonCheck")
        #expect(comparisons.keys.sorted() == CheckCatalog.comparisons.map { "\($0)" }.sorted())
        for (type, file) in single.merging(comparisons, uniquingKeysWith: { $1 }) { #expect(type == file) }
    }

    @Test func `codes are sorted and unique, and no retired one is used`() {
        for kinds in [CheckCatalog.all.map { $0.code }, CheckCatalog.comparisons.map { $0.code }] {
            #expect(kinds == kinds.sorted())
        }
        let codes = CheckCatalog.descriptions.map(\.code)
        #expect(codes == codes.sorted())
        let kinds = CheckCatalog.all.count + CheckCatalog.comparisons.count + CheckCatalog.remarks.count
        #expect(codes.count == kinds + CheckCatalog.deliveries.count)
        #expect(Set(codes.map(\.id)).count == codes.count)
        #expect(Set(codes.map(\.slug)).count == codes.count)
        let retired = CheckCatalog.retired
        #expect(Set(retired.map(\.id)).isDisjoint(with: codes.map(\.id)))
        #expect(Set(retired.map(\.slug)).isDisjoint(with: codes.map(\.slug)))
    }

    @Test func `codes are three capitals and three digits, and slugs the names of the types`() {
        let kinds: [any FindingKind.Type] = CheckCatalog.all + CheckCatalog.comparisons + CheckCatalog.remarks
        for check in kinds {
            #expect(check.code.id.wholeMatch(of: /[A-Z]{3}-[0-9]{3}/) != nil)
            #expect(check.code.slug == Self.kebab("\(check)"), "\(check.code.id)")
        }
    }

    @Test(arguments: CheckCatalog.descriptions.map(\.code))
    func `every description says what, why and how`(code: FindingCode) throws {
        let description = try #require(CheckCatalog.description(named: code.id))
        for text in [description.summary, description.why, description.remedy, description.evidence.text] {
            #expect(!text.isEmpty)
            #expect(text.first?.isWhitespace == false)
            #expect(!text.contains("  "))
        }
        #expect(description.summary.last != ".")
        #expect(description.why.last == ".")
        #expect(description.remedy.last == ".")
        #expect(description.summary.count <= 120)
    }

    @Test func `a rule that nobody published is at most a warning, or follows from what others do`() {
        // Errors on judgement are those without which the tool itself can't go on.
        let allowed: Set<String> = ["PLI-012", "PLI-015"]
        for description in CheckCatalog.descriptions where description.defaultSeverity == .error {
            if case .judgement = description.evidence { #expect(allowed.contains(description.code.id)) }
        }
    }

    @Test func `a check is found by its code in any letter case and by its slug`() {
        #expect(CheckCatalog.code(named: "PID-010")?.slug == "product-not-found")
        #expect(CheckCatalog.code(named: "pid-010")?.slug == "product-not-found")
        #expect(CheckCatalog.code(named: "product-not-found")?.id == "PID-010")
        #expect(CheckCatalog.code(named: "PID-999") == nil)
        #expect(CheckCatalog.code(named: "") == nil)
    }
}

extension Evidence {
    fileprivate var text: String {
        switch self {
        case .apple(let text), .secondary(let text), .format(let text), .judgement(let text): text
        }
    }
}
