import AssetPacks
import ContentModel
import Testing

@Suite struct SelectorCoverageTests {
    private static func names(_ coverage: SelectorCoverage, _ paths: [String]) -> [String] {
        paths.filter { coverage.names(ContentPath($0)) }
    }

    @Test func `files and folders are named, and what is renamed by its new path`() {
        let coverage = SelectorCoverage([
            .file("a/b.png"), .directory("Textures/"), .fileRenamed(source: "x", destination: "./c//d"),
            .directoryRenamed(source: "raw", destination: "Sound"),
        ])
        #expect(
            Self.names(
                coverage,
                ["a/b.png", "a/c.png", "Textures/1/2", "Textures", "Texture/1", "x", "c/d", "raw/1", "Sound/1"])
                == ["a/b.png", "Textures/1/2", "c/d", "Sound/1"])
        #expect(coverage.named.map(\.path) == ["a/b.png", "Textures", "c/d", "Sound"])
        #expect(coverage.named.map(\.isFolder) == [false, true, false, true])
        #expect(coverage.named.map(\.index) == [0, 1, 2, 3])
        #expect(coverage.isComplete)
    }

    @Test func `the Unicode forms of a letter are one, and letter case counts`() {
        let coverage = SelectorCoverage([.file("Caf\u{E9}")])
        #expect(Self.names(coverage, ["Cafe\u{301}", "caf\u{E9}"]) == ["Cafe\u{301}"])
        #expect(!coverage.names(ContentPath(bytes: [0x43, 0xFF])))
    }

    @Test func `a dot names all`() {
        let coverage = SelectorCoverage([.directory(".")])
        #expect(coverage.names(ContentPath("a/b")))
        #expect(coverage.named == [])
    }

    @Test func `what an exclusion may have taken out need not be there`() {
        let selectors: [FileSelector] = [.file("a/b"), .file("a/c"), .directory("d")]
        #expect(SelectorCoverage(selectors + [.fileExclusion("a/b")]).named.map(\.path) == ["a/c"])
        #expect(SelectorCoverage(selectors + [.fileExclusion("a")]).named == [])
        #expect(SelectorCoverage(selectors + [.fileExclusion("*.png")]).named == [])
    }

    @Test func `what a pattern names can't be told, nor what a root changes`() {
        #expect(!SelectorCoverage([.file("a"), .filePattern("*")]).isComplete)
        #expect(SelectorCoverage([.file("a"), .filePattern("*")]).named.map(\.path) == ["a"])
        let rooted = SelectorCoverage([.file("a")], hasRoot: true)
        #expect(!rooted.isComplete && rooted.named == [])
    }

    @Test func `a path that leads out names nothing`() {
        let coverage = SelectorCoverage([.file("../a"), .directory("/b")])
        #expect(coverage.named == [])
        #expect(Self.names(coverage, ["a", "b/c", "../a"]) == [])
    }
}
