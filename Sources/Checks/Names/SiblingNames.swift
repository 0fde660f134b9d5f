import ContentModel

/// Finds entries of one folder whose names a file system takes for one.
enum SiblingNames {
    /// Every entry that has rivals, with them, in the tree's order.
    ///
    /// Only entries of the same folder are compared: where two folders' names are taken for one, that is the fault, not
    /// all that is in them. Names that are not UTF-8 are not compared.
    /// - Parameters:
    ///   - foldsCase: Whether `fold` takes two names of ASCII that differ in letter case for one; no others.
    ///   - fold: What the file system compares instead of the name.
    ///   - areRivals: Whether two entries that fold to the same are to be reported.
    static func clashes(
        among entries: ArraySlice<ContentEntry>, foldsCase: Bool, fold: (String) -> String,
        areRivals: (String, String) -> Bool
    ) -> [(entry: ContentEntry, rivals: [ContentEntry])] {
        var groups: [Key: [Named]] = [:]
        var order: [(key: Key, named: Named)] = []
        for entry in SuspectNames(among: entries, foldsCase: foldsCase).entries {
            guard let name = String(validating: entry.path.name, as: UTF8.self) else { continue }
            let key = Key(folder: entry.path.parent?.bytes ?? [], name: fold(name))
            let named = Named(entry: entry, name: name)
            groups[key, default: []].append(named)
            order.append((key, named))
        }
        return order.compactMap { key, named in
            guard let group = groups[key], group.count > 1 else { return nil }
            let rivals = group.filter { $0.entry.path != named.entry.path && areRivals(named.name, $0.name) }
            return rivals.isEmpty ? nil : (named.entry, rivals.map(\.entry))
        }
    }

    /// `String` compares and hashes by canonical equivalence, so that all Unicode forms of a name are one key.
    private struct Key: Hashable {
        let folder: [UInt8]
        let name: String
    }

    private struct Named {
        let entry: ContentEntry
        let name: String
    }
}
