import ContentModel
import Packaging

extension ContentSketch {
    /// An asset pack that is in order: the content folder of ``contentFolder(productIdentifier:contentVersion:extra:)`` in
    /// the folder of its ID, and a manifest that names its files. Values are as they are to stand in the JSON.
    /// - Parameters:
    ///   - identifier: The value on line 2.
    ///   - folder: The name of the folder that holds the content; it is the ID of a pack that is in order.
    ///   - policy: The value on line 3.
    ///   - selectors: More selectors, on line 4, behind those of the two files.
    ///   - onlySelectors: All selectors; none is added to them.
    ///   - platforms: The value on line 5.
    ///   - more: What follows that value, on line 5 too.
    ///   - extra: More items by path.
    public static func assetPack(
        identifier: String = #""pack1""#, folder: String = "pack1", policy: String = #"{"onDemand": {}}"#,
        selectors: String? = nil, onlySelectors: String? = nil, platforms: String = #"["iOS"]"#, more: String = "",
        extra: [String: Item] = [:]
    ) -> ContentSketch {
        let own = [#"{"file": "\#(folder)/ContentInfo.plist"}"#, #"{"file": "\#(folder)/a.txt"}"#]
        let all = onlySelectors ?? (own + [selectors].compactMap(\.self)).joined(separator: ", ")
        var sketch = contentFolder(extra: extra)
        sketch.kind = .aar
        sketch.packFolder = folder
        sketch.targets = []
        sketch.manifest = """
            {
              "assetPackID": \(identifier),
              "downloadPolicy": \(policy),
              "fileSelectors": [\(all)],
              "platforms": \(platforms)\(more)
            }

            """
        return sketch
    }

    /// An asset pack whose manifest has a key in other letters.
    static func assetPack(renaming key: String, to other: String) -> ContentSketch {
        assetPack().with { sketch in
            sketch.manifest = sketch.manifest?.replacingFirst("\"\(key)\"", with: "\"\(other)\"")
        }
    }

    /// A content folder that an asset pack is to be made of.
    public static func assetPackFolder(
        productIdentifier: String = "com.example.app.pack1", extra: [String: Item] = [:]
    ) -> ContentSketch {
        contentFolder(productIdentifier: productIdentifier, extra: extra).with { $0.targets = [.aar] }
    }
}

extension String {
    /// The text with another in the place of the first that is the same.
    func replacingFirst(_ part: String, with other: String) -> String {
        firstRange(of: part).map { String(self[..<$0.lowerBound]) + other + self[$0.upperBound...] } ?? self
    }

    private func firstRange(of part: String) -> Range<Index>? {
        indices.lazy.compactMap { start in
            self[start...].hasPrefix(part) ? start..<self.index(start, offsetBy: part.count) : nil
        }.first
    }
}
