import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct CpioFaultTests {
    private func fault(_ bytes: [UInt8]) -> StreamFault? {
        if case .failure(let fault) = CpioReader.contents(bytes) { fault } else { nil }
    }

    private func fault(cpio bytes: [UInt8]) -> StreamFault? {
        do throws(StreamFault) {
            let reader = try CpioReader(BytesStream(bytes))
            while try reader.next() != nil {}
        } catch { return error }
        return nil
    }

    private let archive = CpioFile.archive([CpioFile("./a", data: "hello")])

    @Test func `whatever is no cpio archive is told apart`() {
        let forms: [(String, String)] = [
            ("pbzx\0\0", "a pbzx archive"), ("pbz4\0\0", "an archive compressed in blocks (pbz4)"),
            ("AA01ab", "an Apple Archive"), ("YAA1ab", "an Apple Archive"), ("AEA1ab", "an encrypted Apple Archive"),
            ("BZh91A", "compressed with bzip2"), ("xar!ab", "a xar archive"), ("PK\u{3}\u{4}ab", "a zip"),
        ]
        for (start, name) in forms {
            let bytes = Array(start.utf8) + [1, 2, 3]
            #expect(
                fault(cpio: bytes)
                    == StreamFault(.unsupported, "it is \(name), not a cpio archive of a form that is read"))
            #expect(fault(bytes) == StreamFault(.unsupported, "it is \(name), not compressed with gzip"))
        }
        #expect(
            fault(cpio: [0xC7, 0x71, 0, 0, 0, 0])
                == StreamFault(
                    .unsupported,
                    "it is a cpio archive of the old binary form, not a cpio archive of a form that is read"))
        #expect(fault(cpio: Array("whatever".utf8)) == StreamFault(.damaged, "it is no cpio archive"))
        #expect(
            fault(Array("whatever".utf8))
                == StreamFault(.damaged, "it is not compressed with gzip, nor in any other form that is known"))
        #expect(fault(cpio: []) == StreamFault(.truncated, "it is empty"))
        #expect(fault([]) == StreamFault(.truncated, "it is empty"))
        #expect(
            fault(gzipped(gzipped(archive)))
                == StreamFault(.unsupported, "it is compressed with gzip, not a cpio archive of a form that is read"))
    }

    @Test func `an archive that is cut off is truncated, wherever it is cut`() {
        #expect(fault(archive) == nil)
        let end = archive.count - CpioHeader.padding(afterBytes: 76 + 4 + 5 + 76 + 11)
        for count in 6..<end { #expect(fault(cpio: Array(archive[..<count]))?.kind == .truncated, "\(count)") }
        // What fills up the last block may be missing.
        for count in [end, end + 1] { #expect(fault(cpio: Array(archive[..<count])) == nil) }
        #expect(
            fault(cpio: Array(archive[..<82]))
                == StreamFault(.truncated, "it breaks off 3 bytes before the end of an entry"))
        #expect(
            fault(cpio: Array(archive[..<85]))
                == StreamFault(.truncated, "it breaks off before the entry that ends an archive (TRAILER!!!)"))
    }

    @Test func `bytes between entries or behind the trailer are no archive`() {
        let one = CpioFile("./a", data: "hello")
        let junk = one.header.bytes() + one.data + [0] + CpioHeader.trailer(ino: 1)
        #expect(fault(junk) == StreamFault(.damaged, "no header of an entry stands at its byte 85"))
        let something = StreamFault(.damaged, "something follows the entry that ends the archive (TRAILER!!!)")
        #expect(fault(archive + [1]) == something)
        #expect(fault(archive + archive) == something)
        let many = [UInt8](repeating: 0, count: CpioReader.mostPadding + 70_000)
        #expect(
            fault(archive + many)
                == StreamFault(.damaged, "more than 1048576 NULs follow the entry that ends the archive"))
    }

    @Test func `a header with anything but digits, or of another form, is damaged`() {
        for (offset, byte) in [(6, " "), (11, "8"), (50, "9"), (70, "-"), (5, "1")] {
            var bytes = archive + archive
            bytes.replaceSubrange(85 + offset...85 + offset, with: Array(byte.utf8))
            #expect(fault(bytes) == StreamFault(.damaged, "no header of an entry stands at its byte 85"), "\(offset)")
        }
    }

    @Test func `a name of another length than the header says is damaged`() {
        func named(_ size: String, _ name: [UInt8]) -> [UInt8] {
            var bytes = archive
            bytes.replaceSubrange(59..<65, with: Array(size.utf8))
            bytes.replaceSubrange(76..<80, with: name)
            return bytes
        }
        let ending = StreamFault(.damaged, "the name at its byte 0 does not end where the header says")
        #expect(fault(named("000000", [])) == StreamFault(.damaged, "the header at its byte 0 has a name of 0 bytes"))
        #expect(fault(named("000004", Array("./ab".utf8))) == ending)
        #expect(fault(named("000004", Array("./\0\0".utf8))) == ending)
        #expect(fault(named("777777", Array("./a\0".utf8)))?.kind == .truncated)
    }

    @Test func `a trailer with data is damaged`() {
        let bytes = CpioFile("TRAILER!!!", data: "x").header.bytes() + [0]
        #expect(fault(bytes) == StreamFault(.damaged, "its last entry has data"))
    }

    @Test func `the new form is held to its alignment, its sums and the bound of names`() {
        func new(_ magic: String, name: String, nameSize: Int? = nil, data: String = "", sum: Int = 0, fill: UInt8 = 0)
            -> [UInt8]
        {
            let numbers = [1, 0o100644, 0, 0, 1, 5, data.utf8.count, 0, 0, 0, 0, nameSize ?? name.utf8.count + 1, sum]
            var bytes = Array(magic.utf8)
            for number in numbers {
                let digits = String(number, radix: 16, uppercase: number % 2 == 0)
                bytes += Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
            }
            bytes += Array(name.utf8) + [0]
            while bytes.count % 4 != 0 { bytes.append(fill) }
            bytes += Array(data.utf8)
            while bytes.count % 4 != 0 { bytes.append(fill) }
            return bytes
        }
        let end = new("070702", name: "TRAILER!!!")
        #expect(fault(new("070702", name: "./ab", data: "hello", sum: 532) + end) == nil)
        #expect(
            fault(new("070702", name: "./ab", data: "hello", sum: 533) + end)
                == StreamFault(.damaged, "an entry's bytes do not match their sum"))
        #expect(
            fault(new("070701", name: "./ab", data: "hello", sum: 533) + new("070701", name: "TRAILER!!!")) == nil)
        #expect(
            fault(new("070701", name: "./ab", data: "hello") + end)
                == StreamFault(.damaged, "no header of an entry stands at its byte 124"))
        #expect(
            fault(new("070702", name: "./ab", data: "hello", sum: 532, fill: 1) + end)
                == StreamFault(.damaged, "something other than NULs fills up to its byte 116"))
        #expect(
            fault(new("070702", name: "./ab", nameSize: 1 << 30))
                == StreamFault(.damaged, "the header at its byte 0 has a name of 1073741824 bytes"))
    }

    @Test func `a fault stays`() throws {
        let reader = try CpioReader(BytesStream(Array(archive[..<82])))
        #expect(try reader.next()?.size == 5)
        let fault = StreamFault(.truncated, "it breaks off 3 bytes before the end of an entry")
        #expect(throws: fault) { try reader.data() }
        #expect(throws: fault) { try reader.next() }
        #expect(throws: fault) { try reader.data() }
    }

    @Test func `damage to a payload is always told, and damage to an archive never ends the program`() {
        var generator = TestRandom(seed: 12)
        let plain = CpioFile.archive(CpioFile.samples)
        let packed = gzipped(plain)
        for round in 0..<600 {
            var bytes = round % 2 == 0 ? packed : plain
            // The data of the large file is most of the archive, and may be anything: changes go to the headers.
            let end = round % 2 == 0 ? bytes.count : 600
            let index = Int(generator.next() % UInt64(end))
            let byte = UInt8(truncatingIfNeeded: generator.next())
            switch generator.next() % 3 {
            case 0: bytes[index] ^= byte | 1
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + 1 + Int(byte)))
            default: bytes.insert(contentsOf: [byte, 7], at: index)
            }
            let result = CpioReader.contents(bytes, most: 5000)
            // The time, the hints and the system in the header of gzip are held against nothing.
            if round % 2 == 0, index > 9 { #expect(throws: StreamFault.self) { try result.get() } }
            if case .success(let files) = result { #expect(files.count <= CpioFile.samples.count) }
        }
    }
}
