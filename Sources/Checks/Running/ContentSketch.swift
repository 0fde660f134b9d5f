public import ContentModel
public import Packaging

/// Content in memory, for examples.
public struct ContentSketch: Sendable {
    /// One entry of a sketch.
    public enum Item: Sendable, Hashable {
        /// A file with these bytes.
        case file([UInt8])
        /// A file of this size in bytes, whose bytes do not matter.
        case fileOfSize(Int64)
        /// A folder.
        case directory
        /// A symbolic link.
        case symlink(String)
        /// Something that is never opened.
        case special(ContentEntry.SpecialKind)
        /// A file that can't be opened.
        case unreadable

        /// A file with this text.
        public static func text(_ text: String) -> Item { .file(Array(text.utf8)) }
    }

    /// The items by path; folders above an item need not be listed.
    public var items: [ContentPath: Item]
    /// What it is called in an example.
    public var name = "pack1"
    /// What the input is.
    public var kind: ContentInput.Kind = .folder
    /// Why the input is no content package; `nil` where it is one, and the items tell its content.
    public var fault: InputFault?
    /// The bytes of the input where it is a property list in a file of its own.
    public var propertyList: [UInt8]?
    /// Where the parts of a flat package contradict each other; only a flat package has any.
    public var flatPackageFaults: [FlatPackageFault] = []
    /// How many bytes follow the last part of a flat package.
    public var trailingBytes: UInt64 = 0
    /// The manifest of an asset pack; without, an asset pack has none.
    public var manifest: String?
    /// Whether an asset pack holds a content folder, as ours do; else its content is as it lies there.
    public var hasContentRoot = true
    /// The name of the folder in an asset pack that holds the content folder.
    public var packFolder = "pack1"
    /// What an asset pack holds beside its content folder, by its path in the archive; items at these paths and in them
    /// tell what it is.
    public var strays: [String] = []
    /// Whether an asset pack has extended attributes.
    public var hasAttributes = false
    /// The asset pack to be made of it, where one is to be made.
    public var plannedPack: PlannedAssetPack?
    /// The kinds of package to be made of it.
    public var targets: Set<PackageKind> = [.zip]
    /// What can't be looked into.
    public var failures: [ReadFailure] = []
    /// What the user leaves out.
    public var exclusions: [ContentGlob] = []

    /// Creates a sketch from items.
    public init(_ items: [ContentPath: Item]) { self.items = items }

    /// A file that could not be opened as a package.
    public static func damaged(_ fault: InputFault, kind: ContentInput.Kind = .zip) -> ContentSketch {
        var sketch = ContentSketch([:])
        sketch.kind = kind
        sketch.fault = fault
        return sketch
    }

    /// A property list in a file of its own, with these lines between `<plist>`, on line 3, and `</plist>`.
    public static func propertyList(_ lines: String) -> ContentSketch {
        var sketch = damaged(InputFault(.notAContentPackage, detail: "a property list"), kind: .unknown)
        sketch.name = "Products.plist"
        sketch.targets = []
        sketch.propertyList = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            \(lines)
            </plist>

            """.utf8)
        return sketch
    }

    /// A flat package with these faults, and otherwise in order.
    public static func flatPackage(_ faults: FlatPackageFault..., trailingBytes: UInt64 = 0) -> ContentSketch {
        var sketch = contentFolder()
        sketch.kind = .pkg
        sketch.flatPackageFaults = faults
        sketch.trailingBytes = trailingBytes
        return sketch
    }

    /// A content folder that holds `Contents/a.txt`, and besides whatever `extra` lists.
    /// - Parameters:
    ///   - productIdentifier: The product ID, as it is to stand in the XML.
    ///   - contentVersion: The version, as it is to stand in the XML.
    ///   - extra: More items by path; an item with the path of another replaces it.
    public static func contentFolder(
        productIdentifier: String = "com.example.app.pack1", contentVersion: String = "1.0",
        extra: [String: Item] = [:]
    ) -> ContentSketch {
        contentFolder(
            propertyList: """
                \t<key>ContentVersion</key>
                \t<string>\(contentVersion)</string>
                \t<key>IAPProductIdentifier</key>
                \t<string>\(productIdentifier)</string>
                """, extra: extra)
    }

    /// A content folder whose `ContentInfo.plist` has these lines between `<dict>`, on line 4, and `</dict>`.
    public static func contentFolder(propertyList lines: String, extra: [String: Item] = [:]) -> ContentSketch {
        contentFolder(
            contentInfo: .text(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
                "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                \(lines)
                </dict>
                </plist>

                """), extra: extra)
    }

    /// A content folder with this as its `ContentInfo.plist`.
    public static func contentFolder(contentInfo: Item, extra: [String: Item] = [:]) -> ContentSketch {
        var sketch = ContentSketch([
            ContentTree.contentInfoPath: contentInfo, ContentPath("Contents/a.txt"): .text("a"),
        ])
        for (path, item) in extra { sketch.items[ContentPath(path)] = item }
        return sketch
    }

    /// The sketch with a change.
    public func with(_ change: (inout ContentSketch) -> Void) -> ContentSketch {
        var sketch = self
        change(&sketch)
        return sketch
    }

    /// The sketch without the item at a path.
    public func without(_ path: String) -> ContentSketch { with { $0.items[ContentPath(path)] = nil } }

    /// The sketch with one more item, whose path may be no text.
    public func adding(_ item: Item, at path: ContentPath) -> ContentSketch { with { $0.items[path] = item } }
}
