import ContentModel
import Findings
import Foundation
import Packaging
import TestSupport
import Testing

/// Whatever is done to an input, reading it ends, does no harm, and tells of what is not as it was.
///
/// What is changed, and how, is the same on every run; `make fuzz` goes on from there.
@Suite struct MutationTests {
    /// Trials of each kind; those of packages cost some milliseconds each.
    private static let trials = 300

    private static func expectNoFault(_ fault: String?, sourceLocation: SourceLocation = #_sourceLocation) {
        if let fault { Issue.record("\(fault)", sourceLocation: sourceLocation) }
    }

    @Test(arguments: Subject.names)
    func `what all is changed from is read without a fault`(name: String) throws {
        let subject = try #require(try Subject.named(name))
        try withTemporaryFolder { folder in
            let trial = Trial(subject: subject, path: folder.path("input"))
            Self.expectNoFault(try trial.run(subject.file(subject.bytes), "unchanged"))
            guard subject.isPackage else { return }
            #expect(try ContentInput.open(trial.path).content.get().entries.count >= 3)
        }
    }

    @Test(arguments: Subject.names)
    func `an input that is changed, cut or grown anywhere does no harm`(name: String) throws {
        let subject = try #require(try Subject.named(name))
        try withTemporaryFolder { folder in
            let trial = Trial(subject: subject, path: folder.path("input"))
            for seed in 0..<Self.trials { Self.expectNoFault(try trial.run(seed: UInt64(seed))) }
        }
    }

    @Test(arguments: Subject.names)
    func `an input that is cut anywhere does no harm`(name: String) throws {
        let subject = try #require(try Subject.named(name))
        try withTemporaryFolder { folder in
            let trial = Trial(subject: subject, path: folder.path("input"))
            let step = subject.isPackage ? subject.bytes.count / 100 + 1 : 1
            for count in stride(from: 0, to: subject.bytes.count, by: step) {
                Self.expectNoFault(try trial.run(subject.file(Array(subject.bytes[..<count])), "cut \(count)"))
            }
        }
    }

    @Test(arguments: ["zip", "zip-streamed", "pkg"])
    func `a damaged bit of what is packed is always reported, or changes no byte of what is unpacked`(
        name: String
    ) throws {
        let subject = try #require(try Subject.named(name))
        var random = TestRandom(seed: 1)
        try withTemporaryFolder { folder in
            let path = folder.path("input")
            for range in subject.packed {
                for place in range {
                    var bytes = subject.bytes
                    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    let findings = try PackageJudge.findings(bytes, path)
                    if findings.contains(where: { ["PKG-002", "PKG-003"].contains($0.code.id) }) { continue }
                    // Only a zip has no checksum of what is packed: there is more than one way to deflate, and bits
                    // behind the end of a stream that nobody reads.
                    #expect(subject.name != "pkg", "\(place): \(findings)")
                    let judge = PackageJudge(content: subject.content, promise: .sameContent)
                    Self.expectNoFault(try judge.fault(ofFileAt: path))
                }
            }
        }
    }
}
