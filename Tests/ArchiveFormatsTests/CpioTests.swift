import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct CpioTests {
    @Test func `a header has 76 characters, the name and a NUL`() {
        let header = CpioHeader(
            ino: 7, mode: 0o100644, nlink: 1, modificationTime: 1_436_645_229, name: Array("./a".utf8), size: 745)
        #expect(
            String(decoding: header.bytes(), as: UTF8.self)
                == "070707000000000007100644000000000000000001000000"
                + "12550273555" + "000004" + "00000001351" + "./a\0")
        #expect(
            String(decoding: CpioHeader.trailer(ino: 9), as: UTF8.self)
                == "070707000000000011000000000000000000000001000000"
                + "00000000000" + "000013" + "00000000000" + "TRAILER!!!\0")
    }

    @Test func `the largest numbers fit, and too many links become the largest count`() {
        let header = CpioHeader(
            ino: UInt32(CpioHeader.mostEntries), mode: 0o40755, nlink: 300_000, modificationTime: 8 << 30 - 1,
            name: [], size: CpioHeader.largestFile)
        #expect(
            String(decoding: header.bytes(), as: UTF8.self)
                == "070707000000777777040755000000000000777777000000"
                + "77777777777" + "000001" + "77777777777" + "\0")
        #expect(CpioHeader.largestFile == 8_589_934_591)
        #expect([0, 1, 511, 512, 513].map(CpioHeader.padding(afterBytes:)) == [0, 511, 1, 0, 511])
    }

    @Test(
        .enabled(if: PackageVector.areAvailable, "the facts of Apple's packages are not here"),
        arguments: PackageVector.all)
    func `headers and data of Apple's entries take as many bytes as in Apple's payload`(_ vector: PackageVector) throws
    {
        let payload = try vector.facts().payload
        var count: UInt64 = 0
        for entry in payload.entries {
            let header = CpioHeader(
                ino: entry.ino, mode: UInt32(entry.modeNumber), nlink: entry.nlink,
                modificationTime: UInt64(entry.mtime), name: Array(entry.path.utf8), size: entry.size)
            count += UInt64(header.bytes().count) + entry.size
        }
        count += UInt64(CpioHeader.trailer(ino: payload.trailer.ino).count)
        #expect(Int(count) + CpioHeader.padding(afterBytes: count) == payload.cpioBytes)
        #expect(
            GzipFraming.header.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                == payload.gzipHeaderHex)
        #expect(
            CpioHeader.trailer(ino: payload.trailer.ino)[12..<18].elementsEqual(
                String(payload.trailer.ino, radix: 8).leftPadded.utf8))
    }

    @Test(arguments: [1, 7, 4096, Int.max])
    func `what is written is read, however the bytes come`(most: Int) throws {
        let archive = CpioFile.archive(CpioFile.samples)
        #expect(archive.count % 512 == 0)
        #expect(CpioReader.contents(archive, most: most) == .success(CpioFile.samples))
        #expect(CpioReader.contents(gzipped(archive), most: most) == .success(CpioFile.samples))
    }

    @Test func `what is not read of an entry is skipped`() throws {
        let reader = try CpioReader(BytesStream(CpioFile.archive(CpioFile.samples)))
        #expect(reader.form == .portable)
        var names: [String] = []
        while let entry = try reader.next() {
            names.append(String(decoding: entry.name, as: UTF8.self))
            var few = [UInt8](repeating: 0, count: 3)
            _ = try few.withUnsafeMutableBytes { try reader.read(into: $0) }
        }
        #expect(names == CpioFile.samples.map { String(decoding: $0.header.name, as: UTF8.self) })
        #expect(try reader.next() == nil)
        #expect(try reader.data() == [])
    }

    @Test(
        .enabled(if: Program("cpio") != nil && Program("gzip") != nil, "cpio or gzip is not installed"))
    func `GNU cpio lists a payload as it was written`() throws {
        let payload = gzipped(CpioFile.archive(CpioFile.samples))
        let plain = try #require(Program("gzip")).run(["-dc"], input: Data(payload))
        #expect(plain.errorText == "")
        let outcome = try #require(Program("cpio")).run(
            ["-it", "--quiet"], environment: ["LC_ALL": "C.UTF-8"], input: plain.output)
        #expect(outcome.errorText == "")
        let names = outcome.outputText.split(separator: "\n").map(String.init)
        #expect(names == CpioFile.samples.map { String(decoding: $0.header.name, as: UTF8.self) })
        let long = try #require(Program("cpio")).run(
            ["-itv", "--quiet", "-n"], environment: ["TZ": "UTC", "LC_ALL": "C"], input: plain.output)
        #expect(long.errorText == "")
        let lines = long.outputText.split(separator: "\n")
        #expect(lines.first == "drwxr-xr-x   1 0        0               0 Jul 11  2015 .")
        #expect(lines.last == "lrwxr-xr-x   1 0        0               7 Jul 11  2015 ./Contents/link -> a b.txt")
        #expect(lines.count == CpioFile.samples.count)
    }

    @Test(.enabled(if: Program("bsdtar") != nil, "bsdtar is not installed"))
    func `bsdtar unpacks a payload to the same bytes`() throws {
        try withTemporaryFolder { folder in
            let payload = try folder.write("Payload", gzipped(CpioFile.archive(CpioFile.samples)))
            let target = try folder.makeFolder("out")
            let outcome = try #require(Program("bsdtar")).run(
                ["-xf", payload, "-C", target], environment: ["LC_ALL": "C.UTF-8"])
            #expect(outcome.status == 0)
            #expect(outcome.errorText == "")
            for file in CpioFile.samples where file.header.mode & 0o170000 == 0o100000 {
                let path = target + "/" + String(decoding: file.header.name, as: UTF8.self)
                #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == file.data)
            }
        }
    }

    @Test(
        .enabled(if: Program("cpio") != nil, "cpio is not installed"),
        arguments: [("odc", CpioForm.portable), ("newc", .new), ("crc", .newWithSums)])
    func `archives of GNU cpio are read in each form`(name: String, form: CpioForm) throws {
        try withTemporaryFolder { folder in
            for (file, text) in [("a", "one"), ("b", ""), ("odd name", "four"), ("d/e", "12345678")] {
                try folder.write(file, text)
            }
            let outcome = try #require(Program("cpio")).run(
                ["-o", "--quiet", "-H", name], in: folder.path, input: Data("./a\n./b\n./odd name\n./d\n./d/e\n".utf8))
            #expect(outcome.errorText == "")
            let bytes = Array(outcome.output)
            #expect(try CpioReader(BytesStream(bytes)).form == form)
            let files = try CpioReader.contents(bytes).get()
            #expect(
                files.map { String(decoding: $0.header.name, as: UTF8.self) } == ["a", "b", "odd name", "d", "d/e"]
            )
            #expect(files.map { String(decoding: $0.data, as: UTF8.self) } == ["one", "", "four", "", "12345678"])
            #expect(files[3].header.mode & 0o170000 == 0o40000)
        }
    }
}

extension String {
    fileprivate var leftPadded: String { String(repeating: "0", count: 6 - count) + self }
}
