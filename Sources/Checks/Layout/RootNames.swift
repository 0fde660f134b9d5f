import ContentModel
import Findings

/// What stands at the root of an input under a name that is nearly the right one.
struct RootNames {
    private let context: CheckContext
    private let names: [(name: String, entry: LeftOutEntry)]

    init(in context: CheckContext) {
        self.context = context
        names = (context.tree?.leftOut ?? []).compactMap { entry in
            guard entry.reason == .besideContents, entry.path.parent == nil, let name = entry.path.text else {
                return nil
            }
            return (name, entry)
        }
    }

    /// What was likely meant to be `ContentInfo.plist`, where that is missing.
    var likelyContentInfo: LeftOutEntry? {
        guard context.tree?.entry(at: ContentTree.contentInfoPath) == nil else { return nil }
        return nearest(to: "ContentInfo.plist", isDirectory: false)
            ?? names.first { ["info.plist", "contentinfo"].contains($0.name.lowercased()) && !$0.entry.isDirectory }?
            .entry
    }

    /// What was likely meant to be `Contents`, where that is missing.
    var likelyContents: LeftOutEntry? {
        guard context.tree?.entry(at: ContentTree.contentsPath) == nil else { return nil }
        return nearest(to: "Contents", isDirectory: true)
    }

    /// Names whose writer took the backslash for the mark between folders (`Contents\a.txt`).
    var withBackslashAsSeparator: [LeftOutEntry] {
        names.filter { $0.name.hasPrefix("Contents\\") }.map(\.entry)
    }

    private func nearest(to name: String, isDirectory: Bool) -> LeftOutEntry? {
        let candidates = names.filter { $0.entry.isDirectory == isDirectory }
        guard let found = NearestName.nearest(to: name, in: candidates.map(\.name)) else { return nil }
        return candidates.first { $0.name == found }?.entry
    }
}
