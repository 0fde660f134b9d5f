internal import ArchiveFormats

/// What App Store Connect hands out packed: the sales report as gzip, the catalogue report as a zip of one text.
extension SourceContent {
    /// The most bytes that a packed source may hold: what fits a plain one. No bomb gets further.
    private static let limit = ProductSourceFormats.sizeLimit

    /// The content itself, out of its gzip or zip.
    /// - Throws: `ProductSourceError` where it can't be unpacked, or holds too much.
    func unpacked() throws(ProductSourceError) -> SourceContent {
        if bytes.starts(with: [0x1F, 0x8B]) { return SourceContent(name: name, bytes: try gunzipped()) }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), let path {
            return SourceContent(name: name, bytes: try unzipped(path))
        }
        return self
    }

    private func gunzipped() throws(ProductSourceError) -> [UInt8] {
        do throws(StreamFault) {
            return try GzipReader(MemoryStream(bytes)).allBytes(limit: Self.limit)
        } catch {
            throw self.error(
                "a gzip file that can't be unpacked: \(error.reason)", remedy: "download the report again")
        }
    }

    private func unzipped(_ path: String) throws(ProductSourceError) -> [UInt8] {
        let file: ReadableFile
        do throws(SystemError) {
            file = try ReadableFile(path)
        } catch {
            throw self.error(
                "a zip that does not come from a file", remedy: "save it, and name the file, or unpack it first")
        }
        let texts: [ZipDirectoryEntry]
        do throws(ZipFault) {
            texts = try ZipDirectory(of: file).entries.filter(Self.isReport)
        } catch {
            throw self.error("a zip that is damaged", remedy: "download the report again")
        }
        guard texts.count == 1, let text = texts.first else {
            throw self.error(
                "a zip with \(texts.count == 0 ? "no text" : "\(texts.count) texts") in it, and a report is one text",
                remedy: "unpack it, and name the list itself")
        }
        guard !text.isEncrypted, text.size <= UInt64(Self.limit) else {
            throw self.error(
                text.isEncrypted ? "a zip with a password" : "a zip of more than 64 MiB, which no product list is",
                remedy: "unpack it, and name the list itself")
        }
        return try bytes(of: text, in: file)
    }

    /// Whether it is a text and none of what the Finder adds.
    private static func isReport(_ entry: ZipDirectoryEntry) -> Bool {
        let name = String(decoding: entry.name, as: UTF8.self).lowercased()
        return [".txt", ".tsv", ".csv"].contains(where: name.hasSuffix) && !name.hasPrefix("__macosx/")
    }

    private func bytes(of entry: ZipDirectoryEntry, in file: ReadableFile) throws(ProductSourceError) -> [UInt8] {
        do throws(ZipEntryStream.Fault) {
            let stream = try ZipEntryStream(entry, in: file)
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let result = chunk.withUnsafeMutableBytes { buffer in
                    Result { () throws(ZipEntryStream.Fault) in try stream.read(into: buffer) }
                }
                let count = try result.get()
                if count == 0 { return bytes }
                bytes += chunk[..<count]
            }
        } catch {
            throw self.error("a zip that can't be unpacked: \(error.reason)", remedy: "download the report again")
        }
    }
}
