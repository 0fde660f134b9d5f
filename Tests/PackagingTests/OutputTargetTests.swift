import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

@Suite struct OutputTargetTests {
    private static let tree = MemoryTree.package().tree

    private func write(_ path: String, force: Bool = false, _ tree: ContentTree = Self.tree) throws -> WrittenPackage {
        try PackageWriter.write(tree, as: .zip, to: path, options: PackageOptions(replacesExisting: force))
    }

    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `an existing output is refused, and replaced where that was asked for`() throws {
        try withTemporaryFolder { folder throws in
            let path = try folder.write("o.zip", "old")
            let refusal = PackagingError(
                .outputExists, subject: path, reason: "the file exists", remedy: "use --force to replace it")
            #expect(throws: refusal) { try write(path) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
            _ = try write(path, force: true)
            #expect(try ForeignReaders.entries(of: path).count == 2)
            #expect(try names(folder) == ["o.zip"])
        }
    }

    @Test func `an output that appears during the work is not replaced`() throws {
        try withTemporaryFolder { folder throws in
            let path = folder.path("o.zip")
            let source = MeddlingSource(path: path)
            let entry = ContentEntry(path: ContentPath("ContentInfo.plist"), type: .file)
            #expect(
                throws: PackagingError(
                    .outputExists, subject: path, reason: "the file exists", remedy: "use --force to replace it")
            ) {
                try write(path, ContentTree(entries: [entry], source: source))
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "someone else's")
            #expect(try names(folder) == ["o.zip"])
        }
    }

    @Test func `a folder is never replaced`() throws {
        try withTemporaryFolder { folder throws in
            let path = try folder.makeFolder("o.zip")
            let refusal = PackagingError(
                .unwritable, subject: path, reason: "it is a folder", remedy: "name a file for the package")
            #expect(throws: refusal) { try write(path) }
            #expect(throws: refusal) { try write(path, force: true) }
            #expect(
                throws: PackagingError(
                    .unwritable, subject: path + "/", reason: "it names a folder, not a file",
                    remedy: "name a file for the package")
            ) { try write(path + "/", force: true) }
        }
    }

    @Test func `a device is never replaced, nor a link to one`() throws {
        try withTemporaryFolder { folder throws in
            let link = folder.path("o.zip")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
            for path in ["/dev/null", link] {
                #expect(
                    throws: PackagingError(
                        .unwritable, subject: path, reason: "it is not a plain file",
                        remedy: "name a file for the package")
                ) { try write(path, force: true) }
            }
            #expect(try names(folder) == ["o.zip"])
        }
    }

    @Test func `a link is replaced itself, and what it leads to is left alone`() throws {
        try withTemporaryFolder { folder throws in
            let link = folder.path("o.zip")
            let aim = try folder.write("aim", "mine")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "aim")
            #expect(throws: PackagingError.self) { try write(link) }
            _ = try write(link, force: true)
            #expect(try String(contentsOfFile: aim, encoding: .utf8) == "mine")
            #expect(try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType == .typeRegular)
        }
    }

    @Test func `a dangling link counts as an existing output`() throws {
        try withTemporaryFolder { folder throws in
            let link = folder.path("o.zip")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
            #expect(throws: PackagingError.self) { try write(link) }
            _ = try write(link, force: true)
            #expect(try names(folder) == ["o.zip"])
        }
    }

    @Test func `E25: a missing folder is named, and never made`() throws {
        try withTemporaryFolder { folder throws in
            let parent = folder.path("tests 3")
            #expect(
                throws: PackagingError(
                    .unwritable, subject: parent, reason: "the folder for 10.zip does not exist",
                    remedy: "make it first, or name another output")
            ) { try write(parent + "/10.zip") }
            #expect(try names(folder) == [])
        }
    }

    @Test func `a name of 255 bytes can be written, though the unfinished file needs a name as well`() throws {
        try withTemporaryFolder { folder throws in
            let name = String(repeating: "é", count: 125) + "1.zip"
            _ = try write(folder.path(name))
            #expect(try names(folder) == [name])
        }
    }

    // MARK: Output inside input

    @Test func `an output in the input folder is found out, whatever way it is written`() throws {
        try withTemporaryFolder { folder throws in
            let input = try folder.makeFolder("pack")
            _ = try folder.makeFolder("pack/Contents")
            _ = try folder.makeFolder("pack2")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("alias"), withDestinationPath: "pack/Contents")
            let inside = ["pack/o.zip", "pack/Contents/o.zip", "alias/o.zip", "pack2/../pack/o.zip", "pack/new/o.zip"]
            var known = RealPaths()
            for path in inside {
                #expect(ContentInput.isOutput(folder.path(path), inside: input), "\(path)")
                let isKnown = known.isOutput(folder.path(path), inside: input)
                #expect(isKnown, "\(path)")
            }
            for path in ["o.zip", "pack2/o.zip", "new/o.zip", "pack/../o.zip"] {
                #expect(!ContentInput.isOutput(folder.path(path), inside: input), "\(path)")
                let isKnown = known.isOutput(folder.path(path), inside: input)
                #expect(!isKnown, "\(path)")
            }
            #expect(ContentInput.isOutput("/anywhere/o.zip", inside: "/"))
            let file = try folder.write("a.zip", "")
            #expect(ContentInput.isOutput(folder.path("pack/../a.zip"), inside: file))
        }
    }

    // MARK: Ending early

    @Test func `unfinished files are removed at once, and no more can be made or completed`() throws {
        try withTemporaryFolder { folder throws in
            let registry = PartialOutputRegistry()
            let target = OutputTarget(path: folder.path("o.zip"), replacesExisting: false)
            let output = try AtomicOutputFile(target, synchronizes: false, registry: registry)
            try output.append([1, 2, 3])
            #expect(try names(folder).count == 1)
            registry.removeAll()
            #expect(try names(folder) == [])
            let interrupted = PackagingError(.unwritable, subject: folder.path("o.zip"), reason: "interrupted")
            #expect(throws: interrupted) { try output.finish() }
            #expect(throws: interrupted) {
                try AtomicOutputFile(target, synchronizes: false, registry: registry).finish()
            }
            #expect(try names(folder) == [])
        }
    }
}

/// Puts a file where the output is to go while it is read.
private struct MeddlingSource: ContentSource {
    let path: String

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        _ = FileManager.default.createFile(atPath: path, contents: Data("someone else's".utf8))
        return EmptyReader()
    }

    func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {}

    private final class EmptyReader: ContentReader {
        func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int { 0 }
    }
}
