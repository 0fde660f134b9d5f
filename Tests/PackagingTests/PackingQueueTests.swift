import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

@Suite struct PackingQueueTests {
    /// Small folders, and a large one in the midst.
    private static func jobs(_ count: Int, in folder: TemporaryFolder) -> [PackageJob] {
        var random = TestRandom(seed: 5)
        return (0..<count).map { number in
            let size = number == count / 2 ? 6 << 20 : 1000 + number
            let content = random.text(size)
            return PackageJob(
                MemoryTree.package { $0.file("Contents/a.txt", .bytes(content)) }.tree, named: "p\(number)",
                to: [
                    PackageOutput(.zip, path: folder.path("\(number).zip")),
                    PackageOutput(.pkg, path: folder.path("\(number).pkg")),
                ])
        }
    }

    @Test(arguments: [1, 2, 5])
    func `many folders packed at once give what each gives alone, in their order`(threads: Int) throws {
        try withTemporaryFolder { folder throws in
            try withTemporaryFolder { alone throws in
                let results = PackageWriter.write(
                    Self.jobs(60, in: folder), options: PackageOptions(jobs: threads))
                let expected = try Self.jobs(60, in: alone).map { try PackageWriter.write($0) }
                let (packed, single) = (
                    try results.flatMap { try $0.get() }.map { try $0.get() },
                    try expected.joined().map { try $0.get() }
                )
                #expect(packed.map(\.sha256) == single.map(\.sha256))
                let names = (0..<60).flatMap { [folder.path("\($0).zip"), folder.path("\($0).pkg")] }
                #expect(packed.map(\.path) == names)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 120)
            }
        }
    }

    @Test func `a folder that fails among many keeps none of the others from being packed`() throws {
        try withTemporaryFolder { folder throws in
            var jobs = Self.jobs(40, in: folder)
            jobs[3] = PackageJob(
                MemoryTree.package { $0.file("Contents/a", .failing([1])) }.tree, to: jobs[3].outputs)
            _ = try folder.write("7.zip", "mine")
            let results = PackageWriter.write(jobs, options: PackageOptions(jobs: 2, synchronizes: false))
            let failure = PackagingError(.unreadable, subject: "Contents/a", reason: "Input/output error")
            for (number, result) in results.enumerated() {
                switch number {
                case 3: #expect(throws: failure) { try result.get() }
                case 7:
                    let outputs = try result.get()
                    #expect(throws: PackagingError.self) { try outputs[0].get() }
                    #expect(try outputs[1].get().path == folder.path("7.pkg"))
                default: #expect(try result.get().map { try $0.get().path } == jobs[number].outputs.map(\.path))
                }
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.count == 78 && !names.contains { $0.hasPrefix(".") })
        }
    }
}
