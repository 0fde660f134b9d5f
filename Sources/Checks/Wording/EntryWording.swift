import ContentModel

/// What an entry is, in words.
enum EntryWording {
    /// The kind with its article (`a folder`).
    static func phrase(for type: ContentEntry.Kind) -> String {
        switch type {
        case .file: "a file"
        case .directory: "a folder"
        case .symlink(let target): "a symbolic link to \(Wording.quoted(name: target))"
        case .special(let kind): "a \(kind.rawValue)"
        }
    }
}
