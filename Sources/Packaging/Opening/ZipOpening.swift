internal import ArchiveFormats
internal import ContentModel

/// Opens a zip as content.
enum ZipOpening {
    /// Reads the directory of a zip and makes a tree of it.
    /// - Parameters:
    ///   - targetRoom: The bytes that the targets of all links may take.
    ///   - mostProvedBytes: How many bytes are unpacked at most to see whether the files are what was packed.
    static func tree(
        of file: ReadableFile, path: String, excluding exclusions: [ContentGlob],
        targetRoom: UInt64 = ArchiveMember.mostTargetBytes,
        mostProvedBytes: UInt64 = ZipContentSource.mostProvedBytes
    ) throws(InputFault) -> ContentTree {
        let directory: ZipDirectory
        do throws(ZipFault) { directory = try ZipDirectory(of: file) } catch { throw fault(error) }
        if let app = AppRecognition.fault(names: directory.entries.lazy.map(\.name)) { throw app }
        var builder = ArchiveTreeBuilder(of: "zip", exclusions: exclusions)
        var files: [ContentPath: ZipDirectoryEntry] = [:]
        files.reserveCapacity(directory.entries.count)
        var targetRoom = targetRoom
        for member in directory.entries {
            guard !member.isEncrypted else {
                let name = ContentPath.displayText(of: member.name)
                throw InputFault(.encrypted, detail: "'\(name)' can't be unpacked without a password")
            }
            let path = try builder.add(ArchiveMember(member)) { () throws(InputFault) in
                guard member.size <= ArchiveMember.longestTarget else {
                    throw fault(.damagedEntry(name: member.name, "the target of the link has \(member.size) bytes"))
                }
                guard member.size <= targetRoom else {
                    throw fault(.damaged("the targets of its links take absurdly many bytes"))
                }
                targetRoom -= member.size
                return try target(of: member, in: file)
            }
            if let path { files[path] = member }
        }
        return ContentTree(
            entries: builder.entries, leftOut: builder.leftOutEntries,
            source: ZipContentSource(
                path: path, identity: file.identity, files: files, mostProvedBytes: mostProvedBytes))
    }

    /// The whole target of a link: a cut-off one would pass for another.
    private static func target(of link: ZipDirectoryEntry, in file: ReadableFile) throws(InputFault) -> [UInt8] {
        do throws(ZipEntryStream.Fault) {
            let stream = try ZipEntryStream(link, in: file)
            var target: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: Int(link.size) + 1)
            while true {
                let count = try read(stream, into: &chunk)
                if count == 0 { return target }
                target += chunk[..<count]
            }
        } catch {
            throw fault(.damagedEntry(name: link.name, error.reason))
        }
    }

    private static func read(_ stream: ZipEntryStream, into chunk: inout [UInt8]) throws(ZipEntryStream.Fault) -> Int {
        let result = chunk.withUnsafeMutableBytes { buffer in
            Result { () throws(ZipEntryStream.Fault) in try stream.read(into: buffer) }
        }
        return try result.get()
    }

    private static func fault(_ fault: ZipFault) -> InputFault {
        switch fault {
        case .unreadable(let error):
            InputFault(.damaged, detail: "it can't be read: \(error.text)")
        case .truncated:
            InputFault(.truncated, detail: "the zip is incomplete: it ends before its end record")
        case .damaged(let how):
            InputFault(.damaged, detail: how)
        case .damagedEntry(let name, let how):
            InputFault(.damaged, detail: "the entry '\(ContentPath.displayText(of: name))': \(how)")
        case .twoNames(let central, let local):
            InputFault(
                .damaged,
                detail: "the entry '\(ContentPath.displayText(of: central))' is called "
                    + "'\(ContentPath.displayText(of: local))' in its own header, so readers differ in what they unpack"
            )
        }
    }
}

extension ArchiveMember {
    /// An entry of a zip.
    fileprivate init(_ member: ZipDirectoryEntry) {
        self.init(
            name: member.name, kind: Self.kind(of: member), size: member.size,
            mode: member.unixMode.map { $0 & 0o7777 }, modificationTime: member.modificationTime)
    }

    private static func kind(of member: ZipDirectoryEntry) -> Kind {
        if member.name.last == UInt8(ascii: "/") { return .directory }
        switch (member.unixMode ?? 0) & 0o170000 {
        case 0: return member.hasDirectoryAttribute ? .directory : .file
        case let type: return Kind(unixType: type)
        }
    }
}
