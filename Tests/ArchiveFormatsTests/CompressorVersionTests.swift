import Testing

@testable import ArchiveFormats

@Suite struct CompressorVersionTests {
    @Test func `the versions of both libraries are told`() {
        #expect(CompressorVersion.text.contains(/^libdeflate 1\.\d+, zlib 1\.\d+/))
    }
}
