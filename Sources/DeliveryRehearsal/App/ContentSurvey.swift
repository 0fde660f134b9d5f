internal import ContentModel

/// How the folder that an app reads a product's content from differs from the payload of its package.
struct ContentSurvey {
    /// What is in the package and not in the folder.
    private(set) var missing: [[UInt8]] = []
    /// What is in both and not the same.
    private(set) var differing: [[UInt8]] = []
    /// Files of the folder that are not in the package, were in an earlier one, and were there before the content came.
    /// What else is there is the app's own.
    private(set) var leftOver: [[UInt8]] = []
    /// How many entries the payload has.
    let payloadCount: Int

    /// Whether the folder holds all of the payload.
    var isWhole: Bool { missing.isEmpty && differing.isEmpty }
    /// Whether the folder holds a part of it.
    var hasSome: Bool { missing.count + differing.count < payloadCount }

    /// Compares a folder with a payload. A file that was moved is known by its number on the volume; the bytes of every
    /// other are compared with those in the package.
    /// - Parameters:
    ///   - handedOver: The files as the store handed them over.
    ///   - before: What was in the folder before.
    ///   - earlier: The payload of what was delivered before.
    init(
        _ folder: String, against product: HostedProduct, handedOver: [[UInt8]: DiskItem.Identity] = [:],
        before: [[UInt8]: DiskItem.Identity] = [:], earlier: Set<[UInt8]> = []
    ) {
        let payload = product.payload
        payloadCount = payload.count
        var unproved: [ContentEntry] = []
        for (path, entry) in payload {
            guard let status = DiskItem.status(folder, path) else {
                missing.append(Array(path))
                continue
            }
            let isSame: Bool
            switch entry.type {
            case .directory: isSame = status.kind == .folder
            case .symlink(let target): isSame = DiskItem.target(folder, path) == target
            case .special: isSame = true
            case .file:
                isSame = status.kind == .file && status.size == entry.size
                if isSame, handedOver[Array(path)] != status.identity { unproved.append(entry) }
            }
            if !isSame { differing.append(Array(path)) }
        }
        differing += Self.differing(unproved, from: product.tree.source, in: folder)
        if !before.isEmpty, !earlier.isEmpty {
            let former = earlier.subtracting(payload.map { Array($0.path) })
            leftOver = former.filter { path in
                before[path] != nil && before[path] == DiskItem.status(folder, path)?.identity
            }
        }
        missing.sort { $0.lexicographicallyPrecedes($1) }
        differing.sort { $0.lexicographicallyPrecedes($1) }
        leftOver.sort { $0.lexicographicallyPrecedes($1) }
    }

    private static func differing(
        _ entries: [ContentEntry], from source: any ContentSource, in folder: String
    ) -> [[UInt8]] {
        guard !entries.isEmpty else { return [] }
        var differing: [[UInt8]] = []
        source.readFiles(entries) { entry, reader in
            let path = entry.path.bytes.dropFirst("Contents/".utf8.count)
            guard case .success(let reader) = reader, isSame(reader, folder, path) else {
                differing.append(Array(path))
                return
            }
        }
        return differing
    }

    private static func isSame(_ reader: any ContentReader, _ folder: String, _ path: ArraySlice<UInt8>) -> Bool {
        let isRead = DiskItem.read(folder, path) { chunk in
            guard let expected = try? reader.head(chunk.count) else { return false }
            return expected.elementsEqual(chunk)
        }
        guard isRead, let rest = try? reader.head(1) else { return false }
        return rest.isEmpty
    }
}
