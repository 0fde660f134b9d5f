import PropertyLists
import TestSupport
import Testing
import XMLReading

@Suite struct RecognitionTests {
    private static let others: [(bytes: [UInt8], detail: String)] = [
        (Array("{\"a\": 1}".utf8), "looks like JSON"),
        (Array(" { \"a\\\"b\" : 1}".utf8), "looks like JSON"),
        (Array("[1]".utf8), "looks like JSON"),
        (Array("<!DOCTYPE html>\n<html></html>".utf8), "looks like HTML"),
        (Array("<HTML>".utf8), "looks like HTML"),
        (Array("Hello, world".utf8), "looks like plain text"),
        (Array("a = b\nc = d\n".utf8), "looks like plain text"),
        (Array("{\\rtf1 x}".utf8), "looks like an RTF document"),
        (Array("#!/bin/sh\n".utf8), "looks like a script"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "looks like a PNG image"),
        ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], "looks like a zip archive"),
        ([0x00, 0x05, 0x16, 0x07, 0x00, 0x02], "looks like an AppleDouble file (the '._' twin of another)"),
        ([0x80, 0x81, 0x82], "looks like binary data"),
        ([0x00, 0x00, 0x00], "looks like binary data"),
        (
            Array("bplist16xxxx".utf8),
            "is a binary property list of version '16'; only version '00' is read"
        ),
    ]

    @Test(arguments: others)
    func `what is no property list is named for what it looks like`(bytes: [UInt8], detail: String) {
        let reading = PropertyListReader.read(bytes)
        #expect(described(reading.faults) == ["unknownFormat - " + detail])
        #expect(reading.format == nil)
        #expect(reading.root == nil)
    }

    @Test func `a file over the limit is not looked at`() {
        let reading = PropertyListReader.read(Array(repeating: 0x20, count: PropertyListReader.maximumBytes + 1))
        #expect(
            described(reading.faults) == [
                "limitExceeded - the file is 16777217 bytes long; up to 16777216 are read"
            ])
    }

    @Test func `B29: conflict markers are one fault with the first line, and no side is picked`() {
        let text = xml(
            """
            <key>ContentVersion</key>
            <<<<<<< HEAD
            <string>1.0</string>
            =======
            <string>2.0</string>
            >>>>>>> other
            """)
        for text in [text, text.replacing("\n", with: "\r\n")] {
            let reading = read(text)
            #expect(described(reading.faults) == ["mergeConflict 5:1 a version-control system left conflict markers"])
            #expect(reading.root == nil)
            #expect(reading.format == .xml)
        }
        let whole = read("<<<<<<< HEAD\n{ a = 1; }\n=======\n{ a = 2; }\n>>>>>>> x\n")
        #expect(described(whole.faults) == ["mergeConflict 1:1 a version-control system left conflict markers"])
        #expect(whole.format == .oldStyle)
    }

    @Test func `a line of equal signs is no conflict`() {
        let reading = read(xml("<!--\n=======\n-->\n<key>a</key><string>\n=======\n</string>"))
        #expect(reading.faults.isEmpty)
    }

    @Test func `no damage to a property list makes the reader crash`() {
        let samples: [[UInt8]] = [
            Array(xml("<key>a</key><array><integer>1</integer><data>AA==</data><!-- x --></array>").utf8),
            Array("{ a = (b, \"c\\U00e9\", <0fbd>); /* x */ d = { e = 'f'; }; // g\n}".utf8),
            BinarySample.everyType,
        ]
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for sample in samples {
            for _ in 0..<3_000 {
                var bytes = sample
                for _ in 0...next(4) {
                    let place = next(bytes.count)
                    switch next(5) {
                    case 0: bytes[place] = UInt8(next(256))
                    case 1: bytes[place] ^= 1 << UInt8(next(8))
                    case 2: bytes.remove(at: place)
                    case 3: bytes.insert(contentsOf: sample[next(sample.count)...].prefix(next(20)), at: place)
                    default: bytes.removeSubrange(place...)
                    }
                    if bytes.isEmpty { bytes = sample }
                }
                let reading = PropertyListReader.read(bytes)
                #expect(reading.root != nil || !reading.faults.isEmpty)
            }
        }
    }
}
