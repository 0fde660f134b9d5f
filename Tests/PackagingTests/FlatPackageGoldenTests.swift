import ArchiveFormats
import ContentModel
import Testing

@testable import Packaging

/// The bytes of the parts before compression, which depend on no library: once right, they stay.
@Suite struct FlatPackageGoldenTests {
    private static func plan(_ profile: FlatPackageProfile) throws -> FlatPackagePlan {
        let tree = MemoryTree.package { tree in
            for number in 0..<600 { tree.file("Contents/\(number).txt", "\(number)", time: 1_436_387_303) }
            tree.folder("Contents/Sub")
            tree.add(
                ContentEntry(path: ContentPath("Contents/Sub/link"), type: .symlink(target: Array("../1.txt".utf8))))
        }.tree
        return try FlatPackagePlan(PackagePlan(tree, times: .fixed(315_532_800)), name: "Cats & Dogs", profile: profile)
    }

    private static func digest(_ bytes: [UInt8]) -> String { Digest.hexadecimal(Digest.of(bytes, .sha256)) }

    @Test(arguments: [
        (
            FlatPackageProfile.current, "054974e9a8e69cfe171537d8c034ff002f79f1d0eea3a6bce9a1e3c950b23673",
            "58d82d7446c7cb4d8ec8499ceea06459014f63090a58ec96ae452bd76b703aa0"
        ),
        (
            .xcode6, "623799be559f4aa0142b52b2f8e90c4c266a946dddb4fc1dd377b54879458e4f",
            "58d82d7446c7cb4d8ec8499ceea06459014f63090a58ec96ae452bd76b703aa0"
        ),
    ])
    func `the Bom and the headers of the payload`(profile: FlatPackageProfile, bom: String, headers: String) throws {
        let plan = try Self.plan(profile)
        let entries = (0..<plan.count).map { plan.bomEntry(at: $0, checksum: UInt32($0) &* 2_654_435_761) }
        let written = try BomWriting.bytes(entries)
        #expect(Self.digest(written) == bom)
        #expect(Self.digest((0..<plan.count).flatMap { plan.header(at: $0).bytes() }) == headers)
    }

    @Test(arguments: [
        (
            FlatPackageProfile.current, "bedf15a6266e2f2f013de5b7c1cdb6f08ac4c467a34b1626a48bd8c1f407aabd",
            "1669721cb1a2d58792cbd4ab6e54d470d2e88e951b1b64dda9dd5f6fec4303cd"
        ),
        (
            .xcode6, "1bbb1f339b786ff907017c996de060b1d508573e9c03af3a34f3e045cb6a8b78",
            "481cc4db39fc13892bcb3104a8cd1b7f1b3af330d199c224383f8fd508cad67e"
        ),
    ])
    func `the two documents`(profile: FlatPackageProfile, info: String, distribution: String) throws {
        let plan = try Self.plan(profile)
        let document = PackageInfoDocument(
            identifier: plan.name, generatorVersion: "iapkit-1.0", numberOfFiles: plan.count,
            installKBytes: plan.installKBytes)
        #expect(Self.digest(document.bytes(profile.form)) == info)
        let other = DistributionDocument.bytes(name: plan.name, installKBytes: plan.installKBytes, form: profile.form)
        #expect(Self.digest(other) == distribution)
    }
}
