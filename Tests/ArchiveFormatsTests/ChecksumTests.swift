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

    // FIPS 180-4's examples.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 gives the standard's values, fed at once or byte by byte`(text: String, expected: String) {
        let bytes = Array(text.utf8)
        let whole = SHA256Digest()
        bytes.withUnsafeBytes { whole.update($0) }
        #expect(whole.finish() == expected)
        let parts = SHA256Digest()
        for byte in bytes { [byte].withUnsafeBytes { parts.update($0) } }
        #expect(parts.finish() == expected)
    }
}
