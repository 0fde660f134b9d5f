import ContentModel
import Packaging
import Testing

@testable import Checks

@Suite struct SymlinkTests {
    private static func resolve(
        _ target: String, at path: String = "Contents/link", _ extra: [String: ContentSketch.Item] = [:]
    )
        -> SymlinkResolution?
    {
        var items = extra
        items[path] = .symlink(target)
        guard let tree = try? ContentSketch.contentFolder(extra: items).input(named: "pack1").content.get(),
            let entry = tree.entry(at: ContentPath(path))
        else { return nil }
        return SymlinkResolution.resolve(entry, in: tree)
    }

    @Test(arguments: [
        "a.txt", "./a.txt", "../Contents/a.txt", "..//Contents//a.txt", ".", "..", "../ContentInfo.plist",
    ])
    func `a target in the content is sound`(target: String) {
        #expect(Self.resolve(target) == .sound)
    }

    @Test func `a target that starts with a slash is absolute`() {
        #expect(Self.resolve("/") == .absolute)
        #expect(Self.resolve("/Contents/a.txt") == .absolute)
    }

    @Test(arguments: ["../..", "../../pack1/Contents/a.txt", "../../../../etc/passwd"])
    func `a target that leaves the content escapes, also where it comes back`(target: String) {
        #expect(Self.resolve(target) == .escapes)
    }

    @Test func `C12: a way out escapes also behind what is missing or is no folder, however long the target is`() {
        #expect(Self.resolve(String(repeating: "x", count: 1991) + "/../../..") == .escapes)
        #expect(Self.resolve(String(repeating: "a/", count: 100) + String(repeating: "../", count: 600)) == .escapes)
        #expect(Self.resolve("a.txt/../../../b") == .escapes)
        #expect(Self.resolve("gone/../../ContentInfo.plist") == .missing(ContentPath("Contents/gone")))
    }

    @Test func `a target that is not there is named`() {
        #expect(Self.resolve("b.txt") == .missing(ContentPath("Contents/b.txt")))
        #expect(Self.resolve("../map.json") == .missing(ContentPath("map.json")))
        #expect(Self.resolve("b/c.txt") == .missing(ContentPath("Contents/b")))
        #expect(Self.resolve("") == .missing(ContentPath("Contents/link")))
        #expect(Self.resolve("A.txt") == .missing(ContentPath("Contents/A.txt")))
    }

    @Test func `a file is no folder`() {
        #expect(Self.resolve("a.txt/b.txt") == .throughFile(ContentPath("Contents/a.txt")))
        #expect(Self.resolve("a.txt/..") == .throughFile(ContentPath("Contents/a.txt")))
    }

    @Test func `two dots behind a link lead up from where it leads`() {
        let extra: [String: ContentSketch.Item] = [
            "Contents/x/y/b.txt": .text("b"), "Contents/x/c.txt": .text("c"), "Contents/short": .symlink("x/y"),
        ]
        #expect(Self.resolve("short/../c.txt", extra) == .sound)
        #expect(Self.resolve("short/../a.txt", extra) == .missing(ContentPath("Contents/x/a.txt")))
    }

    @Test func `loops end`() {
        #expect(Self.resolve("link") == .loops)
        #expect(Self.resolve("b", ["Contents/b": .symlink("link")]) == .loops)
        #expect(Self.resolve("link/a") == .loops)
        // Somebody else's loop is somebody else's fault.
        #expect(Self.resolve("b", ["Contents/b": .symlink("b")]) == .sound)
    }

    @Test func `a long chain ends`() {
        var chain: [String: ContentSketch.Item] = [:]
        for index in 0..<1000 { chain["Contents/l\(index)"] = .symlink("l\(index + 1)/l\(index + 1)") }
        #expect(Self.resolve("l0", chain) == .sound)
    }

    @Test func `another link's fault is not this one's`() {
        #expect(Self.resolve("b", ["Contents/b": .symlink("/etc")]) == .sound)
        #expect(Self.resolve("b", ["Contents/b": .symlink("../../x")]) == .sound)
        #expect(Self.resolve("b", ["Contents/b": .symlink("gone")]) == .sound)
    }
}
