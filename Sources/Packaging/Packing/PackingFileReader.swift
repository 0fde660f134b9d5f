internal import ContentModel

/// One thread's reader of the files to pack; holds every file to the size that the tree gave for it.
struct PackingFileReader {
    private let content: any ContentSource
    private let parts: (any ContentPartReader)?

    /// Creates a reader.
    init(_ content: any ContentSource) {
        self.content = content
        parts = content.makePartReader()
    }

    /// Reads a whole file; `buffer` has its size.
    func read(_ entry: ContentEntry, into buffer: UnsafeMutableRawBufferPointer) throws(PackagingError) {
        if parts != nil { return try read(entry, at: 0, into: buffer) }
        let reading = try EntryReading(entry, from: content)
        try reading.fill(buffer)
        try reading.expectEnd()
    }

    /// Reads a part of a file; only from a source that can.
    func read(
        _ entry: ContentEntry, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(PackagingError) {
        do throws(ContentReadError) {
            try parts?.read(entry, at: offset, into: buffer)
        } catch {
            throw EntryReading.unreadable(error)
        }
    }
}
