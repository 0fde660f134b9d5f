import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct BomFaultTests {
    /// The root, a folder (block 14), a file in it (17) and a link (20).
    private let bom: PlainBom
    /// Two leaves (3 and 1544) under a branch (1545).
    private let large: PlainBom

    init() throws {
        bom = try PlainBom([.root, .directory("./d"), .file("./d/f", size: 5), .link("./l", to: "d/f")])
        large = try PlainBom(BomEntry.folder(of: 636))
    }

    private func fault(_ bytes: [UInt8]) -> BomFault? {
        do throws(BomFault) { _ = try BomArchive(bytes) } catch { return error }
        return nil
    }

    private func fault(_ bom: PlainBom) -> BomFault? { fault(bom.bytes) }

    @Test func `other files, and other versions, are no Bom`() {
        #expect(fault(bom) == nil)
        #expect(fault(Array("BOMStorf".utf8)) == .damaged("it does not begin with \"BOMStore\""))
        #expect(fault(bom.changing(at: 8, to: 2)) == .unsupported("it is a BOMStore of version 2"))
        #expect(fault([]) == .truncated("it breaks off within its header"))
    }

    @Test func `a file that is cut off is truncated, wherever it is cut`() {
        for count in 0..<bom.bytes.count {
            guard case .truncated = fault(Array(bom.bytes[..<count])) else {
                Issue.record("cut at \(count)")
                return
            }
        }
        #expect(fault(Array(bom.bytes[..<31])) == .truncated("it breaks off within its header"))
        #expect(fault(bom.bytes.dropLast()) == .truncated("its table of blocks lies beyond its end"))
    }

    private func fault(_ bytes: ArraySlice<UInt8>) -> BomFault? { fault(Array(bytes)) }

    @Test func `tables out of range are told`() {
        let end = bom.bytes.count
        for offset in [16, 20] {
            for number in [end, 0xFFFF_FFFF] {
                #expect(
                    fault(bom.changing(at: offset, to: number)) == .truncated("its table of blocks lies beyond its end")
                )
            }
        }
        for offset in [24, 28] {
            #expect(fault(bom.changing(at: offset, to: 0xFFFF_FFFF)) == .truncated("its variables lie beyond its end"))
        }
        let counted = BomFault.damaged("its table counts more blocks than it has room for")
        #expect(fault(bom.changing(at: bom.number(16), to: 0xFFFF_FFFF)) == counted)
        #expect(fault(bom.changing(at: 20, to: 3)) == counted)
        #expect(fault(bom.changing(at: 20, to: 100)) == counted)
        let broken = BomFault.damaged("its list of variables breaks off")
        for change in [bom.changing(at: bom.variableStart, to: 6), bom.changing(at: 28, to: 2)] {
            #expect(fault(change) == broken)
        }
        #expect(fault(bom.changing(at: bom.variableStart, to: 0xFFFF_FFFF)) == broken)
    }

    @Test func `a BOMStore without paths is of some other kind`() {
        let start = bom.variableStart + 4
        // After the block and the length of BomInfo, and after BomInfo those of Paths.
        let paths = start + 5 + 7 + 5
        let renamed = bom.changing(at: paths, to: Array("paths".utf8))
        #expect(fault(renamed) == .unsupported("it is a BOMStore of some other kind, and lists no paths"))
        var variables: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 9] + Array("CARHEADER".utf8)
        let catalogue = bom.changing(at: 24, to: bom.bytes.count).changing(at: 28, to: variables.count)
        #expect(
            fault(catalogue.bytes + variables) == .unsupported("it is a compiled asset catalogue, and lists no paths"))
        variables = [0, 0, 0, 2] + [0, 0, 0, 2, 5] + Array("Paths".utf8) + [0, 0, 0, 2, 6] + Array("Paths\0".utf8)
        let doubled = bom.changing(at: 24, to: bom.bytes.count).changing(at: 28, to: variables.count)
        #expect(fault(doubled.bytes + variables) == .damaged("it has two variables of the same name"))
    }

    @Test func `blocks that are not there are told`() {
        // The block of the value is the first number of a pair in the leaf.
        for number in [0, bom.count, 0xFFFF_FFFF] {
            #expect(
                fault(bom.changing(3, at: 12, to: number))
                    == .damaged("it has no block \(number), which it refers to as the number of a path"))
            #expect(
                fault(bom.changing(3, at: 16, to: number))
                    == .damaged("it has no block \(number), which it refers to as a name"))
            #expect(
                fault(bom.changing(2, at: 8, to: number))
                    == .damaged("it has no block \(number), which it refers to as a node"))
            #expect(
                fault(bom.changing(13, at: 4, to: number))
                    == .damaged("it has no block \(number), which it refers to as a record"))
        }
        #expect(
            fault(bom.changing(at: bom.place(12) + 4, to: 0))
                == .damaged("it has no block 12, which it refers to as a name"))
        for change in [
            bom.changing(at: bom.place(12), to: bom.bytes.count), bom.changing(at: bom.place(12), to: 0xFFFF_FFFF),
            bom.changing(at: bom.place(12) + 4, to: 0xFFFF_FFFF),
        ] {
            #expect(fault(change) == .truncated("its block 12, a name, lies beyond its end"))
        }
    }

    @Test func `a tree or a node that is none is told`() {
        #expect(fault(bom.changing(2, at: 0, to: Array("twig".utf8))) == .damaged("its block 2 is no tree"))
        #expect(fault(bom.changing(2, at: 4, to: 2)) == .damaged("its block 2 is no tree"))
        #expect(fault(bom.replacing(2, with: Array("tree".utf8))) == .damaged("its block 2 is no tree"))
        #expect(fault(bom.changing(3, at: 0, to: [0, 2])) == .damaged("its block 3 is no node of a tree"))
        #expect(fault(bom.replacing(3, with: [0, 1, 0])) == .damaged("its block 3 is no node of a tree"))
        #expect(
            fault(bom.changing(3, at: 2, to: [1, 255]))
                == .damaged("its block 3 counts 511 entries, more than a node of 4096 bytes has room for"))
        #expect(
            fault(bom.changing(2, at: 12, to: 40))
                == .damaged("its block 3 counts 4 entries, more than a node of 40 bytes has room for"))
        #expect(fault(bom.changing(2, at: 16, to: 5)) == .damaged("a tree in it counts 5 entries and has 4"))
        let empty = bom.changing(3, at: 2, to: [0, 0])
        #expect(fault(empty) == .damaged("a tree in it counts 4 entries and has 0"))
        #expect(fault(empty.changing(2, at: 16, to: 0)) == .damaged("it lists no paths"))
    }

    @Test func `a tree that runs in circles or differs from the chain of its leaves is told`() {
        #expect(fault(large) == nil)
        let chain = BomFault.damaged("the leaves of a tree are chained otherwise than its branches say")
        for (leaf, forward) in [(3, 3), (3, 0), (1544, 3), (1544, 1544), (1544, 99)] {
            #expect(fault(large.changing(leaf, at: 4, to: forward)) == chain, "\(leaf) to \(forward)")
        }
        for child in [1545, 3] {
            #expect(fault(large.changing(1545, at: 20, to: child)) == .damaged("its block \(child) is twice in a tree"))
        }
        #expect(
            fault(large.changing(1545, at: 2, to: [0, 0]).changing(1545, at: 12, to: 0))
                == .damaged("its block 1545 is a branch without children"))
    }

    @Test func `a tree is no deeper than any needs to be`() {
        // Each branch has nothing but a last child: the blocks 4 to 14 lose what they were.
        var deep = bom
        for number in 4...14 {
            deep = deep.replacing(number, with: [UInt8](repeating: 0, count: 12) + [0, 0, 0, UInt8(number + 1)])
        }
        deep = deep.changing(2, at: 8, to: 4).changing(at: bom.variableStart, to: 2)
        #expect(fault(deep) == .damaged("a tree in it has more than 8 levels"))
    }

    @Test func `records of no kind, and records that break off, are told`() {
        #expect(fault(bom.changing(14, at: 0, to: [5])) == .damaged("its path 2 is of a kind that does not exist (5)"))
        #expect(
            fault(bom.replacing(14, with: Array(bom.block(14).dropLast())))
                == .damaged("the record of its path 2 breaks off"))
        let target = BomFault.damaged("the target of the link that is its path 4 has no end where it should")
        for length in [0, 3, 5, 13, 0xFFFF_FFFF] {
            #expect(fault(bom.changing(20, at: 27, to: length)) == target, "\(length)")
        }
    }

    @Test func `names that nothing can have in a folder are told`() {
        // The link is the fourth path; its name is the block 21.
        for name in ["", ".", "..", "a/b", "/", "a\0b"] {
            #expect(
                fault(bom.replacing(21, with: [0, 0, 0, 1] + Array(name.utf8) + [0]))
                    == .damaged("its path 4 has a name that nothing can have in a folder"), "\(name)")
        }
        for bytes: [UInt8] in [[0, 0, 0, 1, 97], [0, 0, 0, 1], [0, 0, 1]] {
            #expect(fault(bom.replacing(21, with: bytes)) == .damaged("the name of its path 4 has no end"))
        }
        #expect(
            fault(bom.replacing(12, with: [0, 0, 0, 0, 97, 0]))
                == .damaged("its path 1 has a name that nothing can have in a folder"))
    }

    @Test func `paths that are there twice, out of order or nowhere are told`() {
        let order = { (number: Int) in
            BomFault.damaged("its path \(number) stands out of order, or twice, where Apple's tools stop reading")
        }
        // The order of the leaf: 1 the root, 2 "d", 4 "l", 3 "f".
        #expect(fault(bom.replacing(21, with: [0, 0, 0, 1, 97, 0])) == order(4))
        #expect(fault(bom.replacing(21, with: [0, 0, 0, 1, 100, 0])) == order(4))
        #expect(fault(bom.replacing(21, with: [0, 0, 0, 0, 46, 0])) == order(4))
        #expect(fault(bom.replacing(15, with: [0, 0, 0, 0, 46, 0])) == order(2))
        let numbers = { (number: Int) in
            BomFault.damaged("it has two paths with the number \(number), or one with the number 0")
        }
        #expect(fault(bom.changing(22, at: 0, to: 3)) == numbers(3))
        #expect(fault(bom.changing(22, at: 0, to: 0)) == numbers(0))
        #expect(fault(bom.changing(18, at: 0, to: 9)) == .damaged("the folder of its path 3 is missing"))
        #expect(fault(bom.changing(18, at: 0, to: 4)) == .damaged("its path 3 is in something that is no folder"))
    }

    @Test func `folders that are within themselves are told`() throws {
        let within = BomFault.damaged("the folder of its path 3 is in the end within itself")
        let nested = try PlainBom([.root, .directory("./d"), .directory("./d/e")])
        #expect(fault(nested.changing(18, at: 0, to: 3)) == within)
        // "d" and "e" become each the other's folder, and the leaf gets the order that this asks for: 1, 3, 2.
        let swapped = nested.changing(15, at: 0, to: 3).changing(18, at: 0, to: 2)
            .changing(3, at: 20, to: 19).changing(3, at: 24, to: 18).changing(3, at: 28, to: 16)
            .changing(3, at: 32, to: 15)
        #expect(fault(swapped) == within)
    }

    @Test func `a size above 4 GiB that contradicts the record is told`() throws {
        let sized = try PlainBom([.root, .file("./a", size: 5 << 32 + 1)])
        #expect(fault(sized) == nil)
        #expect(fault(sized.changing(17, at: 4, to: 2)) == .damaged("its path 2 has two sizes"))
        #expect(fault(sized.replacing(17, with: [0, 0, 0, 1])) == .damaged("its list of sizes above 4 GiB is broken"))
        #expect(fault(sized.replacing(18, with: [0, 0, 14])) == .damaged("its list of sizes above 4 GiB is broken"))
    }

    @Test func `blocks that share bytes do not make much out of little`() throws {
        // Every name of 1,000 is the same block of 60,000 bytes but for its start.
        let name = [UInt8](repeating: 97, count: 60_000)
        var shared = try PlainBom(BomEntry.folder(of: 500))
        let start = shared.bytes.count
        for number in 2...500 {
            let block = 12 + 3 * (number - 1)
            shared = shared.changing(at: shared.place(block), to: start)
                .changing(at: shared.place(block) + 4, to: name.count + 5)
        }
        let bytes = shared.bytes + [0, 0, 0, 1] + name + [0]
        #expect(fault(bytes) == .damaged("its blocks share bytes"))
    }

    @Test func `paths do not grow without bound`() throws {
        // Each folder within the one before: no more than a few bytes of the file make a path of many.
        var path = "."
        var entries = [BomEntry.root]
        for _ in 0..<2000 {
            path += "/folder"
            entries.append(.directory(path))
        }
        #expect(fault(try PlainBom(entries)) == .damaged("its paths are far too long for its size"))
        // As deep as a system takes, all is well.
        entries.removeLast(2000 - 140)
        #expect(fault(try PlainBom(entries)) == nil)
    }

    @Test func `damage of any kind is told or has no effect, and never ends the program`() throws {
        var generator = TestRandom(seed: 11)
        let small = try PlainBom([.root, .directory("./d"), .file("./d/f", size: 5 << 32), .link("./d/l", to: "f")])
        for (bom, rounds) in [(small, 800), (large, 60)] {
            // Zeros that fill up nodes are most of the file, and mean nothing.
            let used = bom.bytes.indices.filter { bom.bytes[$0] != 0 }
            for _ in 0..<rounds {
                var bytes = bom.bytes
                for _ in 0...generator.next() % 4 {
                    let index = used[Int(generator.next() % UInt64(used.count))] - Int(generator.next() % 3)
                    bytes[max(0, index)] = UInt8(truncatingIfNeeded: generator.next() >> 8)
                }
                let place = Int(generator.next() % UInt64(bytes.count))
                switch generator.next() % 4 {
                case 0: bytes.removeLast(place)
                case 1: bytes.insert(contentsOf: [0, 1, 2, 3], at: place)
                default: break
                }
                let archive = try? BomArchive(bytes)
                #expect((archive?.entries.count ?? 0) <= 636)
            }
        }
    }
}
