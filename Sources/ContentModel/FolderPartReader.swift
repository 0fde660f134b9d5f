/// Reads parts of the files in a folder.
///
/// A file is opened part by part of its path, and no link is followed on the way.
final class FolderPartReader: ContentPartReader {
    private var opener: FolderOpener

    init(_ source: FolderContentSource) { opener = FolderOpener(source: source) }

    func read(
        _ entry: ContentEntry, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ContentReadError) {
        let (folder, name) = try opener.locate(entry)
        let isUnchanged: Bool
        do throws(SystemError) {
            let (status, count) = try folder.readPart(of: name, from: offset, into: buffer)
            isUnchanged = count == buffer.count && status.isStill(entry)
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
        guard isUnchanged else { throw ContentReadError.changedSinceListed(entry) }
    }
}
