internal import ArchiveFormats
internal import ContentModel

/// Cuts the content into work, by sizes alone, so that the bytes of a package don't depend on who does it.
struct PackingWorkSource: PipelineSource {
    /// A large file of which parts are still to come.
    private struct OpenFile {
        let entry: ContentEntry
        var offset: Int64 = 0
        /// Reads it here, where a thread can't read a part by itself, and keeps what the next part may refer to.
        var reading: EntryReading?
        var dictionary: [UInt8] = []
    }

    private let plan: PackingPlan
    private let content: any ContentSource
    private let readsFromStartOnly: Bool
    private var place = 0
    private var open: OpenFile?

    /// Starts at the content folder itself.
    init(plan: PackingPlan, content: any ContentSource) {
        self.plan = plan
        self.content = content
        readsFromStartOnly = content.makePartReader() == nil
    }

    mutating func next() throws(PackagingError) -> PackingWork? {
        guard place <= plan.trailerPlace else { return nil }
        if open == nil, isLarge(place), let entry = plan.item(at: place)?.entry {
            open = OpenFile(entry: entry, reading: readsFromStartOnly ? try EntryReading(entry, from: content) : nil)
        }
        return open == nil ? .run(nextRun()) : .part(try nextPart())
    }

    private func isLarge(_ place: Int) -> Bool { plan.fileSize(at: place) >= PackingPlan.largeSize }

    private mutating func nextRun() -> Range<Int> {
        let start = place
        var size: Int64 = 0
        while place <= plan.trailerPlace, place - start < PackingPlan.runEntries, !isLarge(place),
            size + plan.fileSize(at: place) <= PackingPlan.runSize
        {
            size += plan.fileSize(at: place)
            place += 1
        }
        return start..<place
    }

    private mutating func nextPart() throws(PackagingError) -> FilePart {
        guard var file = open else { preconditionFailure("a large file is open") }
        let count = Int(min(file.entry.size - file.offset, Int64(PackingPlan.partSize)))
        let isLast = file.offset + Int64(count) == file.entry.size
        var loaded: [UInt8]?
        if let reading = file.reading {
            let bytes = file.dictionary + (try reading.bytes(count))
            if isLast { try reading.expectEnd() }
            file.dictionary = Array(bytes.suffix(Deflate.windowSize))
            loaded = bytes
        }
        let part = FilePart(place: place, offset: file.offset, count: count, isLast: isLast, loaded: loaded)
        file.offset += Int64(count)
        open = isLast ? nil : file
        if isLast { place += 1 }
        return part
    }
}
