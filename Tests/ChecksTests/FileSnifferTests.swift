import Testing

@testable import Checks

@Suite struct FileSnifferTests {
    private static func sniff(_ bytes: [UInt8], size: Int64? = nil) -> SniffedFile.Kind? {
        FileSniffer.sniff(bytes, size: size ?? Int64(bytes.count))
    }

    private static func padded(_ bytes: [UInt8], to count: Int = 64) -> [UInt8] {
        bytes + Array(repeating: 0, count: max(0, count - bytes.count))
    }

    @Test(
        arguments: [
            [0xFE, 0xED, 0xFA, 0xCE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF], [0xCF, 0xFA, 0xED, 0xFE],
        ] as [[UInt8]])
    func `Mach-O of either width and byte order is code`(magic: [UInt8]) {
        #expect(Self.sniff(Self.padded(magic)) == .executable("Mach-O"))
        #expect(Self.sniff(magic) == nil)
    }

    @Test(
        arguments: [
            [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2], [0xCA, 0xFE, 0xBA, 0xBF, 0, 0, 0, 1],
            [0xBE, 0xBA, 0xFE, 0xCA, 2, 0, 0, 0],
        ] as [[UInt8]])
    func `universal Mach-O is code`(head: [UInt8]) {
        #expect(Self.sniff(Self.padded(head)) == .executable("Mach-O universal"))
    }

    @Test(
        arguments: [
            // Java 1.1, Java 8, Java 21, a preview release.
            [0xCA, 0xFE, 0xBA, 0xBE, 0, 3, 0, 45], [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52],
            [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65], [0xCA, 0xFE, 0xBA, 0xBE, 0xFF, 0xFF, 0, 66],
            // No architecture at all.
            [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0], [0xCA, 0xFE, 0xBA, 0xBE],
        ] as [[UInt8]])
    func `a Java class is no code of the system`(head: [UInt8]) {
        #expect(Self.sniff(head.count > 4 ? Self.padded(head) : head) == nil)
    }

    @Test func `ELF is code`() {
        #expect(Self.sniff(Self.padded([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1])) == .executable("ELF"))
        #expect(Self.sniff(Self.padded([0x7F, 0x45, 0x4C, 0x46, 9, 1, 1])) == nil)
        #expect(Self.sniff([0x7F, 0x45, 0x4C, 0x46]) == nil)
    }

    private static func windows(signature: [UInt8], at offset: Int = 0x80) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 512)
        bytes[0] = UInt8(ascii: "M")
        bytes[1] = UInt8(ascii: "Z")
        bytes[0x3C] = UInt8(offset & 0xFF)
        bytes[0x3D] = UInt8(offset >> 8)
        if offset + signature.count <= bytes.count {
            bytes.replaceSubrange(offset..<offset + signature.count, with: signature)
        }
        return bytes
    }

    @Test func `formats that start with MZ are code`() {
        #expect(Self.sniff(Self.windows(signature: [0x50, 0x45, 0, 0])) == .executable("Windows PE"))
        #expect(Self.sniff(Self.windows(signature: [0x4E, 0x45, 5, 60])) == .executable("Windows NE"))
        var dos = Self.windows(signature: [], at: 0)
        dos[2] = 0x90
        dos[4] = 1
        dos[8] = 2
        #expect(Self.sniff(dos) == .executable("DOS or Windows"))
        #expect(Self.sniff(dos, size: 100) == nil)
    }

    @Test func `a signature beyond the head does not hide a program`() {
        var bytes = Self.windows(signature: [0x50, 0x45, 0, 0], at: 0x4000)
        bytes[2] = 0x90
        bytes[4] = 3
        bytes[8] = 4
        #expect(Self.sniff(bytes, size: 100_000) == .executable("DOS or Windows"))
    }

    @Test func `text that starts with MZ is no code`() {
        #expect(Self.sniff(Array("MZ".utf8)) == nil)
        #expect(Self.sniff(Array(String(repeating: "MZ is a name. ", count: 20).utf8)) == nil)
        #expect(Self.sniff(Self.windows(signature: [0x50, 0x45, 1, 0])) == nil)
    }

    @Test(arguments: [
        ("#!/bin/sh\n", "/bin/sh"), ("#!  /usr/bin/env python3 -u \r\n", "/usr/bin/env python3 -u"),
        ("#!\t/bin/sh", "/bin/sh"),
    ])
    func `a script is told by its first line`(text: String, interpreter: String) {
        #expect(Self.sniff(Array(text.utf8)) == .script(interpreter))
    }

    @Test(arguments: [
        "#!AMR\n", "#!SILK_V3", "#![no_std]\n", " #!/bin/sh", "\u{FEFF}#!/bin/sh", "#!", "#!\n/bin/sh", "#! \n", "#",
        "",
        "# /bin/sh",
    ])
    func `what only looks like a script is data`(text: String) {
        #expect(Self.sniff(Array(text.utf8)) == nil)
    }

    @Test func `a long first line is cut`() {
        let script = Array(("#!/" + String(repeating: "a", count: 1000)).utf8)
        #expect(Self.sniff(script) == .script("/" + String(repeating: "a", count: 255)))
    }

    @Test(
        arguments: [
            Array("!<arch>\n".utf8), [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0], [0x1B, 0x4C, 0x75, 0x61, 0x53],
            [0x89, 0x50, 0x4E, 0x47],
            Array("PK\u{3}\u{4}".utf8), [0xFF, 0xD8, 0xFF, 0xE0], Array("%PDF-1.4".utf8), [],
        ] as [[UInt8]])
    func `libraries for linkers, byte code and media are data`(head: [UInt8]) {
        #expect(Self.sniff(Self.padded(head)) == nil)
    }

    @Test func `no head makes the sniffer crash`() {
        let magics: [[UInt8]] = [
            [0xCA, 0xFE, 0xBA, 0xBE], [0x4D, 0x5A], [0x7F, 0x45, 0x4C, 0x46], [0x23, 0x21], [0xFE, 0xED, 0xFA, 0xCE],
        ]
        for magic in magics {
            for length in 0..<80 {
                _ = Self.sniff(Array((magic + Array(repeating: 0xFF, count: 80)).prefix(length)), size: .max)
            }
        }
    }
}
