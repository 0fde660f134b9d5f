import TestSupport
import Testing

@testable import PropertyLists

/// Every object but the string keeps its bytes and its number.
@Suite struct BinaryEditingTests {
    /// A dictionary with the product ID, a nested dictionary and filling up to a number of objects.
    private static func sample(references size: UInt8 = 1, value: [UInt8] = BinarySample.ascii("CatPhotos"))
        -> BinarySample
    {
        func reference(_ number: Int) -> [UInt8] { BinarySample.bigEndian(UInt64(number), size: Int(size)) }
        var sample = BinarySample()
        sample.referenceSize = size
        // 0 the root; 1 to 3 its keys; 4 the product ID; 5 the version; 6 a dictionary {ContentVersion: [1.0, 7]}.
        sample.objects = [
            [0xD3] + [1, 2, 3, 4, 5, 6].flatMap(reference), BinarySample.ascii("IAPProductIdentifier"),
            BinarySample.ascii("ContentVersion"), BinarySample.ascii("More"), value, BinarySample.ascii("1.0"),
            [0xD1] + [2, 7].flatMap(reference), [0xA2] + [5, 8].flatMap(reference), [0x10, 7],
        ]
        return sample
    }

    /// The bytes of each object, by its number.
    private static func objects(_ bytes: [UInt8]) throws -> [[UInt8]] {
        let layout = try BinaryLayout(bytes)
        return try (0..<layout.objectCount).map { index in
            var size = 0
            _ = try BinaryObject(at: index, in: layout, size: &size)
            let start = try layout.offset(of: index)
            return Array(bytes[start..<start + size])
        }
    }

    @Test(
        arguments: [1, 2, 3, 4, 8] as [UInt8],
        ["x", "a longer text than before, of thirty-nine c", "", "Kätzchen", "😀"])
    func `a string that is used once is replaced under its number`(size: UInt8, value: String) throws {
        let before = Self.sample(references: size)
        let edit = try PropertyListEditor.set("IAPProductIdentifier", to: value, in: before.bytes)
        #expect(edit.formerValue == "CatPhotos")
        var expected = before.objects
        let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
        let units = value.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        expected[4] = isASCII ? BinarySample.ascii(value) : [0x60 | UInt8(units.count / 2)] + units
        #expect(try Self.objects(edit.bytes) == expected)
        #expect(try BinaryLayout(edit.bytes).offsetSize == 4)
        #expect(edit.bytes.count - before.bytes.count == expected[4].count - before.objects[4].count)
    }

    @Test(arguments: [1, 2, 4] as [UInt8])
    func `a string that is used elsewhere too stays there, and a new one is added`(size: UInt8) throws {
        let before = Self.sample(references: size)
        let edit = try PropertyListEditor.set("ContentVersion", to: "1.1", in: before.bytes)
        var expected = before.objects
        expected[0][1 + 4 * Int(size) + Int(size) - 1] = 9
        expected.append(BinarySample.ascii("1.1"))
        #expect(try Self.objects(edit.bytes) == expected)
        #expect(
            described(PropertyListReader.read(edit.bytes).root)
                == "{IAPProductIdentifier: \"CatPhotos\", ContentVersion: \"1.1\", "
                + "More: {ContentVersion: [\"1.0\", 7]}}")
    }

    @Test func `a value that is the key of another entry leaves the key alone`() throws {
        var sample = BinarySample()
        sample.objects = [
            [0xD2, 1, 2, 2, 3], BinarySample.ascii("K"), BinarySample.ascii("Cats"), BinarySample.ascii("x"),
        ]
        let edit = try PropertyListEditor.set("K", to: "Dogs", in: sample.bytes)
        #expect(described(PropertyListReader.read(edit.bytes).root) == "{K: \"Dogs\", Cats: \"x\"}")
    }

    @Test(arguments: [13, 14, 15, 254, 255, 256, 65_535, 65_536])
    func `the count of a string is written as it must be`(count: Int) throws {
        for letter in ["a", "ä"] {
            let value = String(repeating: letter, count: count)
            let edit = try PropertyListEditor.set("IAPProductIdentifier", to: value, in: Self.sample().bytes)
            #expect(PropertyListReader.read(edit.bytes).string("IAPProductIdentifier") == value)
        }
    }

    @Test func `offsets that grow too large for their bytes get more`() throws {
        // Written by hand, since the samples' offsets have four bytes.
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 2] + BinarySample.ascii("K") + BinarySample.ascii("v")
        let table = bytes.count
        bytes += [8, 11, 13] + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [3, 0, table] { bytes += BinarySample.bigEndian(UInt64(number), size: 8) }
        #expect(PropertyListReader.read(bytes).string("K") == "v")
        let edit = try PropertyListEditor.set("K", to: String(repeating: "v", count: 300), in: bytes)
        #expect(try BinaryLayout(edit.bytes).offsetSize == 2)
        #expect(try PropertyListEditor.set("K", to: "v", in: edit.bytes).bytes.count == bytes.count + 3)
    }

    @Test func `a missing key is added behind the others`() throws {
        var before = Self.sample()
        before.objects[0] = [0xD2, 2, 3, 5, 6]
        let edit = try PropertyListEditor.set(
            "IAPProductIdentifier", to: "Dogs", in: before.bytes, addsMissingKey: true)
        var expected = before.objects
        expected[0] = [0xD3, 2, 3, 9, 5, 6, 10]
        expected += [BinarySample.ascii("IAPProductIdentifier"), BinarySample.ascii("Dogs")]
        #expect(try Self.objects(edit.bytes) == expected)
        #expect(edit.formerValue == nil)
    }

    @Test func `what is unused, and what lies between the parts, stays`() throws {
        var sample = Self.sample()
        sample.objects.append(BinarySample.ascii("nobody's"))
        var trailer: [UInt8] = []
        sample.patch = {
            $0[5] = 1
            trailer = $0
        }
        let before = sample.bytes
        let gap = Array(before.dropLast(32)) + [1, 2, 3] + before.suffix(32)
        let edit = try PropertyListEditor.set("IAPProductIdentifier", to: "Dogs", in: gap)
        #expect(edit.bytes.dropLast(32).suffix(3) == [1, 2, 3])
        #expect(Array(edit.bytes.suffix(32).prefix(8)) == Array(trailer.prefix(8)))
        #expect(try Self.objects(edit.bytes).last == BinarySample.ascii("nobody's"))
        #expect(trailer.count == 32)
    }

    @Test func `where references are full a shared string is refused with a way out`() {
        var sample = BinarySample()
        let filling = (0..<251).map { UInt8(4 + $0) }
        sample.objects = [
            [0xD2, 1, 2, 3, 255], BinarySample.ascii("K"), BinarySample.ascii("L"), BinarySample.ascii("v"),
        ]
        sample.objects += filling.map { [0x10, $0] }
        sample.objects.append([0xAF, 0x10, 252] + filling + [3])
        #expect(sample.objects.count == 256)
        #expect(PropertyListReader.read(sample.bytes).faults.isEmpty)
        let error = #expect(throws: PropertyListEditError.self) {
            try PropertyListEditor.set("K", to: "w", in: sample.bytes)
        }
        #expect(error?.reason == "its references of one byte leave no room for another object")
        #expect(error?.remedy?.contains("convert the file to XML") == true)
    }

    @Test func `objects that lie in each other are not pulled apart`() throws {
        // The key of the second entry is the tail of the first one's value.
        var sample = BinarySample()
        sample.objects = [
            [0xD2, 1, 2, 3, 4], BinarySample.ascii("K"), BinarySample.ascii("b"), BinarySample.ascii("cQb"),
            BinarySample.ascii("v"),
        ]
        sample.offsets[2] = 8 + 5 + 2 + 2 + 2
        let before = PropertyListReader.read(sample.bytes)
        #expect(described(before.root) == "{K: \"cQb\", b: \"v\"}")
        let edit = try PropertyListEditor.set("K", to: "new", in: sample.bytes)
        #expect(described(PropertyListReader.read(edit.bytes).root) == "{K: \"new\", b: \"v\"}")
    }

    @Test func `any value is read back by our reader and by Python`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 9)
            for number in 0..<200 {
                let sample = Self.sample(references: [1, 2, 4][number % 3])
                let value = HostileText.next(using: &random) + (number % 7 == 0 ? "\u{0}\u{1B}" : "")
                let edit = try PropertyListEditor.set("IAPProductIdentifier", to: value, in: sample.bytes)
                #expect(PropertyListReader.read(edit.bytes).string("IAPProductIdentifier") == value)
                try folder.write("\(number).plist", edit.bytes)
                try folder.write("\(number).before", sample.bytes)
                try folder.write("\(number).value", value)
            }
            try PythonReader.check(folder)
        }
    }

    @Test func `a value of every other type is refused, and every other value stays`() throws {
        let bytes = BinarySample.everyType
        for number in 0..<18 {
            let isString = [11, 12, 13].contains(number)
            let edit = try? PropertyListEditor.set("k\(number)", to: "new", in: bytes)
            #expect((edit != nil) == isString, "k\(number)")
        }
    }

    @Test func `bytes changed at random never make the editor crash, or make it lose a value`() {
        var random = TestRandom(seed: 77)
        for _ in 0..<3_000 {
            var bytes = Bool.random(using: &random) ? Self.sample().bytes : BinarySample.everyType
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for key in ["IAPProductIdentifier", "k11"] {
                _ = try? PropertyListEditor.set(key, to: "new", in: bytes, addsMissingKey: true)
            }
        }
    }
}
