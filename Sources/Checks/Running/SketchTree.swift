import ContentModel
public import Packaging

extension ContentSketch {
    /// The sketch as the input of a run.
    public func input(named name: String) -> ContentInput {
        let package = FlatPackage(
            component: "pack1.pkg", identifier: "pack1", version: "0", contentType: "in-app",
            payloadEntryCount: items.count + 1, trailingBytes: trailingBytes, faults: flatPackageFaults)
        let pack = AssetPack(
            manifestBytes: manifest.map { Array($0.utf8) }, entryCount: items.count + 3,
            contentRoot: hasContentRoot ? ContentPath("Contents/\(packFolder)") : nil,
            hasAttributes: hasAttributes)
        return ContentInput(
            path: name, kind: kind, content: fault.map { .failure($0) } ?? .success(tree),
            flatPackage: kind == .pkg && fault == nil ? package : nil,
            assetPack: kind == .aar && fault == nil ? pack : nil,
            besideContent: kind == .aar && fault == nil ? beside : nil,
            propertyList: propertyList)
    }

    /// What of the items is among the strays.
    private var beside: ContentTree? {
        let entries = items.filter { item in strays.contains { item.key.isInside(ContentPath($0)) } }
        guard !entries.isEmpty else { return nil }
        return ContentTree(
            entries: entries.map { $0.value.entry(at: $0.key) }, source: SketchSource(items: entries))
    }

    /// The sketch as content, with left out what is left out of folders and packages.
    private var tree: ContentTree {
        var all = items
        for path in items.keys {
            var folder = path.parent
            while let current = folder, all[current] == nil {
                all[current] = .directory
                folder = current.parent
            }
        }
        var entries: [ContentEntry] = []
        var leftOut = strays.map { LeftOutEntry(path: ContentPath($0), reason: .besideContents, isDirectory: false) }
        for (path, item) in all.sorted(by: { $0.key < $1.key }) {
            if leftOut.contains(where: { path.isInside($0.path) }) { continue }
            let isDirectory = item == .directory
            if let reason = LeaveOutRule.reason(for: path, isDirectory: isDirectory, exclusions: exclusions) {
                leftOut.append(
                    LeftOutEntry(
                        path: path, reason: reason, isDirectory: isDirectory,
                        isContentFolder: reason == .besideContents
                            && all[path.appending(ContentTree.contentInfoPath.bytes)] != nil))
            } else {
                entries.append(item.entry(at: path))
            }
        }
        return ContentTree(entries: entries, leftOut: leftOut, failures: failures, source: SketchSource(items: items))
    }
}

extension ContentSketch.Item {
    fileprivate func entry(at path: ContentPath) -> ContentEntry {
        switch self {
        case .file(let bytes): ContentEntry(path: path, type: .file, size: Int64(bytes.count))
        case .fileOfSize(let size): ContentEntry(path: path, type: .file, size: size)
        case .directory: ContentEntry(path: path, type: .directory, mode: 0o755)
        case .symlink(let target): ContentEntry(path: path, type: .symlink(target: Array(target.utf8)), mode: 0o777)
        case .special(let kind): ContentEntry(path: path, type: .special(kind))
        case .unreadable: ContentEntry(path: path, type: .file, size: 1, mode: 0)
        }
    }
}
