import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct ChecksumTests {
    @Test func `CRC-32 of the standard check text is CBF43926`() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test func `CRC-32 of nothing is 0, and nothing changes it`() {
        #expect(CRC32.of([]) == 0)
        var checksum = CRC32()
        Array("123456789".utf8).withUnsafeBytes { checksum.update($0) }
        checksum.update(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(checksum.value == 0xCBF4_3926)
    }

    @Test func `CRC-32 joined from two parts is that of the whole, wherever it is cut`() {
        let whole = Array("123456789".utf8)
        for cut in 0...whole.count {
            let (first, second) = (Array(whole[..<cut]), Array(whole[cut...]))
            let joined = CRC32.joining(CRC32.of(first), CRC32.of(second), secondLength: second.count)
            #expect(joined == 0xCBF4_3926, "cut at \(cut)")
        }
    }

    // The values are what the xxhash library 0.8.1 gives. Above 240 bytes wide registers come in.
    @Test(arguments: [
        (0, "99aa06d3014798d86001c324468d497f"), (1, "a6cd5e9392000f6ac44bdff4074eecdb"),
        (17, "685bc458b37d057fc06e233df7729217"), (240, "65b5be86da5540e7c92b68e16f83bbb6"),
        (241, "1da1cb61bcb8a2a102e8cd95421c6d02"), (1000, "18bf41bc8229e27733ef703fb2b20ed1"),
        (600_000, "eaef36fcf41e6e553a7433914c4ae706"),
    ])
    func `the content hash is XXH3 of 128 bits`(count: Int, value: String) {
        let bytes = (0..<count).map { UInt8($0 % 251) }
        var written: [UInt8] = []
        bytes.withUnsafeBytes { ContentHash(of: $0) }.append(to: &written)
        // It is written with the lowest byte first, and shown with the highest.
        #expect(Digest.hexadecimal(written.reversed()) == value)
    }

    // FIPS 180-4's and RFC 1321's examples.
    @Test(arguments: [
        (DigestAlgorithm.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            .sha512, "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func `digests have the standards' values, fed at once or byte by byte`(
        algorithm: DigestAlgorithm, text: String, expected: String
    ) {
        let bytes = Array(text.utf8)
        #expect(Digest.hexadecimal(Digest.of(bytes, algorithm)) == expected)
        let parts = Digest(algorithm)
        for byte in bytes { [byte].withUnsafeBytes { parts.update($0) } }
        #expect(Digest.hexadecimal(parts.finish()) == expected)
        #expect(algorithm.length * 2 == expected.count)
    }

    @Test func `POSIX checksum of known texts is that of cksum`() {
        #expect(POSIXChecksum.of([]) == 4_294_967_295)
        #expect(POSIXChecksum.of(Array("hello world\n".utf8)) == 3_733_384_285)
        #expect(POSIXChecksum.of(Array("123456789".utf8)) == 930_766_865)
    }

    @Test func `POSIX checksum is the same however the bytes are cut`() {
        var generator = TestRandom(seed: 5)
        let bytes = (0..<5000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let whole = POSIXChecksum.of(bytes)
        for _ in 0..<50 {
            var checksum = POSIXChecksum()
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int(generator.next() % 2100))
                bytes[start..<end].withUnsafeBytes { checksum.update($0) }
                // To ask for the value in between changes nothing.
                _ = checksum.value
                start = end
            }
            checksum.update(UnsafeRawBufferPointer(start: nil, count: 0))
            #expect(checksum.value == whole)
        }
    }

    @Test(
        .enabled(if: Program("cksum") != nil, "cksum is not installed"),
        arguments: [0, 1, 7, 8, 9, 255, 256, 1023, 1024, 1025, 65_535, 65_536, 100_003])
    func `POSIX checksum is what cksum says`(count: Int) throws {
        var generator = TestRandom(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let outcome = try #require(Program("cksum")).run([], input: Data(bytes))
        #expect(outcome.outputText == "\(POSIXChecksum.of(bytes)) \(count)\n")
    }
}
