internal import ArchiveFormats
internal import ContentModel

extension ReadableFile {
    /// Opens a file that was looked at before, if it is still the same.
    /// - Parameters:
    ///   - what: What it is, for people ("zip").
    ///   - entry: What it is needed for, for the error.
    static func again(
        _ path: String, _ identity: Identity, as what: String, for entry: ContentEntry
    ) throws(ContentReadError) -> ReadableFile {
        let file: ReadableFile
        do throws(SystemError) { file = try ReadableFile(path) } catch {
            throw ContentReadError(path: entry.path, reason: error.text)
        }
        guard file.identity == identity else {
            throw ContentReadError(path: entry.path, reason: "the \(what) changed after it was opened", isChange: true)
        }
        return file
    }
}
