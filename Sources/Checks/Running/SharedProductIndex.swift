import ContentModel
import Packaging

/// Finds the inputs of a run that claim the same product.
///
/// Left aside are inputs that are no rivals: the same path given twice, a folder and the package named after it, and
/// values with a build setting in them, since Xcode makes another ID of the same text in each project.
struct SharedProductIndex: Sendable {
    private let facts: [ContentFacts]
    private let positions: [[UInt8]: [Int]]

    init(_ facts: [ContentFacts]) {
        self.facts = facts
        var positions: [[UInt8]: [Int]] = [:]
        for (position, fact) in facts.enumerated() {
            guard let identifier = fact.productIdentifier, !BuildSetting.occurs(in: identifier) else { continue }
            // Bytes, not text: `String` takes two Unicode forms of one letter for equal, and the store does not.
            positions[Array(identifier.utf8), default: []].append(position)
        }
        self.positions = positions
    }

    /// The other inputs with the same product ID as the one at `position`, in the order given.
    func others(than position: Int) -> [String] {
        facts[position].productIdentifier.map { others(than: position, with: $0) } ?? []
    }

    /// The inputs with a product ID other than the input at `position`, in the order given.
    func others(than position: Int, with identifier: String) -> [String] {
        let own = facts[position].input
        var seen: Set<[UInt8]> = [Array(Self.plainPath(own.path).utf8)]
        return (positions[Array(identifier.utf8)] ?? []).compactMap { other in
            let input = facts[other].input
            guard other != position, areRivals(other, position),
                seen.insert(Array(Self.plainPath(input.path).utf8)).inserted
            else { return nil }
            return input.path
        }
    }

    /// Whether two inputs can't both be for one product: not where one is made from the other, or both from one folder.
    func areRivals(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (facts[left].input, facts[right].input)
        if Self.plainPath(left.path) == Self.plainPath(right.path) { return false }
        return !Self.isPackage(left, of: right) && !Self.isPackage(right, of: left) && !Self.areTwins(left, right)
    }

    /// Whether two packages are of different kinds and have one name but for the suffix: `CatPhotos.zip`, `CatPhotos.pkg`.
    private static func areTwins(_ left: ContentInput, _ right: ContentInput) -> Bool {
        func stem(_ input: ContentInput) -> Substring? {
            let file = plainPath(input.path).split(separator: "/").last ?? ""
            return file.lastIndex(of: ".").map { file[..<$0] }
        }
        guard left.kind != .folder, right.kind != .folder, left.kind != right.kind, let name = stem(left) else {
            return false
        }
        return name == stem(right)
    }

    /// The path of an input.
    func path(of position: Int) -> String { facts[position].input.path }

    /// Whether `package` bears the name that a package of `folder` gets: `CatPhotos.zip` of `CatPhotos`.
    private static func isPackage(_ package: ContentInput, of folder: ContentInput) -> Bool {
        guard folder.kind == .folder, package.kind != .folder,
            let name = plainPath(folder.path).split(separator: "/").last
        else { return false }
        let file = plainPath(package.path).split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: ".") else { return false }
        return file[..<dot] == name
    }

    /// The path without what changes nothing: a leading `./`, doubled and trailing slashes.
    private static func plainPath(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
