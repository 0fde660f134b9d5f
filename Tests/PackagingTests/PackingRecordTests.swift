import ArchiveFormats
import Testing

@testable import Packaging

@Suite struct PackingRecordTests {
    private static let digests = (1...3).map { [UInt8](repeating: UInt8($0) << 4 | 0xA, count: 32) }

    private static func record(seal: [UInt8]? = digests[2]) -> PackingRecord {
        PackingRecord(generator: "iapkit-1.0 beta", options: digests[0], content: digests[1], seal: seal)
    }

    @Test func `a record is text of one form, and is read again`() {
        let digests = ["1a", "2a", "3a"].map { String(repeating: $0, count: 32) }
        let text = "1 \(digests[0]) \(digests[1]) \(digests[2]) iapkit-1.0 beta"
        #expect(Self.record().text == Array(text.utf8))
        #expect(PackingRecord(text.utf8) == Self.record())
        #expect(Array(Self.record().text[PackingRecord.sealRange]) == Array(digests[2].utf8))
        let unsealed = "1 \(digests[0]) \(digests[1]) - iapkit-1.0 beta"
        #expect(Self.record(seal: nil).text == Array(unsealed.utf8))
        #expect(PackingRecord(unsealed.utf8) == Self.record(seal: nil))
    }

    @Test func `what is not of this form is no record`() {
        let text = String(decoding: Self.record().text, as: UTF8.self)
        let wrong = [
            "", " ", "1", "2" + text.dropFirst(), text.replacing("1a", with: "1A"),
            text.replacing("1a1a ", with: "1a "),
            text.replacing("1a ", with: "1a1a "), text.replacing(" ", with: "\n"), String(text.dropLast(15)),
            text.replacing("2a2a ", with: "2ax "), "1 - - - iapkit", text + String(repeating: "x", count: 512),
        ]
        for text in wrong { #expect(PackingRecord(text.utf8) == nil, "\(text)") }
        #expect(PackingRecord(Self.record().text + [0xFF]) == nil)
    }

    @Test func `its length does not depend on what it says of the content`() {
        let unknown = PackingRecord(
            generator: "iapkit-1.0 beta", options: Self.digests[0], content: PackingRecord.unknown,
            seal: PackingRecord.unknown)
        #expect(unknown.text.count == Self.record().text.count)
    }

    @Test func `the digest of the options tells apart all that changes bytes, and nothing else`() {
        func digest(_ kind: PackageKind, name: String = "Cats", _ change: (inout PackageOptions) -> Void = { _ in })
            -> [UInt8]
        {
            var options = PackageOptions()
            change(&options)
            return PackingRecord.options(for: kind, named: name, options)
        }
        for kind in [PackageKind.zip, .pkg] {
            let changed = [
                digest(kind), digest(kind) { $0.compression = .fast }, digest(kind) { $0.compression = .store },
                digest(kind) { $0.compression = .smallest }, digest(kind) { $0.generator = "iapkit-2" },
            ]
            #expect(Set(changed).count == changed.count)
            let same = digest(kind) { options in
                options.jobs = 8
                options.synchronizes = false
                options.replacesExisting = true
                options.keepsUpToDate = true
                options.digestsOutput = false
                // It has the fixed time itself, and those of its entries are part of the content.
                options.times = .kept
            }
            #expect(same == digest(kind))
        }
        #expect(digest(.zip) != digest(.pkg))
        #expect(digest(.pkg, name: "Dogs") != digest(.pkg))
        #expect(digest(.pkg) { $0.times = .fixed(1) } != digest(.pkg))
        #expect(digest(.zip) { $0.times = .fixed(1) } == digest(.zip))
        #expect(digest(.pkg) { $0.flatPackageProfile = .xcode6 } != digest(.pkg))
        // A zip has neither a name inside nor a profile, and Xcode 6's form one compression only.
        #expect(digest(.zip, name: "Dogs") == digest(.zip))
        #expect(digest(.zip) { $0.flatPackageProfile = .xcode6 } == digest(.zip))
        let old = { (options: inout PackageOptions) in options.flatPackageProfile = .xcode6 }
        #expect(
            digest(.pkg, old)
                == digest(.pkg) { options in
                    old(&options)
                    options.compression = .fast
                })
    }
}
