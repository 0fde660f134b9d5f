import ContentModel
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct FolderContentSourceTests {
    @Test func `a file is read from its start to its end`() throws {
        try withTemporaryFolder { folder in
            let bytes = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let path = try folder.makeContentFolder("pack1")
            try folder.write("pack1/Contents/big", bytes)
            let tree = FolderReader.tree(atPath: path)
            let entry = try #require(tree.entry(at: ContentPath("Contents/big")))
            #expect(try tree.source.bytes(of: entry, limit: 1_500_000) == bytes)
            #expect(throws: ContentReadError(path: entry.path, reason: "larger than 1499999 bytes")) {
                try tree.source.bytes(of: entry, limit: 1_499_999)
            }
            let reader = try tree.source.open(entry)
            #expect(try reader.read(upTo: 0) == [])
            #expect(try reader.read(upTo: 4) == [0, 31, 62, 93])
        }
    }

    @Test func `heads are read in order, each file with a result of its own`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder(
                "pack1", contents: ["a": "abcdef", "b/c": "x", "b/d": "", "e": "12345"])
            let tree = FolderReader.tree(atPath: path)
            try folder.write("pack1/Contents/b/c", "longer now")
            var heads: [String] = []
            let files = tree.entries.filter { $0.type == .file && $0.path != ContentTree.contentInfoPath }
            tree.source.readHeads(of: files, count: 5) { entry, head in
                switch head {
                case .success(let bytes):
                    heads.append("\(entry.path.displayText)=\(String(decoding: bytes, as: UTF8.self))")
                case .failure(let error): heads.append(error.description)
                }
            }
            #expect(
                heads == [
                    "Contents/a=abcde", "Contents/b/c: changed since it was listed", "Contents/b/d=",
                    "Contents/e=12345",
                ])
        }
    }

    @Test func `C18: a file that grows while it is read is an error`() throws {
        try withTemporaryFolder { folder in
            let (reader, path) = try Self.openLog(folder, "twelve bytes")
            #expect(try reader.read(upTo: 6).count == 6)
            try Self.append("more", to: path)
            #expect(throws: Self.changed) { try reader.readToEnd() }
        }
    }

    @Test func `C18: a file that shrinks while it is read is an error`() throws {
        try withTemporaryFolder { folder in
            let (reader, path) = try Self.openLog(folder, "twelve bytes")
            #expect(try reader.read(upTo: 6).count == 6)
            #expect(truncate(path, 8) == 0)
            #expect(throws: Self.changed) { try reader.readToEnd() }
        }
    }

    @Test func `C18: a file that is written anew at the same size while it is read is an error`() throws {
        try withTemporaryFolder { folder in
            let (reader, path) = try Self.openLog(folder, "twelve bytes")
            #expect(try reader.read(upTo: 12).count == 12)
            var times = [timeval(tv_sec: 5, tv_usec: 0), timeval(tv_sec: 5, tv_usec: 1)]
            #expect(utimes(path, &times) == 0)
            #expect(throws: Self.changed) { try reader.readToEnd() }
        }
    }

    @Test func `a file that is no longer what was listed is not read`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.makeContentFolder("pack1", contents: ["a/b.txt": "a"])
            let tree = FolderReader.tree(atPath: path)
            let entry = try #require(tree.entry(at: ContentPath("Contents/a/b.txt")))
            func reason() -> String? {
                do {
                    _ = try tree.source.open(entry)
                    return nil
                } catch {
                    return error.reason
                }
            }
            let (file, moved) = (path + "/Contents/a/b.txt", path + "/Contents/a/c.txt")
            #expect(reason() == nil)
            #expect(rename(file, moved) == 0)
            #expect(reason() == "No such file or directory")
            // A link in its place, even to the same file.
            #expect(symlink("c.txt", file) == 0)
            #expect(reason() == "Too many levels of symbolic links")
            // A pipe in its place: opening it must not wait for a writer.
            #expect(unlink(file) == 0)
            #expect(mkfifo(file, 0o644) == 0)
            #expect(reason() == "changed since it was listed")
            // A link in the place of a folder above it.
            #expect(unlink(file) == 0)
            #expect(rename(moved, file) == 0)
            #expect(reason() == nil)
            #expect(rename(path + "/Contents/a", path + "/Contents/z") == 0)
            #expect(symlink("z", path + "/Contents/a") == 0)
            #expect(reason() == "Not a directory")
        }
    }

    private static let changed = ContentReadError(
        path: ContentPath("Contents/log.txt"), reason: "changed while it was read", isChange: true)

    private static func openLog(_ folder: TemporaryFolder, _ text: String) throws -> (any ContentReader, String) {
        let path = try folder.makeContentFolder("pack1", contents: ["log.txt": text])
        let tree = FolderReader.tree(atPath: path)
        let entry = try #require(tree.entry(at: ContentPath("Contents/log.txt")))
        return (try tree.source.open(entry), path + "/Contents/log.txt")
    }

    private static func append(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_APPEND)
        defer { close(descriptor) }
        try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
    }
}

extension ContentReader {
    fileprivate func read(upTo count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try bytes.withUnsafeMutableBytes { try self.read(into: $0) }
        return Array(bytes[..<read])
    }

    fileprivate func readToEnd() throws {
        while try !read(upTo: 4).isEmpty {}
    }
}
