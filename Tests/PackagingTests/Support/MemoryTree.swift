import ContentModel

/// A tree made by hand, with its content in memory.
struct MemoryTree {
    private var entries: [ContentEntry] = []
    private var contents: [ContentPath: MemorySource.Content] = [:]

    /// Adds a folder.
    mutating func folder(_ path: String, mode: UInt16 = 0o755, time: Int64 = 0) {
        entries.append(ContentEntry(path: ContentPath(path), type: .directory, mode: mode, modificationTime: time))
    }

    /// Adds a file; `size` is what the tree says, where that differs from the truth.
    mutating func file(
        _ path: String, _ content: MemorySource.Content, size: Int64? = nil, mode: UInt16 = 0o644, time: Int64 = 0
    ) {
        let path = ContentPath(path)
        entries.append(
            ContentEntry(path: path, type: .file, size: size ?? content.size, mode: mode, modificationTime: time))
        contents[path] = content
    }

    /// Adds a file of text.
    mutating func file(_ path: String, _ text: String, mode: UInt16 = 0o644, time: Int64 = 0) {
        file(path, .bytes(Array(text.utf8)), mode: mode, time: time)
    }

    /// Adds any entry.
    mutating func add(_ entry: ContentEntry) { entries.append(entry) }

    /// The tree.
    var tree: ContentTree { ContentTree(entries: entries, source: MemorySource(contents: contents)) }

    /// A property list, `Contents`, and whatever is added.
    static func package(_ add: (inout MemoryTree) -> Void = { _ in }) -> MemoryTree {
        var tree = MemoryTree()
        tree.file("ContentInfo.plist", "<plist/>")
        tree.folder("Contents")
        add(&tree)
        return tree
    }
}

/// Gives content that lies in memory or is made up as it is read.
struct MemorySource: ContentSource {
    /// What a file holds.
    enum Content: Sendable {
        /// These bytes.
        case bytes([UInt8])
        /// So many zeros.
        case zeros(Int64)
        /// These bytes, and then an error.
        case failing([UInt8])
        /// At first the one, at every later reading the other.
        case changing([UInt8], [UInt8], Flag)

        var size: Int64 {
            switch self {
            case .bytes(let bytes), .failing(let bytes), .changing(let bytes, _, _): Int64(bytes.count)
            case .zeros(let count): count
            }
        }
    }

    let contents: [ContentPath: Content]

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        guard let content = contents[entry.path] else {
            throw ContentReadError(path: entry.path, reason: "No such file or directory")
        }
        return MemoryReader(path: entry.path, content: content)
    }

    func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {
        for entry in entries {
            body(entry, Result { () throws(ContentReadError) in try bytes(of: entry, limit: .max - 1) })
        }
    }
}

private final class MemoryReader: ContentReader {
    private let path: ContentPath
    private var left: ArraySlice<UInt8> = []
    private var zeros: Int64 = 0
    private var failsAtEnd = false

    init(path: ContentPath, content: MemorySource.Content) {
        self.path = path
        switch content {
        case .bytes(let bytes): left = bytes[...]
        case .zeros(let count): zeros = count
        case .failing(let bytes): (left, failsAtEnd) = (bytes[...], true)
        case .changing(let first, let later, let time): left = time.take() ? first[...] : later[...]
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int {
        if zeros > 0 {
            let count = Int(min(zeros, Int64(buffer.count)))
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: 0)
            zeros -= Int64(count)
            return count
        }
        // Never all at once: a reader may give less than it is asked for.
        let count = min(left.count, buffer.count, 100_003)
        if count == 0, failsAtEnd { throw ContentReadError(path: path, reason: "Input/output error") }
        buffer.copyBytes(from: left.prefix(count))
        left = left.dropFirst(count)
        return count
    }
}
