import ContentModel
import Testing

@testable import Packaging

@Suite struct PayloadOrderTests {
    private static func sorted(_ paths: [String]) -> [String] {
        paths.map { ContentPath($0) }.sorted(by: PayloadOrder.precedes).compactMap(\.text)
    }

    @Test func `siblings are in the order of a case-insensitive disk, as Apple's payloads of 2015`() {
        #expect(
            Self.sorted(["Contents/c.txt", "Contents/E", "Contents/DrumSamples", "Contents/a.txt", "Contents/_m.pd"])
                == ["Contents/_m.pd", "Contents/a.txt", "Contents/c.txt", "Contents/DrumSamples", "Contents/E"])
    }

    @Test func `a folder comes before what is in it, and all that is in it before its next sibling`() {
        #expect(
            Self.sorted(["a.b", "a/x/y", "a", "a/x", "A", "A/z", "a-", "ContentInfo.plist"])
                == ["A", "A/z", "a", "a/x", "a/x/y", "a-", "a.b", "ContentInfo.plist"])
    }

    @Test func `names that differ in case only are in the order of their bytes`() {
        #expect(Self.sorted(["b", "B", "ab", "aB", "Ab"]) == ["Ab", "aB", "ab", "B", "b"])
    }

    @Test func `other letters count as their bytes`() {
        #expect(Self.sorted(["\u{E9}", "\u{C9}", "z"]) == ["z", "\u{C9}", "\u{E9}"])
    }
}
