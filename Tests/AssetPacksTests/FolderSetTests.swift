import AssetPacks
import Testing

@Suite struct FolderSetTests {
    private static let folders = FolderSet(["a", "b/c", "Caf\u{E9}/x", "d/e/f"])

    private static func above(_ paths: [String]) -> [String] { paths.filter { folders.holdsFolder(above: $0) } }

    private static func among(_ paths: [String]) -> [String] {
        paths.filter { folders.holdsPathOrFolder(above: $0) }
    }

    @Test func `a path lies in a folder that is one of its beginnings, part for part`() {
        let inside = ["a/1", "a/b/c", "b/c/d", "d/e/f/g/h", "Cafe\u{301}/x/y"]
        let itself = ["a", "b/c", "d/e/f", "Cafe\u{301}/x"]
        let elsewhere = ["", "b", "b/cc/d", "ab/c", "A/1", "d/e", "d/e/ff", "/a/1", "b//c/d", "x/a/1", "Cafe/x/y"]
        #expect(Self.above(inside + itself + elsewhere) == inside)
        #expect(Self.among(inside + itself + elsewhere) == inside + itself)
    }

    @Test func `no folder holds anything`() {
        #expect(!FolderSet([]).holdsPathOrFolder(above: "a"))
    }

    @Test func `a path through very many folders is looked up as any other`() {
        let deep = Array(repeating: "f", count: 16_000).joined(separator: "/")
        let folders = FolderSet([deep, "g"])
        #expect(folders.holdsPathOrFolder(above: deep) && folders.holdsFolder(above: deep + "/x"))
        #expect(!folders.holdsFolder(above: deep) && !folders.holdsFolder(above: deep + "x/x"))
    }
}
