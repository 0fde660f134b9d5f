/// Compares product IDs byte for byte with the products that exist, and finds what was meant where none is equal.
///
/// What differs is looked for in the order of ``MismatchReason``; the first reason that leads to a product is the answer,
/// and reasons that lead to one that can have hosted content go before those that don't. A match despite a difference
/// also allows those before it: two IDs that are equal but for letter case and white space differ in letter case.
public struct ProductMatcher: Sendable {
    /// The products compared with.
    public let catalog: ProductCatalog

    private let index: CandidateIndex
    /// So many candidates are kept of those that are as near: thousands may have one name, and nobody reads them all.
    private static let mostCandidates = 10

    /// Prepares a catalogue for many look-ups.
    /// - Complexity: O(n log n) for n products.
    public init(_ catalog: ProductCatalog) {
        self.catalog = catalog
        self.index = CandidateIndex(catalog.products)
    }

    /// What the product ID is to the catalogue.
    ///
    /// The time does not grow with the catalogue, but for an ID that is wrong beyond recognition or starts with a build
    /// setting.
    public func match(_ identifier: String) -> ProductMatch {
        if let place = index.place(of: identifier) {
            let candidate = index.candidates[place]
            return candidate.canHaveHostedContent ? .exact(candidate.rows) : .wrongType(candidate.product)
        }
        if let pattern = BuildSettingPattern(identifier) { return expansion(of: pattern) }
        return structuralMiss(identifier) ?? spellingMiss(identifier) ?? otherPrefix(identifier) ?? .unknown
    }

    private func expansion(of pattern: BuildSettingPattern) -> ProductMatch {
        guard pattern.isTelling else { return .unknown }
        let fitting = index.candidates(startingWith: pattern.prefix).filter {
            pattern.fits(index.candidates[$0].identifier)
        }
        return nearMiss(preferHosting(fitting), .unexpandedBuildSetting) ?? .unknown
    }

    /// A difference that can be named exactly.
    private func structuralMiss(_ identifier: String) -> ProductMatch? {
        // What can't have hosted content is offered only if no reason leads to anything better.
        var second: ProductMatch?
        for probe in Self.probes {
            let (found, reason) = probe(index, identifier)
            guard !found.isEmpty else { continue }
            let hosting = found.filter { index.candidates[$0].canHaveHostedContent }
            if !hosting.isEmpty { return nearMiss(hosting, narrowed(reason, to: hosting, of: identifier)) }
            if second == nil { second = nearMiss(found, reason) }
        }
        return second
    }

    private typealias Probe = @Sendable (CandidateIndex, String) -> (found: [Int], reason: MismatchReason)

    /// The ways to look, in order.
    private static let probes: [Probe] = [
        { index, identifier in
            // Only what is the same but for what can't be seen, byte for byte: the next probe finds other forms.
            let visible = IdentifierFolding.visible(identifier)
            let found = keyed(index.byVisible, visible).filter {
                IdentifierFolding.visible(index.candidates[$0].identifier).utf8.elementsEqual(visible.utf8)
            }
            return (found, .whiteSpace)
        },
        { (keyed($0.byPlain, IdentifierFolding.plain($1)), .lookAlike) },
        { (keyed($0.byLower, IdentifierFolding.lower($1)), .letterCase) },
        { (keyed($0.byBlurred, IdentifierFolding.blurred($1)), .lookAlike) },
        { (keyed($0.byDashed, IdentifierFolding.dashed($1)), .separators) },
        { (keyed($0.byJoined, IdentifierFolding.joined($1)), .separators) },
        { (keyed($0.byXcodeIdentifier, IdentifierFolding.lower($1)), .xcodeIdentifier) },
        { prefixMissing($0.bySuffix, $1) },
        { index, identifier in prefixAdded(identifier) { index.place(of: $0).map { [$0] } ?? [] } },
        { prefixMissing($0.byLowerSuffix, IdentifierFolding.lower($1)) },
        { index, identifier in prefixAdded(identifier) { keyed(index.byLower, IdentifierFolding.lower($0)) } },
        { prefixMissing($0.byDashedSuffix, IdentifierFolding.dashed($1)) },
        { index, identifier in prefixAdded(identifier) { keyed(index.byDashed, IdentifierFolding.dashed($0)) } },
        { prefixMissing($0.byJoinedSuffix, IdentifierFolding.joined($1)) },
        { index, identifier in prefixAdded(identifier) { keyed(index.byJoined, IdentifierFolding.joined($0)) } },
        { (keyed($0.byName, IdentifierFolding.lower($1)), .referenceName) },
        { (keyed($0.byDashedName, IdentifierFolding.dashed($1)), .referenceName) },
        { (keyed($0.byAppleID, IdentifierFolding.visible($1)), .appleID) },
    ]

    /// What a dictionary holds for a folding; nothing for an empty one, which says nothing.
    private static func keyed<Value>(_ dictionary: [String: [Value]], _ key: String) -> [Value] {
        key.isEmpty ? [] : dictionary[key] ?? []
    }

    private static func prefixMissing(
        _ suffixes: [String: [CandidateIndex.Suffix]], _ key: String
    ) -> (found: [Int], reason: MismatchReason) {
        let found = keyed(suffixes, key)
        return (found.map(\.candidate), .prefixMissing(found.first?.prefix ?? ""))
    }

    /// Drops as few leading parts as possible.
    private static func prefixAdded(
        _ identifier: String, _ find: (String) -> [Int]
    ) -> (found: [Int], reason: MismatchReason) {
        for (prefix, rest) in CandidateIndex.splits(of: identifier) {
            let found = find(rest)
            if !found.isEmpty { return (found, .prefixAdded(prefix)) }
        }
        return ([], .prefixAdded(""))
    }

    /// The prefix of the first candidate that remains.
    private func narrowed(_ reason: MismatchReason, to found: [Int], of identifier: String) -> MismatchReason {
        guard case .prefixMissing = reason, let first = found.first else { return reason }
        let joined = IdentifierFolding.joined(identifier)
        let split = CandidateIndex.splits(of: index.candidates[first].identifier).first {
            IdentifierFolding.joined($0.rest) == joined
        }
        return split.map { .prefixMissing($0.prefix) } ?? reason
    }

    private func spellingMiss(_ identifier: String) -> ProductMatch? {
        let word = IdentifierFolding.lower(identifier)
        // Most typing errors are one, and one is found far more quickly than two.
        for limit in 1...2 {
            let near = index.spelling.search(word, limit: limit).filter { hit in
                hit.distance
                    <= SpellingTolerance.limit(
                        word, IdentifierFolding.lower(index.candidates[hit.word].identifier))
            }
            let hosting = near.filter { index.candidates[$0.word].canHaveHostedContent }
            if hosting.isEmpty, limit == 1 { continue }
            let chosen = hosting.isEmpty ? near : hosting
            guard let least = chosen.map(\.distance).min() else { continue }
            // One word of the index stands for all IDs that differ from it in nothing but letter case and the like.
            let found = chosen.filter { $0.distance == least }.flatMap { hit in
                index.byLower[IdentifierFolding.lower(index.candidates[hit.word].identifier)] ?? []
            }
            return nearMiss(preferHosting(found), .spelling(least))
        }
        return nil
    }

    /// The products whose last parts are those of an ID with other leading parts; as many parts as possible must agree.
    private func otherPrefix(_ identifier: String) -> ProductMatch? {
        for (_, rest) in CandidateIndex.splits(of: IdentifierFolding.lower(identifier)) {
            let found = Self.keyed(index.byLowerSuffix, rest).map(\.candidate)
            guard !found.isEmpty else { continue }
            let chosen = preferHosting(found)
            // What many products end with, or a short word, says nothing of which was meant.
            guard rest.unicodeScalars.count(where: \.properties.isAlphabetic) >= 4, chosen.count <= 3 else {
                return nil
            }
            return nearMiss(chosen, .prefixDiffers)
        }
        return nil
    }

    private func preferHosting(_ found: [Int]) -> [Int] {
        let hosting = found.filter { index.candidates[$0].canHaveHostedContent }
        return hosting.isEmpty ? found : hosting
    }

    private func nearMiss(_ found: [Int], _ reason: MismatchReason) -> ProductMatch? {
        guard !found.isEmpty else { return nil }
        // The places are in the order of the IDs.
        let places = Set(found).sorted()
        let products = places.prefix(Self.mostCandidates).map { index.candidates[$0].product }
        return .near(NearMiss(candidates: products, count: places.count, reason: reason))
    }
}

/// How far apart two IDs may be and still be one with a typing error.
private enum SpellingTolerance {
    /// The largest distance; 0 where they are different IDs for certain.
    ///
    /// Only the parts behind the common start count: the IDs of an app share all but their last part, and two short
    /// words are different words. IDs that differ in a number are different IDs (`pack1`, `pack2`), not errors.
    static func limit(_ left: String, _ right: String) -> Int {
        guard numbers(in: left) == numbers(in: right) else { return 0 }
        var (leftParts, rightParts) = (left.utf8.split(separator: dot)[...], right.utf8.split(separator: dot)[...])
        while leftParts.count > 1, rightParts.count > 1, let first = leftParts.first, let other = rightParts.first,
            first.elementsEqual(other)
        {
            leftParts.removeFirst()
            rightParts.removeFirst()
        }
        switch min(length(leftParts), length(rightParts)) {
        case ...3: return 0
        case ...7: return 1
        default: return 2
        }
    }

    private static let dot = UInt8(ascii: ".")

    private static func length(_ parts: ArraySlice<Substring.UTF8View>) -> Int {
        parts.reduce(parts.count - 1) { $0 + $1.count }
    }

    private static func numbers(in text: String) -> [[UInt8]] {
        text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.map(Array.init)
    }
}
