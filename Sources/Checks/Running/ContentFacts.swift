import ContentModel
import Packaging
import ProductCatalogs
import PropertyLists

/// What one input tells by itself, read once. An object for the reason that ``ExaminedInput`` is one.
final class ContentFacts: Sendable {
    let input: ContentInput
    /// The bytes of the input's path without what changes nothing: a leading `./`, doubled and trailing slashes.
    let plainPath: [UInt8]
    /// The name of a folder, or that of a package without its suffix.
    let name: String?
    let contentInfoBytes: [UInt8]?
    let contentInfoFailure: String?
    let contentInfo: ContentInfo?
    let storeProductList: StoreProductListFile?
    let sniffed: [SniffedFile]
    let sniffedBeside: [SniffedFile]

    /// Reads what the checks look at.
    /// - Parameters:
    ///   - sniffing: Whether to look at the heads of the files; those of a zip are then read whole.
    ///   - jobs: The most files read at one time.
    ///   - takesStoreProductLists: Whether a list for SKStoreProductViewController is looked into.
    init(_ input: ContentInput, sniffing: Bool, takesStoreProductLists: Bool, jobs: Int, meter: WorkMeter? = nil) {
        self.input = input
        let path = Self.plainPath(input.path)
        plainPath = Array(path.utf8)
        name = Self.name(ofPlainPath: path, input.kind)
        let file = takesStoreProductLists ? input.propertyList : nil
        storeProductList = file.flatMap { bytes in
            let document = PropertyListReader.read(bytes)
            return StoreProductList(document).map {
                StoreProductListFile(list: $0, document: document, bytes: bytes)
            }
        }
        var bytes: [UInt8]?
        var failure: String?
        var sniffed: [SniffedFile] = []
        if let tree = try? input.content.get() {
            if let entry = tree.entry(at: ContentTree.contentInfoPath), entry.type == .file,
                entry.size <= CheckRunner.contentInfoLimit
            {
                do throws(ContentReadError) {
                    bytes = try tree.source.bytes(of: entry, limit: CheckRunner.contentInfoLimit)
                } catch {
                    failure = error.reason
                }
            }
            if sniffing { sniffed = Self.sniff(Self.sniffedFiles(of: tree), of: tree.source, jobs: jobs, meter) }
        }
        contentInfoBytes = bytes
        contentInfoFailure = failure
        contentInfo = bytes.map { ContentInfo(PropertyListReader.read($0)) }
        self.sniffed = sniffed
        // There is next to none of it in any pack, so that it counts for nothing in the progress.
        sniffedBeside =
            sniffing
            ? input.besideContent.map { beside in
                Self.sniff(beside.entries.filter { $0.type == .file }, of: beside.source, jobs: jobs, nil)
            } ?? [] : []
    }

    private static func plainPath(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    private static func name(ofPlainPath path: String, _ kind: ContentInput.Kind) -> String? {
        guard let last = path.split(separator: "/").last else { return nil }
        if kind == .folder { return String(last) }
        return last.lastIndex(of: ".").map { String(last[..<$0]) }
    }

    /// The product ID, where there is one: text that is not empty.
    var productIdentifier: String? {
        guard let text = contentInfo?.productIdentifier.text, !WhiteSpace.isBlank(text) else { return nil }
        return text
    }

    /// So many files are looked into at one go: few enough for several threads to share a small folder.
    private static let batchSize = 64

    /// The files that are looked into.
    static func sniffedFiles(of tree: ContentTree) -> [ContentEntry] {
        tree.entries(below: ContentTree.contentsPath).filter { $0.type == .file }
    }

    /// How much of a file is read for it: the head, but all of what is in a package.
    static func sniffedBytes(of entry: ContentEntry, in source: any ContentSource) -> Int64 {
        let readsThrough = source.isSequential || source is any MeteredSource
        return readsThrough ? entry.size : min(entry.size, Int64(FileSniffer.headLength))
    }

    private static func sniff(
        _ files: [ContentEntry], of plain: any ContentSource, jobs: Int, _ meter: WorkMeter?
    ) -> [SniffedFile] {
        let source = meter.flatMap { (plain as? any MeteredSource)?.metered(by: $0) } ?? plain
        if source.isSequential { return sniff(files[...], of: source, meter).sorted { $0.path < $1.path } }
        let batches = stride(from: 0, to: files.count, by: batchSize).map {
            files[$0..<min($0 + batchSize, files.count)]
        }
        return ReadingMap.map(batches, jobs: jobs) { sniff($0, of: source, meter) }.flatMap(\.self)
    }

    private static func sniff(
        _ files: ArraySlice<ContentEntry>, of source: any ContentSource, _ meter: WorkMeter?
    ) -> [SniffedFile] {
        var sniffed: [SniffedFile] = []
        source.readHeads(of: Array(files), count: FileSniffer.headLength) { entry, head in
            if let meter {
                // Some sources count by themselves.
                meter.add(items: 1, bytes: source is any MeteredSource ? 0 : sniffedBytes(of: entry, in: source))
            }
            switch head {
            case .success(let bytes):
                guard let kind = FileSniffer.sniff(bytes, size: entry.size) else { return }
                sniffed.append(SniffedFile(path: entry.path, kind: kind))
            case .failure(let error):
                sniffed.append(SniffedFile(path: entry.path, kind: .unreadable(error.reason)))
            }
        }
        return sniffed
    }
}
