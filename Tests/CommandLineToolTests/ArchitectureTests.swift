import Foundation
import TestSupport
import Testing

/// The walls of the house, as data: which target may import which.
@Suite struct ArchitectureTests {
    private static let arrows: [String: Set<String>] = [
        "Findings": [],
        "XMLReading": ["CXML2"],
        "JSONReading": [],
        "PropertyLists": ["XMLReading"],
        "ContentModel": ["PropertyLists"],
        "AssetPacks": ["ContentModel", "JSONReading"],
        "ArchiveFormats": [
            "XMLReading", "CArchive", "CDeflate", "CZlib", "CLzma", "CLz4", "CCrypto", "CContentHash",
        ],
        "Packaging": ["AssetPacks", "ContentModel", "ArchiveFormats", "CPlatform"],
        "DeliveryRehearsal": ["Packaging", "ContentModel", "PropertyLists", "Findings", "CPlatform"],
        "ProductCatalogs": [
            "ContentModel", "ArchiveFormats", "PropertyLists", "XMLReading", "JSONReading", "Findings",
        ],
        "Checks": [
            "Packaging", "AssetPacks", "DeliveryRehearsal", "ProductCatalogs", "ContentModel", "PropertyLists",
            "XMLReading", "Findings",
        ],
        "Reporting": ["ArchiveFormats", "XMLReading", "JSONReading", "Findings"],
        "CommandLineTool": [
            "Reporting", "Checks", "Packaging", "AssetPacks", "ArchiveFormats", "ProductCatalogs", "ContentModel",
            "JSONReading", "Findings", "DeliveryRehearsal",
        ],
        "iapkit": ["CommandLineTool"],
    ]

    /// Targets that could be used where there is no Foundation, and start fast.
    private static let withoutFoundation: Set = [
        "Findings", "XMLReading", "JSONReading", "PropertyLists", "ContentModel", "AssetPacks",
        "ArchiveFormats", "Packaging", "DeliveryRehearsal", "Reporting",
    ]

    private static let systemModules: Set = [
        "Glibc", "Darwin", "Dispatch", "Synchronization", "CryptoKit", "CoreFoundation", "Security", "Foundation",
        "FoundationEssentials",
    ]

    @Test(arguments: arrows.keys.sorted())
    func `a target imports only what stands below it`(target: String) throws {
        let allowed = try #require(Self.arrows[target])
        for file in Repository.files(in: "Sources/\(target)", suffix: ".swift") {
            for module in try imports(of: file) where !Self.systemModules.contains(module) {
                #expect(allowed.contains(module), "\(file) imports \(module)")
            }
        }
    }

    @Test func `every target has its place among the walls`() throws {
        let targets = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.path)/Sources")
        let swiftTargets = targets.filter { !Repository.files(in: "Sources/\($0)", suffix: ".swift").isEmpty }
        #expect(Set(swiftTargets) == Set(Self.arrows.keys))
    }

    @Test(arguments: withoutFoundation.sorted())
    func `the lower targets do without Foundation`(target: String) throws {
        for file in Repository.files(in: "Sources/\(target)", suffix: ".swift") {
            let modules = try imports(of: file)
            #expect(!modules.contains("Foundation") && !modules.contains("FoundationEssentials"), "\(file)")
        }
    }

    @Test func `nobody imports FoundationXML, which would weigh 50 MB`() throws {
        for file in Repository.files(in: "Sources", suffix: ".swift") {
            #expect(try !imports(of: file).contains("FoundationXML"), "\(file)")
        }
    }

    @Test func `nobody asks a C library for an encoding, for in the release program they know none`() throws {
        for file in Repository.files(in: "Sources", suffix: ".swift") + Repository.files(in: "Sources", suffix: ".h") {
            for call in ["xmlCharEnc", "xmlFindCharEncodingHandler", "iconv", "ucnv_", "hdrcharset"] {
                #expect(try !Repository.text(file).contains(call), "\(file) has \(call)")
            }
        }
    }

    @Test func `no module bears the name of a type in it`() throws {
        for target in Self.arrows.keys {
            for file in Repository.files(in: "Sources/\(target)", suffix: ".swift") {
                let text = try Repository.text(file)
                for keyword in ["struct", "enum", "class", "protocol", "actor"] {
                    #expect(!text.contains("\(keyword) \(target) "), "\(file)")
                    #expect(!text.contains("\(keyword) \(target):"), "\(file)")
                }
            }
        }
    }

    @Test func `a file can be read in one sitting`() throws {
        for folder in ["Sources", "Tests"] {
            for file in Repository.files(in: folder, suffix: ".swift") {
                let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
                #expect(lines <= 500, "\(file) has \(lines) lines")
            }
        }
    }

    private func imports(of file: String) throws -> Set<String> {
        let lines = try Repository.text(file).split(separator: "\n")
        return Set(
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index + 1 < words.count, index <= 1 else {
                    return nil
                }
                guard index == 0 || ["public", "package", "internal", "@preconcurrency"].contains(words[0]) else {
                    return nil
                }
                return String(words[index + 1].prefix { $0 != "." })
            })
    }
}
