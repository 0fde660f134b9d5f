import ArchiveFormats
import AssetPacks
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// The folders that Apple's tool makes packs from.
@Suite struct AssetPackStageTests {
    private static func write(
        _ content: String, to path: String, replacing: Bool = false, identifier: String = "cats", jobs: Int = 1
    ) throws -> AssetPackStage.Outcome {
        let tree = try ContentInput.open(content).content.get()
        return try AssetPackStage(tree, AssetPackSample.plan(identifier))
            .write(to: path, replacing: replacing, options: UnpackingOptions(synchronizes: false, jobs: jobs))
    }

    /// The paths of files below a folder with their bytes as text.
    private static func files(_ folder: String) throws -> [String: String] {
        try Dictionary(
            uniqueKeysWithValues: Repository.files(inFolder: folder).map { name in
                (name, String(decoding: try AssetPackSample.bytes("\(folder)/\(name)"), as: UTF8.self))
            })
    }

    private static func content(_ folder: TemporaryFolder) throws -> String {
        let path = try folder.makeContentFolder(
            "Cats", contents: ["a.txt": "tabby", "sub/caf\u{E9} 1.txt": "b", "Manifest.json": "theirs", "none": ""])
        try folder.makeFolder("Cats/Contents/empty")
        return path
    }

    @Test(arguments: [1, 3])
    func `a stage is the manifest and the content below the ID, and the manifest's selectors are all in it`(
        jobs: Int
    ) throws {
        try withTemporaryFolder { folder in
            let content = try Self.content(folder)
            #expect(try Self.write(content, to: folder.path("stage"), jobs: jobs) == .written)
            let manifest = try AssetPackSample.plan().manifest(
                ofFiles: [
                    "Contents/Manifest.json", "Contents/a.txt", "ContentInfo.plist", "Contents/none",
                    "Contents/sub/caf\u{E9} 1.txt",
                ].map { ContentPath($0) }
            ).bytes()
            #expect(
                try Self.files(folder.path("stage")) == [
                    "Manifest.json": String(decoding: manifest, as: UTF8.self),
                    "cats/ContentInfo.plist": ContentInfoText.xml(), "cats/a.txt": "tabby",
                    "cats/sub/caf\u{E9} 1.txt": "b", "cats/Manifest.json": "theirs", "cats/none": "",
                ])
            var isFolder = ObjCBool(false)
            #expect(FileManager.default.fileExists(atPath: folder.path("stage/cats/empty"), isDirectory: &isFolder))
            #expect(isFolder.boolValue)
            let stage = try AssetPackStage(FolderReader.tree(atPath: content), AssetPackSample.plan())
            #expect(stage.fileCount == 6)
            #expect(stage.byteCount == Int64(manifest.count + ContentInfoText.xml().utf8.count + 12))
            // The pack that is made here has the same manifest.
            try AssetPackSample.pack(content, to: folder.path("c.aar"))
            #expect(try ContentInput.open(folder.path("c.aar")).assetPack?.manifestBytes == manifest)
        }
    }

    @Test func `a stage of a package is that of its folder`() throws {
        try withTemporaryFolder { folder in
            let content = try Self.content(folder)
            let tree = FolderReader.tree(atPath: content)
            for kind in [PackageKind.zip, .pkg, .aar] {
                let package = folder.path("Cats.\(kind.rawValue)")
                _ = try PackageWriter.write(
                    tree, named: "Cats", asPack: AssetPackSample.plan(), as: kind, to: package,
                    options: PackageOptions(times: .kept))
                let path = folder.path("stage-\(kind.rawValue)")
                #expect(try Self.write(package, to: path) == .written)
                #expect(try Self.write(package, to: path) == .upToDate)
                #expect(try Self.write(content, to: path) == .upToDate)
            }
        }
    }

    @Test func `what was staged already is left alone, modes and times aside`() throws {
        try withTemporaryFolder { folder in
            let (content, path) = (try Self.content(folder), folder.path("stage"))
            #expect(try Self.write(content, to: path) == .written)
            let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600, .modificationDate: Date(timeIntervalSince1970: 5)],
                ofItemAtPath: path + "/cats/a.txt")
            for replacing in [false, true] {
                #expect(try Self.write(content, to: path, replacing: replacing) == .upToDate)
            }
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
        }
    }

    @Test func `any change on either side is seen, told, and replaced only when told`() throws {
        try withTemporaryFolder { folder in
            let (content, path) = (try Self.content(folder), folder.path("stage"))
            #expect(try Self.write(content, to: path) == .written)
            let whole = try Self.files(path)
            let files = FileManager.default
            let changes: [(String, () throws -> Void)] = [
                ("bytes", { try folder.write("stage/cats/a.txt", "Tabby") }),
                ("size", { try folder.write("stage/cats/a.txt", "tabby cat") }),
                ("manifest", { try folder.write("stage/Manifest.json", "{}") }),
                ("new file", { try folder.write("stage/cats/new", "") }),
                ("new file above", { try folder.write("stage/.DS_Store", "") }),
                ("new folder", { try folder.makeFolder("stage/cats/sub/more") }),
                ("file gone", { try files.removeItem(atPath: path + "/cats/none") }),
                ("folder gone", { try files.removeItem(atPath: path + "/cats/empty") }),
                (
                    "link",
                    {
                        try files.removeItem(atPath: path + "/cats/a.txt")
                        try files.createSymbolicLink(
                            atPath: path + "/cats/a.txt", withDestinationPath: content + "/Contents/a.txt")
                    }
                ),
            ]
            for (name, change) in changes {
                try change()
                let changed = try Self.files(path)
                let error = #expect(throws: UnpackingError.self, "\(name)") { try Self.write(content, to: path) }
                guard case .failed(let failure)? = error else {
                    Issue.record("\(name): \(String(describing: error))")
                    continue
                }
                #expect(failure.code == .outputExists && failure.subject == path, "\(name)")
                #expect(try Self.files(path) == changed, "\(name)")
                #expect(try Self.write(content, to: path, replacing: true) == .written, "\(name)")
                #expect(try Self.files(path) == whole, "\(name)")
                #expect(try files.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "stage"])
            }
            #expect(try Self.write(content, to: path) == .upToDate)
            #expect(throws: UnpackingError.self) { try Self.write(content, to: path, identifier: "dogs") }
        }
    }

    @Test func `a file in the place of a stage is never replaced, and an empty folder always`() throws {
        try withTemporaryFolder { folder in
            let content = try Self.content(folder)
            try folder.write("file", "mine")
            for replacing in [false, true] {
                let error = #expect(throws: UnpackingError.self) {
                    try Self.write(content, to: folder.path("file"), replacing: replacing)
                }
                guard case .failed(let failure)? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(failure.code == .outputExists && failure.reason == "it exists and is not a folder")
            }
            #expect(try AssetPackSample.bytes(folder.path("file")) == Array("mine".utf8))
            try folder.makeFolder("empty")
            #expect(try Self.write(content, to: folder.path("empty")) == .written)
        }
    }

    @Test func `where a file can't be had, nothing is written, and an older stage stands`() throws {
        try withTemporaryFolder { folder in
            let content = try Self.content(folder)
            let tree = FolderReader.tree(atPath: content)
            let stage = try AssetPackStage(tree, AssetPackSample.plan())
            try folder.write("Cats/Contents/a.txt", "shorter or longer")
            let options = UnpackingOptions(synchronizes: false)
            #expect(throws: UnpackingError.self) {
                try stage.write(to: folder.path("stage"), replacing: false, options: options)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
            try folder.write("stage/older", "older")
            #expect(throws: UnpackingError.self) {
                try stage.write(to: folder.path("stage"), replacing: true, options: options)
            }
            #expect(try Self.files(folder.path("stage")) == ["older": "older"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "stage"])
        }
    }
}
