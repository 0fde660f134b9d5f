internal import ArchiveFormats
internal import AssetPacks
internal import ContentModel

/// Opens an asset pack as content.
struct AssetPackOpening {
    /// What an asset pack holds, and what it says of itself.
    struct Opened {
        let tree: ContentTree
        /// What lies beside the content; `nil` where there is nothing.
        let strays: ContentTree?
        let pack: AssetPack
    }

    /// What is held of an entry: a header can have thousands of fields, and take next to nothing in an archive that was
    /// made to hold many.
    private struct Entry {
        let kind: AppleArchiveEntry.Kind
        let path: [UInt8]
        let linkTarget: [UInt8]?
        let mode: UInt16?
        let time: Int64
        let data: Range<UInt64>?

        init(_ entry: AppleArchiveEntry) {
            (kind, path, linkTarget, data) = (entry.kind, entry.path, entry.linkTarget, entry.data)
            mode = entry.mode.map { $0 & 0o7777 }
            time = entry.modificationTime?.seconds ?? 0
        }

        /// The size of the file in bytes.
        var dataSize: UInt64 { data.map { $0.upperBound - $0.lowerBound } ?? 0 }
    }

    /// An entry takes some hundred bytes here, and next to nothing in an archive that was made to hold many.
    static let mostEntries = 1 << 20
    /// What the paths and targets of all entries may take.
    static let mostNameBytes = 64 << 20

    private static let belowContentInfo = Array("Contents/ContentInfo.plist/".utf8)

    private let archive: AppleArchiveFile
    private var entries: [Entry] = []
    private var nameRoom: Int
    private var fieldKeys: [String] = []
    private var hasAttributes = false

    /// Reads the headers of all entries, and the manifest.
    /// - Parameter nameRoom: The bytes that the paths and targets of all entries may take.
    static func open(
        _ file: ReadableFile, path: String, excluding exclusions: [ContentGlob], nameRoom: Int = mostNameBytes
    ) throws(InputFault) -> Opened {
        let archive: AppleArchiveFile
        do throws(AppleArchiveFault) { archive = try AppleArchiveFile(file) } catch { throw fault(error) }
        var opening = AssetPackOpening(archive: archive, nameRoom: nameRoom)
        try opening.readEntries()
        return try opening.opened(from: file, path: path, excluding: exclusions)
    }

    private init(archive: AppleArchiveFile, nameRoom: Int) {
        self.archive = archive
        self.nameRoom = nameRoom
    }

    private mutating func readEntries() throws(InputFault) {
        let walk = archive.entries()
        while true {
            let next: AppleArchiveEntry?
            do throws(AppleArchiveFault) { next = try walk.next() } catch { throw Self.fault(error) }
            guard let entry = next else { return }
            guard entries.count < Self.mostEntries else {
                throw Self.unreadable("it has more than \(Self.mostEntries) entries, which is as far as they are read")
            }
            nameRoom -= entry.path.count + (entry.linkTarget?.count ?? 0)
            guard nameRoom >= 0 else {
                throw InputFault(
                    .damaged, detail: "its entries have names of more than \(Self.mostNameBytes) bytes in all")
            }
            for key in entry.fieldKeys.lazy.map({ String($0.prefix(3)) }) where !fieldKeys.contains(key) {
                // A stranger's archive may have any number of keys; a real one has no more than these.
                if fieldKeys.count < 32 { fieldKeys.append(key) }
            }
            if entry.hasExtendedAttributes || entry.hasAccessControlList { hasAttributes = true }
            entries.append(Entry(entry))
        }
    }

    private func opened(
        from file: ReadableFile, path: String, excluding exclusions: [ContentGlob]
    ) throws(InputFault) -> Opened {
        let manifest = entries.first { $0.path == AssetPackLayout.manifestPath.bytes && $0.kind == .file }
        let manifestBytes = try manifest.flatMap { manifest throws(InputFault) in try bytes(of: manifest) }
        let reading = manifestBytes.map { AssetPackManifestReading($0) }
        let root = contentRoot(reading?.identifier)
        guard
            root != nil || manifest != nil
                || entries.contains(where: { ContentPath(bytes: $0.path).isInside(ContentTree.contentsPath) })
        else {
            throw InputFault(
                .notAContentPackage,
                detail: "an Apple Archive without Manifest.json and Contents, and so no asset pack")
        }
        var builder = ArchiveTreeBuilder(of: "archive", exclusions: exclusions)
        var strays = AssetPackStrays(hasContentRoot: root != nil)
        var files: [ContentPath: Range<UInt64>] = [:]
        var rootTime: Int64 = 0
        for entry in entries {
            if entry.path.isEmpty {
                switch entry.kind {
                case .directory: rootTime = entry.time
                // What speaks of the archive itself has no path either.
                case .metadata, .other: break
                default: throw InputFault(.damaged, detail: "the root of the archive is no folder")
                }
                continue
            }
            let name = contentName(of: entry, root, exclusions)
            let member = ArchiveMember(
                name: name ?? entry.path, kind: ArchiveMember.Kind(entry.kind),
                size: entry.kind == .file ? entry.dataSize : 0,
                mode: entry.mode, modificationTime: entry.time, nameInArchive: entry.path)
            // The property list lies elsewhere in the content, so nothing would be seen to lie in it.
            if root != nil, let name, name.starts(with: Self.belowContentInfo) {
                throw ArchiveTreeBuilder.damaged(member, "in a folder that is a file as well")
            }
            if name == nil {
                try strays.add(member, data: entry.data, target: entry.linkTarget)
            } else if let path = try builder.add(member, target: { entry.linkTarget ?? [] }) {
                files[path] = entry.data ?? 0..<0
            }
        }
        let tree = ContentTree(
            entries: builder.entries, leftOut: builder.leftOutEntries + strays.leftOut, modificationTime: rootTime,
            source: AssetPackContentSource(path: path, identity: file.identity, files: files))
        return Opened(
            tree: tree, strays: strays.tree(path: path, identity: file.identity),
            pack: AssetPack(
                manifestBytes: manifestBytes, manifest: reading, manifestSize: manifest?.dataSize,
                compressionName: archive.compression.name, blockSize: archive.blockSize,
                blockCount: archive.blockCount, storedBlockCount: archive.storedBlockCount,
                unpackedBytes: archive.unpackedSize, entryCount: entries.count, fieldKeys: fieldKeys,
                contentRoot: root, hasAttributes: hasAttributes))
    }

    /// The path of an entry in the content; `nil` for what has none there, since it lies beside the content.
    private func contentName(of entry: Entry, _ root: ContentPath?, _ exclusions: [ContentGlob]) -> [UInt8]? {
        if let root { return AssetPackLayout(root: root).contentPath(ofArchivePath: entry.path) }
        let upper = ContentPath(bytes: Array(entry.path.prefix { $0 != UInt8(ascii: "/") }))
        let isFolder = entry.kind == .directory || upper.bytes.count < entry.path.count
        if upper == AssetPackLayout.manifestPath { return nil }
        let reason = LeaveOutRule.reason(for: upper, isDirectory: isFolder, exclusions: exclusions)
        // What is junk or excluded is left out as such.
        return reason == .besideContents ? nil : entry.path
    }

    /// The content folder in the archive: the one of the manifest's ID, else the only one that there is.
    private func contentRoot(_ identifier: String?) -> ContentPath? {
        let roots = entries.filter { $0.kind == .file }.compactMap { entry -> ContentPath? in
            let path = ContentPath(bytes: entry.path)
            guard path.name.elementsEqual(ContentTree.contentInfoPath.bytes), let root = path.parent,
                root.isDirectly(in: ContentTree.contentsPath), Self.isPlainName(root.name)
            else { return nil }
            return root
        }
        if let identifier, let root = roots.first(where: { $0.name.elementsEqual(identifier.utf8) }) { return root }
        return roots.count == 1 ? roots[0] : nil
    }

    /// Whether a name is that of a folder, and leads nowhere else.
    private static func isPlainName(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8) && !name.contains(0)
    }

    private func bytes(of manifest: Entry) throws(InputFault) -> [UInt8]? {
        guard manifest.dataSize <= AssetPack.largestManifest, let data = manifest.data else {
            return manifest.data == nil ? [] : nil
        }
        do throws(StreamFault) {
            return try archive.stream(data).bytes(upTo: Int(manifest.dataSize))
        } catch {
            throw Self.fault(error)
        }
    }

    static func fault(_ fault: StreamFault) -> InputFault {
        switch fault.kind {
        case .truncated: InputFault(.truncated, detail: "the archive is incomplete: \(fault.reason)")
        case .damaged: InputFault(.damaged, detail: "the archive is damaged: \(fault.reason)")
        case .unsupported: unreadable(fault.reason)
        }
    }

    private static func unreadable(_ reason: String) -> InputFault {
        InputFault(.notAContentPackage, detail: "an Apple Archive that can't be unpacked here: \(reason)")
    }

    private static func fault(_ fault: AppleArchiveFault) -> InputFault {
        switch fault {
        case .notAnArchive: InputFault(.notAContentPackage, detail: "no Apple Archive")
        case .encrypted:
            InputFault(
                .encrypted, detail: "an encrypted or signed Apple Archive (AEA), which can't be opened without its key")
        case .unsupported(let how): unreadable(how)
        case .truncated(let how): InputFault(.truncated, detail: "the archive is incomplete: \(how)")
        case .damaged(let how): InputFault(.damaged, detail: "the archive is damaged: \(how)")
        case .unreadable(let error): InputFault(.damaged, detail: "it can't be read: \(error.text)")
        }
    }
}

extension ArchiveMember.Kind {
    /// Takes the type of an entry.
    fileprivate init(_ kind: AppleArchiveEntry.Kind) {
        switch kind {
        case .file: self = .file
        case .directory: self = .directory
        case .symlink: self = .symlink
        case .fifo: self = .special(.fifo)
        case .socket: self = .special(.socket)
        case .device: self = .special(.device)
        default: self = .special(.other)
        }
    }
}
