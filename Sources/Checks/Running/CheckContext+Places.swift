import ContentModel
import Findings
import Packaging
import PropertyLists
import XMLReading

extension CheckContext {
    /// The input itself.
    var inputLocation: Location { Location(input: input) }

    /// An entry of the input.
    func location(of path: ContentPath) -> Location { Location(input: input, member: path.displayText) }

    /// A place in `ContentInfo.plist`.
    func contentInfoLocation(key: String? = nil, at position: SourcePosition? = nil) -> Location {
        Location(
            input: input, member: ContentTree.contentInfoPath.displayText, key: key,
            position: position.map { TextPosition(line: $0.line, column: $0.column) })
    }

    /// Whether `ContentInfo.plist` can be changed where it is: only a folder's can.
    var isEditable: Bool { kind == .folder }

    /// The path of a folder, such that no program takes it for an option.
    var folderPath: String {
        var folder = input[...]
        while folder.utf8.count > 1, folder.last == "/" { folder.removeLast() }
        return folder.hasPrefix("-") ? "./\(folder)" : String(folder)
    }

    /// The path of something in a folder, such that no program takes it for an option.
    func path(of member: String) -> String {
        var folder = input[...]
        while folder.last == "/" { folder.removeLast() }
        let path = folder + "/" + member
        return path.hasPrefix("-") ? "./" + path : String(path)
    }

    /// The folder's name as far as the path tells it, without the suffix of a package; `nil` for `.`, `..` and `/`.
    var folderName: String? {
        guard let last = input.split(separator: "/").last, last != ".", last != ".." else { return nil }
        if kind != .folder, let dot = last.lastIndex(of: "."), dot != last.startIndex { return String(last[..<dot]) }
        return String(last)
    }

    /// The two keys with what was found for each.
    var fields: [(key: String, field: ContentInfoField)] {
        guard let contentInfo else { return [] }
        return [
            (ContentInfo.productIdentifierKey, contentInfo.productIdentifier),
            (ContentInfo.contentVersionKey, contentInfo.contentVersion),
        ]
    }

    /// The entries below `Contents`.
    var payload: ArraySlice<ContentEntry> { tree?.entries(below: ContentTree.contentsPath) ?? [] }

    /// Whether there is anything that makes the input one of content; without, the checks that miss it say what stands
    /// there instead.
    var holdsContent: Bool {
        guard let tree else { return false }
        return [ContentTree.contentInfoPath, ContentTree.contentsPath].contains { path in
            tree.entry(at: path) != nil || tree.failures.contains { $0.path == path }
        }
    }

    /// Whether the input's own folder could not be listed, so that nothing can be said to be missing.
    var isUnlisted: Bool { tree?.failures.contains { $0.path == nil } ?? true }
}

extension ContentTree {
    /// The entries whose paths lie below `folder`, itself not among them.
    /// - Complexity: O(log n).
    func entries(below folder: ContentPath) -> ArraySlice<ContentEntry> {
        let prefix = folder.bytes + [UInt8(ascii: "/")]
        let start = partitionIndex { $0.path.bytes.lexicographicallyPrecedes(prefix) }
        let end = partitionIndex {
            $0.path.bytes.lexicographicallyPrecedes(prefix) || $0.path.bytes.starts(with: prefix)
        }
        return entries[start..<end]
    }

    /// The index of the first entry for which `isBefore` is false; the entries must be parted by it.
    private func partitionIndex(_ isBefore: (ContentEntry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
