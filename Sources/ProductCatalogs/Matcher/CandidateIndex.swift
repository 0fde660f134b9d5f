/// The distinct product IDs of a catalogue, findable by everything that makes another ID near to one.
struct CandidateIndex: Sendable {
    /// One product ID, whichever sources list it.
    struct Candidate: Sendable {
        /// Every row with the ID, in source order.
        let rows: [KnownProduct]
        /// Whether it can have hosted content, as far as any source tells.
        let canHaveHostedContent: Bool

        init(rows: [KnownProduct]) {
            self.rows = rows
            let types = rows.compactMap(\.type)
            canHaveHostedContent = types.isEmpty || types.contains(where: \.canHaveHostedContent)
        }

        var identifier: String { rows[0].identifier }

        /// The row that tells most about what the ID can be used for.
        var product: KnownProduct {
            rows.first { $0.type?.canHaveHostedContent ?? false } ?? rows.first { $0.type != nil } ?? rows[0]
        }
    }

    /// A product ID whose last parts are something.
    struct Suffix: Sendable {
        let candidate: Int
        /// The parts before, each with its dot.
        let prefix: String
    }

    /// Sorted by the bytes of the ID.
    let candidates: [Candidate]
    /// The bytes of the IDs, for quick search.
    private let keys: [[UInt8]]

    private(set) var byVisible: [String: [Int]] = [:]
    private(set) var byPlain: [String: [Int]] = [:]
    private(set) var byLower: [String: [Int]] = [:]
    private(set) var byBlurred: [String: [Int]] = [:]
    private(set) var byDashed: [String: [Int]] = [:]
    private(set) var byJoined: [String: [Int]] = [:]
    private(set) var bySuffix: [String: [Suffix]] = [:]
    private(set) var byLowerSuffix: [String: [Suffix]] = [:]
    private(set) var byDashedSuffix: [String: [Suffix]] = [:]
    private(set) var byJoinedSuffix: [String: [Suffix]] = [:]
    private(set) var byXcodeIdentifier: [String: [Int]] = [:]
    private(set) var byName: [String: [Int]] = [:]
    private(set) var byDashedName: [String: [Int]] = [:]
    private(set) var byAppleID: [String: [Int]] = [:]
    let spelling: SpellingIndex

    init(_ products: [KnownProduct]) {
        let keyed = products.enumerated().map { (key: Array($1.identifier.utf8), order: $0) }
            .sorted { $0.key == $1.key ? $0.order < $1.order : $0.key.lexicographicallyPrecedes($1.key) }
        var candidates: [Candidate] = []
        var start = 0
        for index in keyed.indices where index + 1 == keyed.count || keyed[index + 1].key != keyed[index].key {
            candidates.append(Candidate(rows: keyed[start...index].map { products[$0.order] }))
            start = index + 1
        }
        self.candidates = candidates
        keys = candidates.map { Array($0.identifier.utf8) }
        spelling = SpellingIndex(candidates.map { IdentifierFolding.lower($0.identifier) })
        for (index, candidate) in candidates.enumerated() { add(candidate, index) }
    }

    private mutating func add(_ candidate: Candidate, _ index: Int) {
        let identifier = candidate.identifier
        byVisible[IdentifierFolding.visible(identifier), default: []].append(index)
        byPlain[IdentifierFolding.plain(identifier), default: []].append(index)
        byLower[IdentifierFolding.lower(identifier), default: []].append(index)
        byBlurred[IdentifierFolding.blurred(identifier), default: []].append(index)
        byDashed[IdentifierFolding.dashed(identifier), default: []].append(index)
        byJoined[IdentifierFolding.joined(identifier), default: []].append(index)
        for (prefix, rest) in Self.splits(of: identifier) {
            let suffix = Suffix(candidate: index, prefix: prefix)
            bySuffix[rest, default: []].append(suffix)
            byLowerSuffix[IdentifierFolding.lower(rest), default: []].append(suffix)
            byDashedSuffix[IdentifierFolding.dashed(rest), default: []].append(suffix)
            byJoinedSuffix[IdentifierFolding.joined(rest), default: []].append(suffix)
        }
        for made in Set(IdentifierFolding.xcodeIdentifiers(identifier)) {
            byXcodeIdentifier[IdentifierFolding.lower(made), default: []].append(index)
        }
        // Sources may differ in the name of a product; each name leads to it, once.
        for name in Set(candidate.rows.compactMap(\.name)) where name.utf8.count <= SpellingIndex.lengthLimit {
            byName[IdentifierFolding.lower(name), default: []].append(index)
            byDashedName[IdentifierFolding.dashed(name), default: []].append(index)
        }
        for appleID in Set(candidate.rows.compactMap(\.appleID)) { byAppleID[appleID, default: []].append(index) }
    }

    /// The place of the candidate with exactly these bytes.
    func place(of identifier: String) -> Int? {
        let key = Array(identifier.utf8)
        let index = firstIndex(notBefore: key)
        return index < keys.count && keys[index] == key ? index : nil
    }

    /// The candidates whose IDs start with these bytes.
    func candidates(startingWith prefix: [UInt8]) -> some Sequence<Int> {
        (firstIndex(notBefore: prefix)..<keys.count).lazy.prefix { keys[$0].starts(with: prefix) }
    }

    private func firstIndex(notBefore key: [UInt8]) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The most dots after which an ID is parted: real IDs have five or so, and one of nothing but dots would take a
    /// hundred times as much memory as it.
    static let splitLimit = 16

    /// The ways to part an ID after one of its first dots, the shortest start first; none for what is too long to be an
    /// ID.
    static func splits(of identifier: String) -> [(prefix: String, rest: String)] {
        guard identifier.utf8.count <= SpellingIndex.lengthLimit else { return [] }
        let utf8 = identifier.utf8
        let dots = utf8.indices.lazy.filter { utf8[$0] == UInt8(ascii: ".") }.prefix(splitLimit)
        return dots.compactMap { index in
            let next = utf8.index(after: index)
            guard next < utf8.endIndex else { return nil }
            return (String(identifier[..<next]), String(identifier[next...]))
        }
    }
}
