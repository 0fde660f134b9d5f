internal import ContentModel

extension PackagePlan {
    /// One entry.
    struct Item: Sendable {
        /// The entry as found.
        let entry: ContentEntry
        /// The modification time that it gets, in seconds since 1970-01-01T00:00:00Z.
        let time: Int64

        /// The permission bits that it gets.
        var permissions: UInt16 {
            switch entry.type {
            case .file: 0o644
            case .directory: 0o755
            case .symlink: 0o777
            case .special: 0
            }
        }

        /// The bytes of content that the entry has in a package: those of a file, or the target of a link.
        var contentSize: Int64 {
            switch entry.type {
            case .file: entry.size
            case .symlink(let target): Int64(target.count)
            case .directory, .special: 0
            }
        }
    }

    /// The entries in the order in which they are written.
    ///
    /// There may be very many, so nothing of the tree is held a second time: only the order is.
    struct Items: RandomAccessCollection, Sendable {
        private let entries: [ContentEntry]
        private let order: [UInt32]
        private let times: PackageOptions.Times

        /// Orders the entries of a tree.
        init(_ entries: [ContentEntry], times: PackageOptions.Times) {
            var order = Array(0..<UInt32(entries.count))
            order.sort { PayloadOrder.precedes(entries[Int($0)].path, entries[Int($1)].path) }
            self.entries = entries
            self.order = order
            self.times = times
        }

        var startIndex: Int { 0 }
        var endIndex: Int { order.count }

        subscript(index: Int) -> Item {
            let entry = entries[Int(order[index])]
            let time =
                switch times {
                case .fixed(let time): time
                case .kept: entry.modificationTime
                }
            return Item(entry: entry, time: time)
        }
    }
}
