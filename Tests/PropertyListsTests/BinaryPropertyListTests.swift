import Foundation
import PropertyLists
import Testing

@Suite struct BinaryPropertyListTests {
    @Test func `every type is read`() {
        let reading = PropertyListReader.read(BinarySample.everyType)
        #expect(reading.format == .binary)
        #expect(reading.faults.isEmpty)
        #expect(
            described(reading.root)
                == "{k0: false, k1: true, k2: 255, k3: 65534, k4: 2147483648, k5: -1, k6: 18446744073709551616, k7: 1.5, "
                + "k8: -1.5, k9: date 2.0, k10: <1 2 3>, k11: \"a rather long string\", k12: \"é€\", k13: \"\u{1F698}A\", "
                + "k14: uid 7, k15: uid 256, k16: [\"k0\", \"k0\"], k17: {}}")
        #expect(reading.entry("k0")?.node.position == nil)
        #expect(reading.entry("k0")?.keyPosition == nil)
    }

    @Test func `what Foundation writes is read`() throws {
        let content: [String: Any] = [
            "IAPProductIdentifier": "com.example.app.pack1", "n": [1, 2.5, true] as [Any], "é": Data([1, 2]),
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: content, format: .binary, options: 0)
        let reading = PropertyListReader.read(Array(data))
        #expect(reading.faults.isEmpty)
        #expect(reading.entry("IAPProductIdentifier")?.node.value == .string("com.example.app.pack1"))
        #expect(described(reading.entry("n")?.node) == "[1, 2.5, true]")
        #expect(described(reading.entry("é")?.node) == "<1 2>")
    }

    @Test func `B11: a doubled key is reported, and both values are kept`() {
        let key = BinarySample.ascii("ContentVersion")
        let sample = BinarySample(objects: [
            [0xD2, 1, 2, 3, 4], key, key, BinarySample.ascii("1.0"), BinarySample.ascii("2.0"),
        ])
        let reading = PropertyListReader.read(sample.bytes)
        #expect(described(reading.faults) == ["duplicateKey - ContentVersion"])
        #expect(described(reading.root) == "{ContentVersion: \"1.0\", ContentVersion: \"2.0\"}")
    }

    @Test func `B17: an object inside the header is damage`() {
        var sample = BinarySample(objects: [[0xD0]])
        sample.offsets[0] = 0
        let reading = PropertyListReader.read(sample.bytes)
        #expect(described(reading.faults) == ["damagedBinary - object 0 is said to be where no object can be"])
        #expect(reading.root == nil)
        #expect(reading.format == .binary)
    }

    @Test func `B19: an array that contains itself is damage`() {
        let sample = BinarySample(objects: [[0xD1, 1, 2], BinarySample.ascii("k"), [0xA1, 2]])
        #expect(
            described(PropertyListReader.read(sample.bytes).faults) == [
                "damagedBinary - object 2, an array or dictionary, contains itself"
            ])
        let alone = BinarySample(objects: [[0xA1, 0]])
        #expect(
            described(PropertyListReader.read(alone.bytes).faults) == [
                "damagedBinary - object 0, an array or dictionary, contains itself"
            ])
    }

    @Test func `objects that double at each level are a limit`() {
        var sample = BinarySample()
        for level in 0..<64 { sample.objects.append([0xA2, UInt8(level + 1), UInt8(level + 1)]) }
        sample.objects.append([0x09])
        #expect(
            described(PropertyListReader.read(sample.bytes).faults) == [
                "limitExceeded - there are more than 250000 values"
            ])
    }

    @Test func `nesting has a limit, also through an object read before`() {
        var sample = BinarySample(referenceSize: 2)
        func chain(_ count: Int) -> BinarySample {
            var sample = sample
            for level in 0..<count {
                sample.objects.append([0xA1] + BinarySample.bigEndian(UInt64(level + 1), size: 2))
            }
            sample.objects.append([0x09])
            return sample
        }
        #expect(PropertyListReader.read(chain(256).bytes).faults.isEmpty)
        let deep = "limitExceeded - values are nested more than 256 deep"
        #expect(described(PropertyListReader.read(chain(257).bytes).faults) == [deep])
        // The root refers to a chain of 200 first, then to another of 100 that ends in the first.
        sample.objects = [[0xA2, 0, 1, 0, 201]]
        for level in 1...199 { sample.objects.append([0xA1] + BinarySample.bigEndian(UInt64(level + 1), size: 2)) }
        sample.objects.append([0x09])
        for level in 201...300 { sample.objects.append([0xA1] + BinarySample.bigEndian(UInt64(level + 1), size: 2)) }
        sample.objects.append([0xA1, 0, 1])
        #expect(described(PropertyListReader.read(sample.bytes).faults) == [deep])
    }

    @Test func `objects that overlap are damage`() {
        var sample = BinarySample()
        let count = 200
        sample.objects = [[0xAF, 0x10, UInt8(count)] + (1...UInt8(count))]
        sample.objects.append([0x4F, 0x11, 0x02, 0x00] + Array(repeating: 0, count: 512))
        for index in 2...count {
            sample.objects.append([])
            sample.offsets[index] = 8 + UInt64(3 + count)
        }
        #expect(described(PropertyListReader.read(sample.bytes).faults) == ["damagedBinary - its objects overlap"])
    }

    private static let broken: [(objects: [[UInt8]], fault: String)] = [
        ([[0xA1, 9]], "damagedBinary - it refers to object 9 of 1"),
        ([[0xAF, 0x13] + Array(repeating: 0xFF, count: 8)], "damagedBinary - a number in it is absurdly large"),
        (
            [[0xAF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7)],
            "limitExceeded - there are more than 250000 values"
        ),
        ([[0xDF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7)], "damagedBinary - object 0 has no proper count"),
        (
            [[0x4F, 0x12, 0, 1, 0, 0]],
            "damagedBinary - an object in it claims 65536 items, more than the file has room for"
        ),
        ([[0xAF, 0x50]], "damagedBinary - object 0 has no proper count"),
        ([[0x51, 0xE9]], "damagedBinary - object 0, an ASCII string, is not ASCII"),
        ([[0x70]], "damagedBinary - object 0 is of no known type"),
        ([[0x0F]], "damagedBinary - object 0 is of no known type"),
        ([[0xD1, 1, 1], [0x10, 1]], "damagedBinary - a dictionary in it has a key that is not a string"),
    ]

    @Test(arguments: broken)
    func `damage is named and gives no root`(objects: [[UInt8]], fault: String) {
        let reading = PropertyListReader.read(BinarySample(objects: objects).bytes)
        #expect(described(reading.faults) == [fault])
        #expect(reading.root == nil)
    }

    @Test func `a trailer that claims too much is damage`() {
        let right = BinarySample(objects: [[0xD0]])
        func faults(_ patch: @escaping (inout [UInt8]) -> Void) -> [String] {
            var sample = right
            sample.patch = patch
            return described(PropertyListReader.read(sample.bytes).faults)
        }
        #expect(faults { $0[14] = 1 } == ["damagedBinary - it claims 257 objects, more than it has room for"])
        #expect(faults { $0[8] = 0x7F }.first?.hasSuffix("objects, more than it has room for") == true)
        #expect(faults { $0[23] = 1 } == ["damagedBinary - its root is object 1 of 1"])
        let bad =
            "damagedBinary - its last 32 bytes are not the trailer they should be; "
            + "the file was cut short, or something was appended"
        #expect(faults { $0[6] = 0 } == [bad])
        #expect(faults { $0[7] = 9 } == [bad])
        #expect(faults { $0[24] = 0xFF } == [bad])
        #expect(faults { $0[31] = 8 } == [bad])
        #expect(described(PropertyListReader.read(right.bytes + [0x0A]).faults) == [bad])
        #expect(
            described(PropertyListReader.read(Array(right.bytes.prefix(20))).faults) == [
                "truncated - the file is 20 bytes long, shorter than any of its form"
            ])
        #expect(
            described(PropertyListReader.read(Array("bplist0".utf8)).faults) == [
                "truncated - the file ends inside the header"
            ])
    }

    @Test func `null, sets and half surrogate pairs are reported, and the rest is read`() {
        let sample = BinarySample(objects: [
            [0xD3, 1, 2, 3, 4, 5, 6], BinarySample.ascii("a"), BinarySample.ascii("b"), BinarySample.ascii("c"), [0x00],
            [0xC1, 1], [0x61, 0xD8, 0x3D],
        ])
        let reading = PropertyListReader.read(sample.bytes)
        #expect(
            described(reading.faults) == [
                "invalidStructure - object 4 is null, a type that property lists don't have",
                "invalidStructure - object 5 is a set, a type that property lists don't have; it is read as an array",
                "damagedBinary - a string holds half a surrogate pair, read as U+FFFD",
            ])
        #expect(described(reading.root) == "{b: [\"a\"], c: \"\u{FFFD}\"}")
    }
}
