import Testing

@testable import ArchiveFormats

@Suite struct MatchProbeTests {
    private func helps(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { MatchProbe().helps($0) } }

    @Test(arguments: [1000, 32 * 1024, 50_000, 300_000])
    func `matches help with text and not with noise`(count: Int) {
        #expect(helps(DeflateSamples.bytes("text", count)))
        #expect(helps(DeflateSamples.bytes("one symbol", count)))
        #expect(!helps(DeflateSamples.bytes("random", count)))
    }

    @Test func `a chunk of which an eighth is text is searched`() {
        let noise = DeflateSamples.bytes("random", 40_000)
        for place in 0..<8 {
            let parts = (0..<8).map {
                $0 == place ? DeflateSamples.bytes("text", 40_000) : noise.map { $0 ^ UInt8(place) }
            }
            #expect(helps(parts.flatMap { $0 }))
        }
    }

    @Test func `too few bytes to tell are not searched`() {
        for count in 0..<64 { #expect(!helps([UInt8](repeating: 7, count: count))) }
    }

    private func runs(_ bytes: [UInt8]) -> [MatchProbe.Run] { bytes.withUnsafeBytes { MatchProbe().runs($0) } }

    @Test func `a chunk is divided where text and noise meet`() {
        let share = 40_000
        let noise = DeflateSamples.bytes("random", 5 * share)
        let text = DeflateSamples.bytes("text", 3 * share)
        #expect(
            runs(text + noise) == [
                .init(range: 0..<3 * share, helps: true), .init(range: 3 * share..<8 * share, helps: false),
            ])
        #expect(
            runs(Array(noise[..<(2 * share)]) + text + noise[..<(3 * share)]) == [
                .init(range: 0..<2 * share, helps: false), .init(range: 2 * share..<5 * share, helps: true),
                .init(range: 5 * share..<8 * share, helps: false),
            ])
    }

    @Test func `one share of noise among text is no run of its own`() {
        let text = DeflateSamples.bytes("text", 320_000)
        for place in 0..<8 {
            var bytes = text
            bytes.replaceSubrange(place * 40_000..<(place + 1) * 40_000, with: DeflateSamples.bytes("random", 40_000))
            #expect(runs(bytes) == [.init(range: 0..<320_000, helps: true)])
        }
    }

    @Test func `a little text in a share of noise is found where others have text`() {
        // In the last two shares, beside the windows that are looked at first.
        let noise = DeflateSamples.bytes("random", 80_000)
        let text = DeflateSamples.bytes("text", 240_000)
        let hidden = noise[..<2000] + text[..<2000] + noise[4000..<42_000] + text[..<2000] + noise[44_000...]
        #expect(runs(text + hidden) == [.init(range: 0..<320_000, helps: true)])
        #expect(runs(text + noise).count == 2)
    }

    @Test(arguments: [0, 1, 63, 4096, 49_152, 49_153, 262_143])
    func `smaller chunks are one run`(count: Int) {
        #expect(runs([UInt8](repeating: 1, count: count)) == [.init(range: 0..<count, helps: count >= 64)])
    }

    @Test(arguments: [262_144, 262_145, 262_151, 300_001])
    func `the runs are the whole chunk`(count: Int) {
        let half = DeflateSamples.bytes("random", count / 2)
        let runs = runs(half + [UInt8](repeating: 1, count: count - count / 2))
        #expect(runs.map(\.helps) == [false, true])
        #expect(runs[0].range.lowerBound == 0)
        #expect(runs[0].range.upperBound == runs[1].range.lowerBound)
        #expect(runs[1].range.upperBound == count)
    }
}
