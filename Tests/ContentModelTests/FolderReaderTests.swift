import ContentModel
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct FolderReaderTests {
    @Test func `a content folder's entries are sorted, with size, mode and time`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1", contents: ["b/c.txt": "four", "a.txt": ""])
            #expect(chmod(path + "/Contents/a.txt", 0o4751) == 0)
            var times = [timeval(tv_sec: 86_400, tv_usec: 5), timeval(tv_sec: -7, tv_usec: 0)]
            #expect(utimes(path + "/Contents/b/c.txt", &times) == 0)
            #expect(chmod(path + "/Contents/b/c.txt", 0o600) == 0)
            let tree = FolderReader.tree(atPath: path)
            #expect(
                tree.entries.map(\.path.displayText)
                    == ["ContentInfo.plist", "Contents", "Contents/a.txt", "Contents/b", "Contents/b/c.txt"])
            #expect(tree.entries.map(\.type) == [.file, .directory, .file, .directory, .file])
            #expect(tree.entry(at: ContentPath("Contents"))?.size == 0)
            #expect(tree.entry(at: ContentPath("Contents/a.txt"))?.mode == 0o4751)
            #expect(
                tree.entries.last
                    == ContentEntry(
                        path: ContentPath("Contents/b/c.txt"), type: .file, size: 4, mode: 0o600, modificationTime: -7))
            #expect(tree.leftOut == [])
            #expect(tree.failures == [])
        }
    }

    @Test func `A12: what stands beside Contents is left out, a folder without what is in it`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            try folder.write("pack1/map.json", "{}")
            try folder.write("pack1/More/a.txt", "a")
            _ = try folder.makeContentFolder("pack1/Inner")
            let tree = FolderReader.tree(atPath: path)
            #expect(
                tree.leftOut == [
                    LeftOutEntry(
                        path: ContentPath("Inner"), reason: .besideContents, isDirectory: true, isContentFolder: true),
                    LeftOutEntry(path: ContentPath("More"), reason: .besideContents, isDirectory: true),
                    LeftOutEntry(path: ContentPath("map.json"), reason: .besideContents, isDirectory: false),
                ])
            #expect(tree.entries.count == 3)
        }
    }

    @Test func `C17: pipes and sockets are seen and not opened`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            #expect(mkfifo(path + "/Contents/pipe", 0o644) == 0)
            try Self.makeSocket(at: path + "/Contents/socket")
            let tree = FolderReader.tree(atPath: path)
            #expect(tree.entry(at: ContentPath("Contents/pipe"))?.type == .special(.fifo))
            #expect(tree.entry(at: ContentPath("Contents/socket"))?.type == .special(.socket))
            #expect(tree.failures == [])
            for name in ["Contents/pipe", "Contents/socket"] {
                let entry = try #require(tree.entry(at: ContentPath(name)))
                #expect(throws: ContentReadError(path: entry.path, reason: "not a plain file")) {
                    try tree.source.open(entry)
                }
            }
        }
    }

    @Test func `a pipe named ContentInfo.plist is an entry like any other`() throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("pack1/Contents")
            #expect(mkfifo(folder.path("pack1/ContentInfo.plist"), 0o644) == 0)
            let tree = FolderReader.tree(atPath: folder.path("pack1"))
            #expect(tree.entry(at: ContentTree.contentInfoPath)?.type == .special(.fifo))
        }
    }

    @Test func `a folder named ContentInfo.plist is not looked into`() throws {
        try withTemporaryFolder { folder in
            try folder.write("pack1/ContentInfo.plist/a", "a")
            let tree = FolderReader.tree(atPath: folder.path("pack1"))
            #expect(tree.entries.map(\.path) == [ContentTree.contentInfoPath])
            #expect(tree.entries.first?.type == .directory)
        }
    }

    @Test func `a hard link is a plain file under each of its names`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1", contents: ["a.txt": "tabby"])
            #expect(link(path + "/Contents/a.txt", path + "/Contents/b.txt") == 0)
            let tree = FolderReader.tree(atPath: path)
            for name in ["a.txt", "b.txt"] {
                let entry = try #require(tree.entry(at: ContentPath("Contents/\(name)")))
                #expect(entry.type == .file && entry.size == 5)
                #expect(try tree.source.bytes(of: entry, limit: 10) == Array("tabby".utf8))
            }
        }
    }

    @Test func `links keep their whole target and are not followed`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            let long = String(repeating: "../", count: 300) + "etc"
            #expect(symlink(long, path + "/Contents/long") == 0)
            #expect(symlink("..", path + "/Contents/up") == 0)
            let tree = FolderReader.tree(atPath: path)
            #expect(tree.entry(at: ContentPath("Contents/long"))?.type == .symlink(target: Array(long.utf8)))
            #expect(tree.entry(at: ContentPath("Contents/up"))?.type == .symlink(target: Array("..".utf8)))
            #expect(tree.entries.count == 5)
        }
    }

    @Test func `Contents as a link is an entry and not followed`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            #expect(rename(path + "/Contents", folder.path("elsewhere")) == 0)
            #expect(symlink("../elsewhere", path + "/Contents") == 0)
            let tree = FolderReader.tree(atPath: path)
            #expect(tree.entries.map(\.type) == [.file, .symlink(target: Array("../elsewhere".utf8))])
        }
    }

    @Test func `the folder itself may be a link, since the user named it`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            #expect(symlink("pack1", folder.path("link")) == 0)
            let tree = FolderReader.tree(atPath: folder.path("link"))
            #expect(tree.entries == FolderReader.tree(atPath: path).entries)
            let entry = try #require(tree.entry(at: ContentPath("Contents/a.txt")))
            #expect(try tree.source.bytes(of: entry, limit: 10) == Array("a".utf8))
        }
    }

    @Test func `what can't be listed is a failure with the system's reason`() throws {
        try withTemporaryFolder { folder in
            let missing = FolderReader.tree(atPath: folder.path("missing"))
            #expect(missing.failures == [ReadFailure(path: nil, reason: "No such file or directory")])
            #expect(missing.entries == [])
            let file = try folder.write("file", "a")
            #expect(FolderReader.tree(atPath: file).failures == [ReadFailure(path: nil, reason: "Not a directory")])
        }
    }

    @Test(.enabled(if: geteuid() != 0, "nothing is closed to root"))
    func `a folder that nobody may list is a failure, and the rest is read`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1", contents: ["a/x": "a", "b/x": "b", "c/x": "c"])
            #expect(chmod(path + "/Contents/b", 0) == 0)
            let tree = FolderReader.tree(atPath: path)
            #expect(tree.failures == [ReadFailure(path: ContentPath("Contents/b"), reason: "Permission denied")])
            #expect(tree.entry(at: ContentPath("Contents/c/x")) != nil)
            #expect(tree.entry(at: ContentPath("Contents/b"))?.type == .directory)
        }
    }

    @Test func `C02: names that are not UTF-8 are kept as bytes`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            let name: [CChar] = Array((path + "/Contents/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
            let descriptor = open(name, O_CREAT | O_WRONLY, 0o644)
            // Some disks refuse such names; then there is nothing to see.
            guard descriptor >= 0 else { return }
            close(descriptor)
            let tree = FolderReader.tree(atPath: path)
            #expect(tree.entries.last?.path.bytes == Array("Contents/caf".utf8) + [0xE9])
            #expect(tree.entries.last?.path.displayText == "Contents/caf\\xE9")
        }
    }

    @Test func `E08: an exclusion never hides ContentInfo.plist`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            try folder.write("pack1/Contents/b.plist", "b")
            try folder.write("pack1/Contents/ContentInfo.plist", "b")
            let tree = FolderReader.tree(atPath: path, excluding: [ContentGlob("*.plist")])
            #expect(tree.entries.map(\.path.displayText) == ["ContentInfo.plist", "Contents", "Contents/a.txt"])
            #expect(tree.leftOut.map(\.path.displayText) == ["Contents/ContentInfo.plist", "Contents/b.plist"])
            #expect(tree.leftOut.map(\.reason) == [.excluded("*.plist"), .excluded("*.plist")])
        }
    }

    @Test func `E08: an exclusion of all in Contents leaves the folder, one of Contents hides it and says so`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            let inside = FolderReader.tree(atPath: path, excluding: [ContentGlob("Contents/**")])
            #expect(inside.entries.map(\.path.displayText) == ["ContentInfo.plist", "Contents"])
            #expect(inside.leftOut.map(\.reason) == [.excluded("Contents/**")])
            let whole = FolderReader.tree(atPath: path, excluding: [ContentGlob("x"), ContentGlob("/Contents")])
            #expect(whole.entries.map(\.path.displayText) == ["ContentInfo.plist"])
            #expect(
                whole.leftOut
                    == [LeftOutEntry(path: ContentPath("Contents"), reason: .excluded("/Contents"), isDirectory: true)])
        }
    }

    @Test func `folders nested a thousand deep are walked, past the longest path the system takes`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1")
            let depth = 1000
            try Self.makeDeepFolder(in: path + "/Contents", depth: depth)
            let tree = FolderReader.tree(atPath: path)
            #expect(tree.failures == [])
            // Each level has a folder to go down into and another with a file in it, so that ways back are gone too.
            #expect(tree.entries.count == 3 + 3 * depth)
            let deepest = try #require(tree.entries.max { $0.path.bytes.count < $1.path.bytes.count })
            #expect(deepest.path.bytes.count > 4096)
            let file = try #require(tree.entries.last { $0.type == .file && $0.path.bytes.count > 4096 })
            #expect(try tree.source.bytes(of: file, limit: 10) == Array("x".utf8))
            // Foundation can't remove what it has no path for.
            _ = try #require(Program("rm")).run(["-rf", path])
        }
    }

    private static func makeDeepFolder(in root: String, depth: Int) throws {
        var current = open(root, O_RDONLY | O_DIRECTORY)
        for _ in 0..<depth {
            try #require(mkdirat(current, "side", 0o755) == 0)
            let file = openat(current, "side/file", O_CREAT | O_WRONLY, 0o644)
            try #require(write(file, "x", 1) == 1)
            close(file)
            try #require(mkdirat(current, "deeper", 0o755) == 0)
            let next = openat(current, "deeper", O_RDONLY | O_DIRECTORY)
            close(current)
            current = next
            try #require(current >= 0)
        }
        close(current)
    }

    private static func makeSocket(at path: String) throws {
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            try #require(path.utf8.count < buffer.count)
            buffer.copyBytes(from: path.utf8)
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(result == 0)
    }
}
