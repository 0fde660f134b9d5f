import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct BomWritingTests {
    @Test(
        .enabled(if: PackageVector.areAvailable, "the facts of Apple's packages are not here"),
        arguments: PackageVector.all)
    func `every block that Apple's nodes refer to comes out equal, under the same number`(_ vector: PackageVector)
        throws
    {
        let apple = PlainBom(bytes: try vector.file("Bom"))
        let entries = try vector.facts().payload.entries.map(\.bomEntry)
        let ours = try PlainBom(entries)
        #expect(ours.count == 1 + 10 + 3 * entries.count)
        #expect(ours.usedCount == 10 + 3 * entries.count)
        for number in 1..<ours.count { #expect(ours.block(number) == apple.block(number), "block \(number)") }
        #expect(ours.variables == apple.variables)
        #expect(ours.bytes.count < apple.bytes.count)
    }

    @Test func `a link has the size of its target, and the checksum of target and NUL`() throws {
        let bom = try PlainBom([.root, .link("./a", to: "hello world")])
        let target = Array("hello world\0".utf8)
        let record = bom.block(14)
        #expect(record.count == 31 + 12 + 8)
        #expect(Array(record[..<6]) == [3, 1, 0, 15, 0o120755 >> 8, 0o120755 & 0xFF])
        #expect(Array(record[18..<22]) == [0, 0, 0, 11])
        #expect(record[23..<27].reduce(0) { $0 << 8 | UInt32($1) } == POSIXChecksum.of(target))
        #expect(Array(record[27...]) == [0, 0, 0, 12] + target + [UInt8](repeating: 0, count: 8))
        // The targets of links count for the total, and folders do not.
        #expect(Array(bom.block(1)[12...]) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0])
    }

    @Test func `the size of a file from 4 GiB on also stands in Size64, under the number of its record`() throws {
        let size: UInt64 = 9 << 30 | 5
        let bom = try PlainBom([.root, .file("./a", size: size), .file("./b", size: 7)])
        #expect(Array(bom.block(14)[18..<22]) == [0x40, 0, 0, 5])
        // The key and the value come after the three blocks of each path.
        #expect(Array(bom.block(9)[12..<20]) == [0, 0, 16, 0, 0, 0, 0, 1])
        #expect(Array(bom.block(10)[..<20]) == [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 21])
        #expect(bom.block(20) == [0, 0, 0, 2, 0x40, 0, 0, 5])
        #expect(bom.block(21) == [0, 0, 0, 14])
        #expect(Array(bom.block(1)[12...]) == [0, 0, 0, 0, 0, 0, 0, 2, 0x40, 0, 0, 12, 0, 0, 0, 0])
    }

    // Apple's package of 636 paths: 256 and 380 in its two leaves; the second is block 1544 and the root 1545.
    @Test func `the 511th path splits the leaf at 256, and leaf and root get the next numbers`() throws {
        let bom = try PlainBom(BomEntry.folder(of: 636))
        #expect(bom.block(2)[8..<21] == [0, 0, 6, 9, 0, 0, 16, 0, 0, 0, 2, 124, 0])
        #expect(
            Array(bom.block(1545)[..<24]) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 9, 0, 0, 6, 8])
        #expect(Array(bom.block(3)[..<12]) == [0, 1, 1, 0, 0, 0, 6, 8, 0, 0, 0, 0])
        #expect(Array(bom.block(1544)[..<12]) == [0, 1, 1, 124, 0, 0, 0, 0, 0, 0, 0, 3])
        for number in [3, 1544, 1545] { #expect(bom.block(number).count == 4096) }
        #expect(bom.block(1546).count == 35)
        #expect(bom.count == 1 + 10 + 3 * 636 + 2)
    }

    @Test func `510 paths have one leaf`() throws {
        let bom = try PlainBom(BomEntry.folder(of: 510))
        #expect(Array(bom.block(2)[8..<12]) == [0, 0, 0, 3])
        #expect(Array(bom.block(3)[..<4]) == [0, 1, 1, 254])
        #expect(bom.count == 1 + 10 + 3 * 510)
    }

    @Test func `paths that a Bom can't hold are refused`() {
        func error(_ paths: [String], rootKind: BomEntry.Kind = .directory) -> BomWriteError? {
            let entries = paths.map { path in
                BomEntry(
                    path: Array(path.utf8), kind: path == "." ? rootKind : path.hasSuffix("d") ? .directory : .file,
                    mode: 0, modificationTime: 0)
            }
            do throws(BomWriteError) { _ = try BomWriting.bytes(entries) } catch { return error }
            return nil
        }
        #expect(error(["."]) == nil)
        #expect(error([]) == .rootIsNotFirst)
        #expect(error(["./a"]) == .rootIsNotFirst)
        #expect(error(["."], rootKind: .file) == .rootIsNotFirst)
        for bad in ["", "a", ".", "./", "./.", "./..", "./a\0"] {
            #expect(error([".", bad]) == .badPath(Array(bad.utf8)), "\(bad)")
        }
        for orphan in ["/a", "./d/a", "./a/b", "a/b", "././a"] {
            #expect(error([".", "./a", orphan]) == .missingParent(Array(orphan.utf8)), "\(orphan)")
        }
        #expect(error([".", "./b", "./a", "./b"]) == .duplicatePath(Array("./b".utf8)))
    }
}
