import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// Asset packs that are there already: kept where they are the very bytes that would be written.
@Suite struct AssetPackUpToDateTests {
    private static func options(
        _ level: CompressionLevel = .default, times: PackageOptions.Times = .fixed(5), jobs: Int = 1,
        updates: Bool = false
    ) -> PackageOptions {
        PackageOptions(
            compression: level, times: times, jobs: jobs, synchronizes: false, replacesExisting: updates,
            keepsUpToDate: true)
    }

    /// Why what is there is not kept; `nil` where it is.
    private static func reason(
        _ content: String, _ path: String, _ identifier: String = "cats", _ options: PackageOptions = options()
    ) throws -> String? {
        do {
            #expect(try AssetPackSample.pack(content, to: path, identifier, options: options).isUpToDate)
            return nil
        } catch let error as PackagingError {
            #expect(error.code == .outputExists && error.subject == path)
            #expect(error.remedy == "use --update or --force to replace it")
            return error.reason
        }
    }

    private static let other = "the file exists, and its bytes are not those that would be written"

    @Test(arguments: [CompressionLevel.store, .default])
    func `the very pack is left as it is, with any number of threads`(level: CompressionLevel) throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 9)
            let content = try folder.makeContentFolder("Cats")
            try folder.write("Cats/Contents/large", random.text(9 << 20))
            let path = folder.path("c.aar")
            let written = try AssetPackSample.pack(content, to: path, options: Self.options(level))
            #expect(!written.isUpToDate)
            let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
            for jobs in [1, 2, 7] {
                let again = try AssetPackSample.pack(content, to: path, options: Self.options(level, jobs: jobs))
                #expect(again.isUpToDate && again.bytes == written.bytes && again.sha256 == written.sha256)
            }
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
            var undigested = Self.options(level, updates: true)
            undigested.digestsOutput = false
            let again = try AssetPackSample.pack(content, to: path, options: undigested)
            #expect(again.isUpToDate && again.sha256 == nil)
        }
    }

    @Test func `any other content, ID, time or packing is told of, and the pack stands`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "sub/b.txt": "b"])
            let path = folder.path("c.aar")
            try AssetPackSample.pack(content, to: path, options: Self.options())
            let bytes = try AssetPackSample.bytes(path)
            #expect(try Self.reason(content, path) == nil)
            #expect(try Self.reason(content, path, "dogs") == Self.other)
            #expect(try Self.reason(content, path, "cats", Self.options(.store)) == Self.other)
            #expect(try Self.reason(content, path, "cats", Self.options(times: .fixed(6))) == Self.other)
            #expect(try Self.reason(content, path, "cats", Self.options(times: .kept)) == Self.other)
            let date = Date(timeIntervalSince1970: 1e9)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: content + "/Contents/a.txt")
            #expect(try Self.reason(content, path) == nil)
            try folder.write("Cats/Contents/a.txt", "b")
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: content + "/Contents/a.txt")
            #expect(try Self.reason(content, path) == Self.other)
            try folder.write("Cats/Contents/a.txt", "a")
            try folder.makeFolder("Cats/Contents/empty")
            #expect(try Self.reason(content, path) == Self.other)
            #expect(try AssetPackSample.bytes(path) == bytes)
            let updated = try AssetPackSample.pack(content, to: path, options: Self.options(updates: true))
            #expect(!updated.isUpToDate)
            #expect(try AssetPackSample.bytes(path) != bytes)
            #expect(try Self.reason(content, path) == nil)
        }
    }

    @Test func `a pack that is cut, longer, changed or no pack at all is not kept`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats")
            let path = folder.path("c.aar")
            for level in [CompressionLevel.store, .default] {
                try AssetPackSample.pack(content, to: path, options: Self.options(level, updates: true))
                let bytes = try AssetPackSample.bytes(path)
                var changed = bytes
                changed[bytes.count / 2] ^= 1
                for other in [Array(bytes.dropLast()), bytes + [0], changed, [], Array("no pack".utf8)] {
                    try folder.write("c.aar", other)
                    #expect(try Self.reason(content, path, "cats", Self.options(level)) == Self.other)
                    #expect(try AssetPackSample.bytes(path) == other)
                }
                let updated = try AssetPackSample.pack(content, to: path, options: Self.options(level, updates: true))
                #expect(!updated.isUpToDate)
                #expect(try AssetPackSample.bytes(path) == bytes)
            }
        }
    }

    @Test func `a folder in the place of the pack is never replaced`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats")
            try folder.makeFolder("c.aar/inside")
            for updates in [false, true] {
                let error = #expect(throws: PackagingError.self) {
                    try AssetPackSample.pack(content, to: folder.path("c.aar"), options: Self.options(updates: updates))
                }
                #expect(error?.subject == folder.path("c.aar"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("c.aar")) == ["inside"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "c.aar"])
        }
    }

    @Test func `a preview tells of what is up to date and of what is not, and writes nothing`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats")
            let path = folder.path("c.aar")
            func preview(_ options: PackageOptions) throws -> Result<WrittenPackage, PackagingError> {
                let job = try PackageJob(
                    FolderReader.tree(atPath: content), asPack: AssetPackSample.plan(),
                    to: [PackageOutput(.aar, path: path)])
                return try #require(try PackageWriter.preview([job], options: options)[0].get().first)
            }
            #expect(try !preview(Self.options()).get().isUpToDate)
            #expect(!FileManager.default.fileExists(atPath: path))
            try AssetPackSample.pack(content, to: path, options: Self.options())
            #expect(try preview(Self.options()).get().isUpToDate)
            try folder.write("Cats/Contents/new", "new")
            #expect(throws: PackagingError.self) { try preview(Self.options()).get() }
            #expect(try !preview(Self.options(updates: true)).get().isUpToDate)
        }
    }
}
