import Foundation

/// Runs a test with a fresh folder of its own, removed when it ends.
public func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try body(folder)
}

/// A folder for one test; see `withTemporaryFolder`.
public struct TemporaryFolder: Sendable {
    /// Where it is, with no link in the path.
    public let path: String

    fileprivate init() throws {
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        path = parent + "/iapkit-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    fileprivate func remove() {
        // Tests make folders that nobody may list; they are to be removed all the same.
        if let names = FileManager.default.enumerator(atPath: path) {
            for case let name as String in names {
                let item = self.path(name)
                guard
                    (try? FileManager.default.attributesOfItem(atPath: item)[.type]) as? FileAttributeType
                        == .typeDirectory
                else { continue }
                try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: item)
            }
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    public func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and the folders above it.
    @discardableResult
    public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = path(name)
        try makeParent(of: path)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Writes a file of text, and the folders above it.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

    /// Makes a folder, and those above it.
    @discardableResult
    public func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// Makes a content folder that validates, with the given payload.
    @discardableResult
    public func makeContentFolder(
        _ name: String, productIdentifier: String = "com.example.app.pack1", contentVersion: String = "1.0",
        contents: [String: String] = ["a.txt": "a"]
    ) throws -> String {
        try write(
            name + "/ContentInfo.plist",
            ContentInfoText.xml(productIdentifier: productIdentifier, contentVersion: contentVersion))
        try makeFolder(name + "/Contents")
        for (file, text) in contents { try write(name + "/Contents/" + file, text) }
        return path(name)
    }

    private func makeParent(of path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    }
}

/// Text of a `ContentInfo.plist` as Xcode wrote it.
public enum ContentInfoText {
    /// An XML property list with both keys; the product ID stands on line 8, from column 10 on.
    public static func xml(
        productIdentifier: String = "com.example.app.pack1", contentVersion: String = "1.0"
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>ContentVersion</key>
        \t<string>\(contentVersion)</string>
        \t<key>IAPProductIdentifier</key>
        \t<string>\(productIdentifier)</string>
        </dict>
        </plist>

        """
    }
}
