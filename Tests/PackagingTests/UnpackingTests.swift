import ContentModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Packaging

/// A package becomes the folder it was made from, or nothing at all.
@Suite struct UnpackingTests {
    private static func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private static func link(_ path: String, to target: String, time: Int64 = 0) -> ContentEntry {
        ContentEntry(
            path: ContentPath(path), type: .symlink(target: Array(target.utf8)), mode: 0o777, modificationTime: time)
    }

    /// Unpacks, and expects this error and a folder with nothing new in it.
    private func expectFailure(
        _ error: UnpackingError, sourceLocation: SourceLocation = #_sourceLocation,
        options: UnpackingOptions = UnpackingOptions(), _ tree: ContentTree
    ) throws {
        try withTemporaryFolder { folder throws in
            #expect(throws: error, sourceLocation: sourceLocation) {
                try PackageUnpacker.unpack(tree, to: folder.path("out"), options: options)
            }
            #expect(try Self.names(folder) == [], sourceLocation: sourceLocation)
        }
    }

    // MARK: What is right

    @Test(arguments: [true, false])
    func `a tree is made with its times, and with modes that follow one rule`(synchronizes: Bool) throws {
        try withTemporaryFolder { folder throws in
            let tree = MemoryTree.package { tree in
                tree.file("Contents/a.txt", "tabby", mode: 0o4777, time: 1_700_000_001)
                tree.folder("Contents/d", mode: 0o1777, time: 1_700_000_002)
                tree.file("Contents/d/large", .zeros(700_001), mode: 0, time: 1_700_000_003)
                tree.folder("Contents/empty", mode: 0, time: 1_700_000_004)
                tree.add(Self.link("Contents/l", to: "d/large", time: 1_700_000_005))
            }.tree
            let path = folder.path("out")
            let unpacked = try PackageUnpacker.unpack(
                tree, to: path, options: UnpackingOptions(synchronizes: synchronizes))
            #expect(unpacked == UnpackedFolder(path: path, files: 3, bytes: 700_014))
            #expect(try Self.names(folder) == ["out"])
            let made = FolderReader.tree(atPath: path)
            #expect(made.entries.map(\.path) == tree.entries.map(\.path))
            #expect(made.entries.map(\.type) == tree.entries.map(\.type))
            #expect(made.entries.map(\.size) == tree.entries.map(\.size))
            #expect(made.entries.map(\.modificationTime) == tree.entries.map(\.modificationTime))
            let mask = umask(0)
            umask(mask)
            for entry in made.entries {
                guard case .symlink = entry.type else {
                    #expect(entry.mode == (entry.type == .directory ? 0o755 : 0o644) & ~UInt16(mask))
                    continue
                }
            }
            #expect(try String(contentsOfFile: path + "/Contents/a.txt", encoding: .utf8) == "tabby")
        }
    }

    @Test func `packed, unpacked and packed again it is the same file`() throws {
        try withTemporaryFolder { folder throws in
            var random = TestRandom(seed: 11)
            let tree = MemoryTree.package { tree in
                for number in 0..<40 {
                    tree.file(
                        "Contents/d\(number % 4)/f\(number)", .bytes(random.text(number * 5000)),
                        time: 1_600_000_000 + Int64(number))
                }
                tree.add(Self.link("Contents/l", to: "d1/f1", time: 1_500_000_000))
            }.tree
            let options = PackageOptions(times: .kept)
            var packages: [WrittenPackage] = []
            for turn in 0..<2 {
                let content =
                    turn == 0 ? tree : FolderReader.tree(atPath: folder.path("0"))
                let package = try PackageWriter.write(
                    content, as: .zip, to: folder.path("\(turn).zip"), options: options)
                let read = try ContentInput.open(package.path).content.get()
                _ = try PackageUnpacker.unpack(read, to: folder.path("\(turn)"))
                packages.append(package)
            }
            // The hand-made tree has no entries for the folders d0 to d3; from the first unpacking on all is alike.
            let last = try PackageWriter.write(
                FolderReader.tree(atPath: folder.path("1")), as: .zip, to: folder.path("2.zip"), options: options)
            #expect(packages[1].sha256 == last.sha256)
        }
    }

    @Test func `an empty folder is replaced, and nothing else is`() throws {
        let tree = MemoryTree.package().tree
        try withTemporaryFolder { folder throws in
            func refusal(_ path: String, _ reason: String) -> UnpackingError {
                .failed(
                    PackagingError(
                        .outputExists, subject: path, reason: reason, remedy: "name a folder that does not exist yet"))
            }
            let empty = try folder.makeFolder("empty")
            _ = try PackageUnpacker.unpack(tree, to: empty)
            #expect(throws: refusal(empty, "the folder exists and is not empty")) {
                try PackageUnpacker.unpack(tree, to: empty)
            }
            let file = try folder.write("file", "mine")
            #expect(throws: refusal(file, "it exists and is not a folder")) {
                try PackageUnpacker.unpack(tree, to: file)
            }
            try folder.makeFolder("target")
            let link = folder.path("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
            #expect(throws: refusal(link, "it exists and is not a folder")) {
                try PackageUnpacker.unpack(tree, to: link)
            }
            #expect(try Self.names(folder) == ["empty", "file", "link", "target"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("target")).isEmpty)
        }
    }

    @Test func `a folder that appears during the work is not touched`() throws {
        try withTemporaryFolder { folder throws in
            let path = folder.path("out")
            let tree = Self.treeThat { _ = try? folder.write("out/theirs", "someone else's") }
            #expect(
                throws: UnpackingError.failed(
                    PackagingError(
                        .outputExists, subject: path, reason: "the folder exists and is not empty",
                        remedy: "name a folder that does not exist yet"))
            ) { try PackageUnpacker.unpack(tree, to: path) }
            #expect(try Self.names(folder) == ["out"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["theirs"])
        }
    }

    // MARK: What is hostile

    @Test func `a path that leads out, or can't be made, is refused before anything is made`() throws {
        func check(_ path: String, _ reason: String, _ type: ContentEntry.Kind = .file) throws {
            let entry = ContentEntry(path: ContentPath(path), type: type)
            try expectFailure(
                .failed(PackagingError(.unsupported, subject: entry.path.displayText, reason: reason)),
                ContentTree(entries: [entry], source: MemorySource(contents: [:])))
        }
        for path in ["../x", "/x", "Contents/../../x", "Contents//x", "Contents/./x", "..", ".", "", "Contents/"] {
            try check(path, "its path leads out of the folder, or nowhere")
        }
        try check("Contents/a\0b", "its path has a NUL byte")
        try check("Contents/p", "a named pipe is never made", .special(.fifo))
        try check("Contents/d", "a device is never made", .special(.device))
        try check("Contents/l", "it is a link whose target is no path", .symlink(target: []))
        try check(
            String(repeating: "a", count: 4097), "its path has 4097 bytes, and no system takes more than 4096")
        try check(
            Array(repeating: "a", count: 129).joined(separator: "/"),
            "it lies 129 levels deep, and at most 128 are made")
    }

    @Test func `a file through a link is refused, and so is a path that is there twice`() throws {
        let through = MemoryTree.package {
            $0.add(Self.link("Contents/d", to: "/tmp"))
            $0.file("Contents/d/f", "x")
        }
        try expectFailure(
            .failed(
                PackagingError(.unsupported, subject: "Contents/d/f", reason: "it lies in what is no folder")),
            through.tree)
        let twice = MemoryTree.package {
            $0.file("Contents/f", "x")
            $0.folder("Contents/f")
        }
        try expectFailure(
            .failed(PackagingError(.unsupported, subject: "Contents/f", reason: "the package has this path twice")),
            twice.tree)
    }

    @Test func `a folder that is swapped for a link meanwhile leads nothing out`() throws {
        try withTemporaryFolder { folder throws in
            let outside = try folder.makeFolder("outside")
            let tree = Self.treeThat {
                let partial = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
                    .first { $0.hasPrefix(".out.partial") }
                guard let partial else { return }
                let swapped = folder.path(partial) + "/Contents"
                rmdir(swapped)
                symlink(outside, swapped)
            }
            let error = #expect(throws: UnpackingError.self) {
                try PackageUnpacker.unpack(tree, to: folder.path("out"))
            }
            guard case .failed(let failure)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.code == .unwritable)
            #expect(failure.subject == folder.path("out") + "/Contents/b")
            #expect(try Self.names(folder) == ["outside"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
        }
    }

    @Test func `a bomb is refused by what it declares, and by what it gives where it lies`() throws {
        let options = UnpackingOptions(byteLimit: 1_000_000)
        func error(_ what: String) -> UnpackingError {
            .failed(
                PackagingError(
                    .tooLarge, subject: "the package", reason: "\(what), and at most 1000000 are unpacked",
                    remedy: "allow more if you trust it"))
        }
        let honest = MemoryTree.package { $0.file("Contents/a", .zeros(1 << 50)) }
        try expectFailure(
            error("its files have 1125899906842632 bytes by its own account"), options: options, honest.tree)
        let liar = MemoryTree.package { $0.file("Contents/a", .zeros(1 << 50), size: 5) }
        try expectFailure(error("its files have more bytes than it declares"), options: options, liar.tree)
        let many = MemoryTree.package { tree in for number in 0..<100 { tree.folder("Contents/\(number)") } }
        try expectFailure(
            .failed(
                PackagingError(
                    .tooManyEntries, subject: "the package",
                    reason: "it holds 102 entries, and at most 101 are unpacked", remedy: "allow more")),
            options: UnpackingOptions(entryLimit: 101), many.tree)
        let fits = MemoryTree.package { tree in tree.file("Contents/a", .zeros(1_000_000 - 8)) }
        try withTemporaryFolder { folder throws in
            #expect(
                try PackageUnpacker.unpack(fits.tree, to: folder.path("out"), options: options).bytes == 1_000_000)
        }
    }

    @Test func `all files that are damaged are named, and nothing is left`() throws {
        let tree = MemoryTree.package {
            $0.file("Contents/b", .failing([1, 2, 3]))
            $0.file("Contents/c", "whole")
            $0.file("Contents/d", .failing([]))
        }
        try expectFailure(
            .damaged([
                ContentReadError(path: ContentPath("Contents/b"), reason: "Input/output error"),
                ContentReadError(path: ContentPath("Contents/d"), reason: "Input/output error"),
            ]), tree.tree)
    }

    // MARK: When the world does not play along

    @Test func `names that a file system takes for one are found`() {
        let paths = ["Contents/a.txt", "Contents/B", "Contents/caf\u{E9}"].map { ContentPath($0) }
        func twin(_ path: String) -> ContentPath? { UnpackingWork.twin(of: ContentPath(path), among: paths) }
        #expect(twin("Contents/A.TXT") == paths[0])
        #expect(twin("Contents/Cafe\u{301}") == paths[2])
        #expect(twin("Contents/a.txt") == nil)
        #expect(twin("Contents/c") == nil)
    }

    @Test func `a name that is taken is told with the entry that has it, where that is one of the package`() throws {
        try withTemporaryFolder { folder throws in
            let entries = ["Contents/A", "Contents/a", "Contents/b"].map {
                ContentEntry(path: ContentPath($0), type: .file, size: 1)
            }
            func error(_ taken: String) -> PackagingError? {
                // What a file system would do that takes both for one name: the second is there when it is made.
                let source = ActingSource(
                    source: MemorySource(
                        contents: Dictionary(uniqueKeysWithValues: entries.map { ($0.path, .bytes([1])) }))
                ) {
                    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
                    guard let partial = names.first(where: { $0.hasPrefix(".out.partial") }) else { return }
                    _ = try? folder.write("\(partial)/\(taken)", "x")
                }
                do {
                    _ = try PackageUnpacker.unpack(
                        ContentTree(entries: entries, source: source), to: folder.path("out"))
                } catch {
                    if case .failed(let error) = error { return error }
                }
                return nil
            }
            #expect(
                error("Contents/a")
                    == PackagingError(
                        .unwritable, subject: "Contents/a",
                        reason: "the file system takes it and Contents/A for one name",
                        remedy: "unpack where letter case and Unicode form count"))
            #expect(
                error("Contents/b")
                    == PackagingError(.unwritable, subject: folder.path("out") + "/Contents/b", reason: "File exists"))
            #expect(try Self.names(folder) == [])
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "a small file system can't be mounted here"), arguments: [true, false])
    func `a full disk leaves nothing behind`(synchronizes: Bool) throws {
        try withTemporaryFolder { folder throws in
            let disk = try folder.makeFolder("disk")
            let tree = MemoryTree.package { $0.file("Contents/a", .zeros(1 << 20)) }
            try SmallDisk.with(size: "256k", on: disk) { () throws in
                let path = disk + "/out"
                #expect(
                    throws: UnpackingError.failed(
                        PackagingError(
                            .unwritable, subject: path + "/Contents/a", reason: "No space left on device"))
                ) {
                    try PackageUnpacker.unpack(
                        tree.tree, to: path, options: UnpackingOptions(synchronizes: synchronizes))
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
            }
        }
    }

    @Test func `a folder above that is missing is named`() throws {
        try withTemporaryFolder { folder throws in
            #expect(
                throws: UnpackingError.failed(
                    PackagingError(
                        .unwritable, subject: folder.path("no"), reason: "the folder for out does not exist",
                        remedy: "make it first, or name another output"))
            ) { try PackageUnpacker.unpack(MemoryTree.package().tree, to: folder.path("no/out")) }
            for name in ["", ".", "..", "a/", "a/.."] {
                #expect(throws: UnpackingError.self) {
                    try PackageUnpacker.unpack(MemoryTree.package().tree, to: name)
                }
            }
        }
    }

    /// A tree whose first file to be read has something done beside it.
    private static func treeThat(_ act: @escaping @Sendable () -> Void) -> ContentTree {
        let entries = [
            ContentEntry(path: ContentPath("Contents"), type: .directory),
            ContentEntry(path: ContentPath("Contents/b"), type: .file, size: 1),
        ]
        return ContentTree(
            entries: entries,
            source: ActingSource(source: MemorySource(contents: [ContentPath("Contents/b"): .bytes([1])]), act: act))
    }
}

/// Does something whenever a file is opened.
struct ActingSource: ContentSource {
    let source: MemorySource
    let act: @Sendable () -> Void

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        act()
        return try source.open(entry)
    }

    func readHeads(
        of entries: [ContentEntry], count: Int, _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) { source.readHeads(of: entries, count: count, body) }
}
