public import ContentModel
package import Packaging

/// One path that is not the same in two trees.
public struct ContentChange: Sendable, Hashable {
    /// What became of it.
    public enum Kind: String, Sendable {
        /// It is in the newer tree only.
        case added
        /// It is in the older tree only.
        case removed
        /// Its type, its bytes or its link's target differ.
        case modified
        /// Nothing but whether it may be run differs.
        case metadata
    }

    /// The path.
    public let path: ContentPath
    /// What became of it.
    public let kind: Kind

    /// Creates a change.
    public init(path: ContentPath, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}

/// What differs between two trees of content.
///
/// A folder counts for itself only while it is empty: what is in it tells of it otherwise. Times never count, since a
/// copy and a checkout change all of them and no app ever sees them; of the modes, only the owner's right to run a file
/// does, and only where the caller says that both trees keep it.
public struct ContentComparison: Sendable {
    /// What differs, sorted by path.
    public let changes: [ContentChange]
    /// The files of the older tree that could not be read; where there are any, `changes` may lack some.
    public let unreadableInOld: [ContentReadError]
    /// The same of the newer tree.
    public let unreadableInNew: [ContentReadError]

    /// Compares two trees.
    ///
    /// Files of one size are read to their ends, once each and never side by side, so that both sources can be read in
    /// their own order. Memory grows with the number of such files, not with their sizes.
    /// - Parameters:
    ///   - comparesModes: Whether the right to run a file counts.
    ///   - jobs: 2 reads both trees at one time; the result does not depend on it.
    public init(from old: ContentTree, to new: ContentTree, comparesModes: Bool, jobs: Int = 1) {
        self.init(from: old, to: new, comparesModes: comparesModes, jobs: jobs, meter: nil)
    }

    /// The same, counted.
    package init(from old: ContentTree, to new: ContentTree, comparesModes: Bool, jobs: Int, meter: WorkMeter?) {
        var changes: [ContentChange] = []
        var candidates: [(old: ContentEntry, new: ContentEntry)] = []
        Self.pair(old.entries, new.entries) { older, newer in
            switch (older, newer) {
            case (nil, nil): break
            case (nil, let added?):
                if Self.counts(added, in: new) { changes.append(ContentChange(path: added.path, kind: .added)) }
            case (let removed?, nil):
                if Self.counts(removed, in: old) { changes.append(ContentChange(path: removed.path, kind: .removed)) }
            case (let older?, let newer?):
                if older.type == .file, newer.type == .file, older.size == newer.size {
                    candidates.append((older, newer))
                } else if older.type != newer.type || older.size != newer.size {
                    changes.append(ContentChange(path: newer.path, kind: .modified))
                }
            }
        }
        let sides = [(candidates.map(\.old), old.source), (candidates.map(\.new), new.source)]
        meter?.begin(
            .comparing, items: 2 * candidates.count,
            bytes: WorkMeter.sum(sides.lazy.flatMap { $0.0.lazy.map(\.size) }))
        defer { meter?.end() }
        let read = ParallelMap.map(sides, jobs: jobs) { ContentDigests.sha256(of: $0.0, in: $0.1, meter: meter) }
        for (older, newer) in candidates {
            // What could not be read is told as such.
            guard let before = read[0].digests[older.path], let after = read[1].digests[newer.path] else { continue }
            if before != after {
                changes.append(ContentChange(path: newer.path, kind: .modified))
            } else if comparesModes, (older.mode ^ newer.mode) & 0o100 != 0 {
                changes.append(ContentChange(path: newer.path, kind: .metadata))
            }
        }
        self.changes = changes.sorted { $0.path < $1.path }
        unreadableInOld = read[0].failures
        unreadableInNew = read[1].failures
    }

    /// The changes of what a package would hold.
    public var contentChanges: [ContentChange] { changes.filter { $0.kind != .metadata } }

    /// Calls `body` with the entries of each path that either array has; both are sorted by path.
    private static func pair(
        _ old: [ContentEntry], _ new: [ContentEntry], _ body: (ContentEntry?, ContentEntry?) -> Void
    ) {
        var (left, right) = (old[...], new[...])
        while true {
            switch (left.first, right.first) {
            case (nil, nil): return
            case (let older?, let newer?) where older.path == newer.path:
                body(older, newer)
                left.removeFirst()
                right.removeFirst()
            case (let older?, let newer) where newer.map { older.path < $0.path } ?? true:
                body(older, nil)
                left.removeFirst()
            case (_, let newer):
                body(nil, newer)
                right.removeFirst()
            }
        }
    }

    private static func counts(_ entry: ContentEntry, in tree: ContentTree) -> Bool {
        entry.type != .directory || tree.entries(below: entry.path).isEmpty
    }
}
