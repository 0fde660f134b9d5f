import TestSupport
import Testing

@testable import ArchiveFormats

/// Whatever is done to an archive, reading it ends: with a fault, or with contents.
@Suite(.enabled(if: Program("python3") != nil, "python3 is not installed"))
struct AppleArchiveDamageTests {
    private typealias Raw = RawAppleArchive

    private static let words = Raw.words(700)

    /// A small archive, and the contents of its two files.
    private static let stream: [UInt8] = {
        let fields = [
            Raw.field("TYP1", [0x46]), Raw.text("PAT", "d/g"), Raw.field("XATA", [2, 0]), Raw.field("MOD2", [0xA4, 1]),
            Raw.field("MTMT", Raw.number(5, width: 12)), Raw.field("DATA", [3, 0]),
        ]
        return Raw.folder("d") + Raw.file("d/f", words) + Raw.header(fields) + [0, 0, 1, 2, 3] + Raw.folder("e")
    }()

    private static func sample(_ packing: AppleArchiveStreamTests.Packing) throws -> [UInt8] {
        if packing == .lz4 {
            let run = [UInt8](repeating: 1, count: 600)
            let stream = Raw.file("r", run)
            return Raw.blocks(
                "4", size: 700,
                [(30, Array(stream[..<30])), (596, Lz4Sample.run(of: 1, 596 - 80) + Raw.lz4Stored(Array(run[..<80])))])
        }
        // One block where a checksum shows every change, for a small one would be stored.
        return try packing.file(stream, size: packing == .zlib || packing == .lzma ? stream.count : 400)
    }

    private enum Outcome: Equatable {
        case fault(AppleArchiveFault)
        case contentFault(StreamFault)
        case contents([String: [UInt8]])

        var isTruncation: Bool {
            switch self {
            case .fault(.truncated): true
            case .contentFault(let fault): fault.kind == .truncated
            default: false
            }
        }
    }

    /// What comes of reading all that is in an archive.
    private static func outcome(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> Outcome {
        do {
            return .contents(try AppleArchiveFile.open(bytes, at: folder.path("sample.aar")).contents())
        } catch let fault as AppleArchiveFault {
            return .fault(fault)
        } catch let fault as StreamFault {
            return .contentFault(fault)
        }
    }

    @Test(arguments: AppleArchiveStreamTests.Packing.allCases)
    func `an archive that is cut is told to be`(packing: AppleArchiveStreamTests.Packing) throws {
        try withTemporaryFolder { folder in
            let bytes = try Self.sample(packing)
            var wholes = 0
            for count in 0..<bytes.count {
                let outcome = try Self.outcome(Array(bytes[..<count]), in: folder)
                switch outcome {
                case .fault(.notAnArchive): #expect(count < 4)
                // Between entries, or between blocks where an entry ends too, nothing shows it.
                case .contents: wholes += 1
                default: #expect(outcome.isTruncation, "\(outcome) at \(count)")
                }
            }
            #expect(wholes == (packing == .bare ? 3 : 1), "\(packing)")
        }
    }

    @Test(arguments: AppleArchiveStreamTests.Packing.allCases)
    func `an archive with any byte changed does no harm`(packing: AppleArchiveStreamTests.Packing) throws {
        try withTemporaryFolder { folder in
            let bytes = try Self.sample(packing)
            let whole = try Self.outcome(bytes, in: folder)
            if case .contents = whole {} else { Issue.record("\(whole)") }
            for index in bytes.indices {
                for change: UInt8 in [0x01, 0xFF] {
                    var changed = bytes
                    changed[index] ^= change
                    let outcome = try Self.outcome(changed, in: folder)
                    // Of what has a checksum, nothing is given out that is wrong. Bits between the parts mean nothing.
                    if packing == .zlib || packing == .lzma, case .contents = outcome {
                        #expect(outcome == whole, "changed at \(index)")
                    }
                }
            }
        }
    }

    @Test(arguments: AppleArchiveStreamTests.Packing.allCases)
    func `an archive that is changed, cut and grown in several places does no harm`(
        packing: AppleArchiveStreamTests.Packing
    ) throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 9)
            let whole = try Self.sample(packing)
            for _ in 0..<250 {
                var bytes = whole
                for _ in 0...Int.random(in: 0..<4, using: &random) {
                    let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 2:
                        bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1..<50, using: &random)))
                    case 3:
                        let piece = (0..<Int.random(in: 1..<20, using: &random)).map { _ in
                            UInt8.random(in: 0...255, using: &random)
                        }
                        bytes.insert(contentsOf: piece, at: place)
                    default: bytes = Array(bytes.prefix(place))
                    }
                }
                _ = try Self.outcome(bytes, in: folder)
            }
        }
    }

    @Test func `headers of chance do no harm`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 10)
            let keys = [
                "TYP", "PAT", "LNK", "UID", "MOD", "MTM", "DAT", "XAT", "ACL", "SIZ", "CKS", "SH2", "ZZZ", "DAT",
            ]
            let types = Array("*1248PFGHIJSTABC?")
            for _ in 0..<1500 {
                let fields = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
                    let key =
                        (keys.randomElement(using: &random) ?? "") + String(types.randomElement(using: &random) ?? "1")
                    let count = Int.random(in: 0..<70, using: &random)
                    // Bytes that make both small and huge numbers.
                    let value = (0..<count).map { _ in [0, 0, 1, 0x46, 0x7F, 0xFF].randomElement(using: &random) ?? 0 }
                    return Raw.field(key, value.map { UInt8($0) })
                }
                let header = Raw.header(
                    [Raw.field("TYP1", [0x46]), Raw.text("PAT", "p")].shuffled(using: &random) + fields)
                _ = try Self.outcome(header + [UInt8](repeating: 0x41, count: 300), in: folder)
            }
        }
    }

    @Test func `thousands of tiny entries in tiny blocks are read`() throws {
        let stream = (0..<3000).flatMap { Raw.file("f\($0)", [UInt8($0 & 0xFF)]) }
        let file = try AppleArchiveFile.open(Raw.packed("z", stream, size: 3) { _ in nil })
        #expect(file.blockCount == (stream.count + 2) / 3)
        let entries = try file.allEntries()
        #expect(entries.count == 3000)
        #expect(String(decoding: entries[2999].path, as: UTF8.self) == "f2999")
        let reader = file.stream(0..<0)
        for (index, entry) in entries.enumerated() {
            reader.move(to: try #require(entry.data))
            #expect(try reader.bytes(2) == [UInt8(index & 0xFF)])
        }
    }
}
