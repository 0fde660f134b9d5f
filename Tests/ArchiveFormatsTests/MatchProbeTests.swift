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
}
