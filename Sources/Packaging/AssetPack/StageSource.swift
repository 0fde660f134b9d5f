internal import ContentModel

/// The content under the paths that it has on the stage, and the manifest.
struct StageSource: ContentSource {
    let content: any ContentSource
    /// The entries of the content by their paths on the stage.
    let origins: [ContentPath: ContentEntry]
    let manifest: [UInt8]

    var isSequential: Bool { content.isSequential }

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        if entry.path == AssetPackLayout.manifestPath { return KnownBytesReader(manifest) }
        guard let origin = origins[entry.path] else {
            throw ContentReadError(path: entry.path, reason: "not a file of this content")
        }
        return try content.open(origin)
    }

    func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        var staged: [ContentPath: ContentEntry] = [:]
        var wanted: [ContentEntry] = []
        for entry in entries {
            if let origin = origins[entry.path] {
                staged[origin.path] = entry
                wanted.append(origin)
            } else {
                try body(entry, Result { () throws(ContentReadError) in try open(entry) })
            }
        }
        try content.readFiles(wanted) { origin, reader throws(Failure) in
            if let entry = staged[origin.path] { try body(entry, reader) }
        }
    }
}
