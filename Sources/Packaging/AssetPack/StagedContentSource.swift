internal import ContentModel

/// The way to the files of content that lie on a stage, under the paths that they have in the content.
struct StagedContentSource: ContentSource {
    let stage: FolderContentSource
    /// The files as they lie on the stage, by their paths in the content.
    let staged: [ContentPath: ContentEntry]

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        try stage.open(try file(entry))
    }

    func makePartReader() -> (any ContentPartReader)? {
        stage.makePartReader().map { StagedPartReader(self, $0) }
    }

    fileprivate func file(_ entry: ContentEntry) throws(ContentReadError) -> ContentEntry {
        guard let file = staged[entry.path] else {
            throw ContentReadError(path: entry.path, reason: "not a file of this content")
        }
        return file
    }
}

/// Reads parts of files on a stage.
private final class StagedPartReader: ContentPartReader {
    private let source: StagedContentSource
    private let reader: any ContentPartReader

    init(_ source: StagedContentSource, _ reader: any ContentPartReader) {
        self.source = source
        self.reader = reader
    }

    func read(
        _ entry: ContentEntry, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ContentReadError) {
        try reader.read(try source.file(entry), at: offset, into: buffer)
    }
}
