/// Changes in words.
enum ChangeWording {
    /// How many there are of each kind (`1 added, 2 modified`).
    static func counts(_ changes: [ContentChange]) -> String {
        let kinds: [ContentChange.Kind] = [.added, .removed, .modified, .metadata]
        let counts = kinds.map { kind in (kind, changes.count { $0.kind == kind }) }
        return counts.filter { $0.1 > 0 }.map { "\(Wording.grouped($0.1)) \($0.0.rawValue)" }.joined(separator: ", ")
    }
}
