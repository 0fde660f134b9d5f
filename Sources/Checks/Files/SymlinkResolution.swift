import ContentModel

/// Where a symbolic link of the content leads, found by names alone: no file system is asked.
///
/// Links on the way are followed as a system would. Of several links in a chain, only the one whose own target leads
/// astray is at fault, so that one mistake is one finding.
enum SymlinkResolution: Equatable {
    /// The target is in the content, or it is not there by another link's fault.
    case sound
    /// The link's own target starts at the root of the file system.
    case absolute
    /// The link's own target leads out of the content folder.
    case escapes
    /// The link's own target names what is not there; the path is the first that is missing.
    case missing(ContentPath)
    /// The link's own target takes a file for a folder.
    case throughFile(ContentPath)
    /// The link leads back to itself.
    case loops

    /// As many links as the Mac's kernel follows in one path (`MAXSYMLINKS`).
    private static let linkLimit = 32

    /// Resolves a link of the tree.
    static func resolve(_ link: ContentEntry, in tree: ContentTree) -> SymlinkResolution {
        guard case .symlink(let target) = link.type else { return .sound }
        if target.first == slash { return .absolute }
        if target.isEmpty { return .missing(link.path) }

        var folder = link.path.parent?.components.map(Array.init) ?? []
        // The parts still to go, the next one last, each with the answer whether it comes from the link itself.
        var pending = parts(of: target).map { (name: $0, isOwn: true) }
        var followed = 0
        while let (name, isOwn) = pending.popLast() {
            if name == dot { continue }
            if name == dotDot {
                if folder.isEmpty { return isOwn ? .escapes : .sound }
                folder.removeLast()
                continue
            }
            let path = ContentPath(bytes: Array((folder + [name]).joined(separator: [slash])))
            let isFolder = !tree.entries(below: path).isEmpty
            guard let entry = tree.entry(at: path) else {
                guard isFolder else {
                    if !isOwn { return .sound }
                    return leaves(from: folder.count + 1, by: pending) ? .escapes : .missing(path)
                }
                folder.append(name)
                continue
            }
            switch entry.type {
            case .directory:
                folder.append(name)
            case .symlink(let next):
                followed += 1
                // Who meets a loop that it is not part of is not at fault.
                if path == link.path { return .loops }
                if followed > linkLimit || next.first == slash || next.isEmpty { return .sound }
                pending += parts(of: next).map { (name: $0, isOwn: false) }
            case .file, .special:
                if pending.contains(where: { $0.name != dot }) {
                    if !isOwn { return .sound }
                    return leaves(from: folder.count + 1, by: pending) ? .escapes : .throughFile(path)
                }
                folder.append(name)
            }
        }
        return .sound
    }

    /// Whether the parts still to go lead out of the content, taken by their names alone.
    ///
    /// What is missing today may be there on the device, and then the rest of the target counts.
    private static func leaves(from depth: Int, by pending: [(name: [UInt8], isOwn: Bool)]) -> Bool {
        var depth = depth
        for (name, _) in pending.reversed() where name != dot {
            depth += name == dotDot ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    private static let slash = UInt8(ascii: "/")
    private static let dot = [UInt8(ascii: ".")]
    private static let dotDot = [UInt8(ascii: "."), UInt8(ascii: ".")]

    /// The parts of a target, the last one first.
    private static func parts(of target: [UInt8]) -> [[UInt8]] {
        target.split(separator: slash).reversed().map(Array.init)
    }
}

extension CheckContext {
    /// The symbolic links of the payload with where they lead.
    var symlinks: [(entry: ContentEntry, target: [UInt8], resolution: SymlinkResolution)] {
        guard let tree else { return [] }
        return payload.compactMap { entry in
            guard case .symlink(let target) = entry.type else { return nil }
            return (entry, target, SymlinkResolution.resolve(entry, in: tree))
        }
    }
}
