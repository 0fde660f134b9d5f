import ArchiveFormats
import ContentModel
import TestSupport
import Testing

@testable import Packaging

/// What Apple's tools made of two folders, and what comes of a plan of the same folders in the form of that year.
@Suite(.enabled(if: PackageVector.areAvailable, "the facts of Apple's packages are not here"))
struct AppleVectorTests {
    /// A plan of the folder that a package was made of; its files' content is not known, and not needed.
    private static func plan(_ facts: PackageVector.Facts) throws -> FlatPackagePlan {
        // In an order that proves that the plan has its own.
        let entries = facts.payload.entries.filter { $0.path != "." }.reversed().map { entry in
            ContentEntry(
                path: ContentPath(String(entry.path.dropFirst(2))), type: entry.isDirectory ? .directory : .file,
                size: Int64(entry.size), mode: 0o600, modificationTime: Int64(entry.mtime))
        }
        let tree = ContentTree(
            entries: entries, modificationTime: Int64(facts.payload.entries[0].mtime),
            source: MemorySource(contents: [:]))
        return try FlatPackagePlan(PackagePlan(tree, times: .kept), name: facts.component, profile: .xcode6)
    }

    @Test(arguments: PackageVector.all)
    func `each header of the payload is Apple's, byte for byte`(vector: PackageVector) throws {
        let payload = try vector.facts().payload
        let plan = try Self.plan(vector.facts())
        #expect(plan.count == payload.entries.count)
        var length = 0
        for (place, entry) in payload.entries.enumerated() {
            func octal(_ number: some BinaryInteger, _ width: Int) -> String {
                let digits = String(number, radix: 8)
                return String(repeating: "0", count: width - digits.count) + digits
            }
            let fields: [(UInt64, Int)] = [
                (0, 6), (UInt64(entry.ino), 6), (UInt64(entry.modeNumber), 6), (0, 6), (0, 6), (UInt64(entry.nlink), 6),
                (0, 6), (UInt64(entry.mtime), 11), (UInt64(entry.path.utf8.count + 1), 6), (entry.size, 11),
            ]
            let expected = "070707" + fields.map { octal($0, $1) }.joined() + entry.path + "\0"
            #expect(String(decoding: plan.header(at: place).bytes(), as: UTF8.self) == expected)
            length += expected.utf8.count + Int(entry.size)
        }
        length += CpioHeader.trailer(ino: UInt32(plan.count)).count
        #expect(length + CpioHeader.padding(afterBytes: UInt64(length)) == payload.cpioBytes)
        #expect(payload.trailer.ino == UInt32(plan.count))
    }

    @Test(arguments: PackageVector.all)
    func `each block of the Bom that Apple's refers to is Apple's, byte for byte`(vector: PackageVector) throws {
        let facts = try vector.facts()
        let plan = try Self.plan(facts)
        let entries = facts.payload.entries.enumerated().map { plan.bomEntry(at: $0, checksum: $1.posixCksum) }
        let ours = try BomArchive(BomWriting.bytes(entries))
        let apples = try BomArchive(vector.file("Bom"))
        // Ten blocks that every Bom has, and three for each path; what Apple's has besides, nothing refers to.
        for number in 1...(10 + 3 * plan.count) {
            #expect(ours.block(number).map(Array.init) == apples.block(number).map(Array.init), "block \(number)")
        }
        #expect(Set(ours.entries) == Set(apples.entries))
    }

    @Test(arguments: PackageVector.all)
    func `PackageInfo and Distribution are Apple's but for the program that made them`(vector: PackageVector) throws {
        let plan = try Self.plan(vector.facts())
        let apples = try vector.file("PackageInfo")
        let generator = try #require(try PackageInfoDocument(apples).generatorVersion)
        #expect(generator == "InstallCmds-502 (14E46)")
        let info = PackageInfoDocument(
            identifier: plan.name, generatorVersion: generator, numberOfFiles: plan.count,
            installKBytes: plan.installKBytes)
        #expect(String(decoding: info.bytes(.xcode6), as: UTF8.self) == String(decoding: apples, as: UTF8.self))
        let distribution = DistributionDocument.bytes(
            name: plan.name, installKBytes: plan.installKBytes, form: .xcode6)
        #expect(
            String(decoding: distribution, as: UTF8.self)
                == String(decoding: try vector.file("Distribution"), as: UTF8.self))
    }

    @Test(arguments: PackageVector.all)
    func `Apple's PackageInfo and Distribution are read`(vector: PackageVector) throws {
        let facts = try vector.facts()
        let info = try PackageInfoDocument(vector.file("PackageInfo"))
        #expect(info.identifier == facts.component && info.version == "0" && info.contentType == "in-app")
        #expect(info.numberOfFiles == facts.payload.entries.count && info.installLocation == nil && !info.hasScripts)
        let distribution = try DistributionDocument(vector.file("Distribution"))
        #expect(distribution.components.map(\.name) == ["\(facts.component).pkg"])
        #expect(distribution.components.map(\.installKBytes) == [info.installKBytes])
    }
}
