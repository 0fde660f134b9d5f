import Findings

extension MismatchReason {
    /// Why an ID differs from a candidate: one clause, without a final period, for the middle of a message.
    ///
    /// Characters that can't be seen are written with their code (`U+00A0`).
    public func clause(candidate: KnownProduct, identifier: String) -> String {
        let other = candidate.identifier
        switch self {
        case .unexpandedBuildSetting:
            let setting = BuildSettingPattern.firstSetting(in: identifier).map { " '\(SafeText.escaped($0))'" } ?? ""
            return "the build setting\(setting) in it is replaced by Xcode only"
        case .whiteSpace:
            return Self.whiteSpaceClause(identifier, other)
        case .lookAlike:
            return Self.lookAlikeClause(identifier, other) + Self.further(identifier, other, beside: .lookAlike)
        case .letterCase:
            let further = Self.further(identifier, other, beside: .letterCase)
            return further.isEmpty ? "only letter case differs" : "letter case differs\(further)"
        case .separators:
            return Self.separatorsClause(identifier, other)
        case .xcodeIdentifier:
            return
                "it is what Xcode's ':rfc1034identifier' makes of the product ID set up in the store: a hyphen for each "
                + "character but A to Z, digits and hyphens, and for a digit at the start"
        case .prefixDiffers:
            let (here, there) = Self.prefixes(identifier, other)
            return "it begins with '\(SafeText.escaped(here))', and the product ID set up in the store with "
                + "'\(SafeText.escaped(there))'"
        case .prefixMissing:
            let prefix = Self.prefix(of: other, before: identifier)
            let rest = String(decoding: other.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
            return "the product ID set up in the store begins with '\(SafeText.escaped(prefix))', which is missing here"
                + Self.further(identifier, rest, beside: nil)
        case .prefixAdded:
            return Self.prefixAddedClause(identifier, other)
        case .referenceName:
            return "it is the reference name of that product, not its product ID"
        case .appleID:
            return "it is the number of that product in the App Store, not its product ID"
        case .spelling(let count):
            let letters =
                count == 1 ? "one letter differs" : count == 2 ? "two letters differ" : "\(count) letters differ"
            // The count is of texts in lower case.
            let cased = SpellingIndex([IdentifierFolding.plain(other)])
            let isAll = !cased.search(IdentifierFolding.plain(identifier), limit: count).isEmpty
            return isAll ? letters : letters + ", letter case aside"
        }
    }

    private static func whiteSpaceClause(_ identifier: String, _ other: String) -> String {
        let (here, there) = (IdentifierFolding.hidden(in: identifier), IdentifierFolding.hidden(in: other))
        // Whichever side has more of them is the one with something to take away.
        let isHere = here.count >= there.count
        let names = list(isHere ? here : there)
        return isHere
            ? "it holds \(names), which the product ID set up in the store lacks"
            : "the product ID set up in the store holds \(names), which is missing here"
    }

    /// Names each character once.
    private static func list(_ scalars: [Unicode.Scalar]) -> String {
        var names: [String] = []
        for scalar in scalars {
            let name = name(of: scalar)
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: " and ")
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
        let code = SafeText.codePoint(of: scalar)
        return switch scalar {
        case " ": "a space"
        case "\t": "a tab"
        case "\n", "\r": "a line break"
        case "\u{A0}": "a no-break space (\(code))"
        case "\u{FEFF}": "a byte-order mark (\(code))"
        default: "a character that can't be seen (\(code))"
        }
    }

    private static func lookAlikeClause(_ identifier: String, _ other: String) -> String {
        let (left, right) = (IdentifierFolding.visible(identifier), IdentifierFolding.visible(other))
        if left == right { return "it is the same text in another Unicode form, so its bytes differ" }
        let pair = zip(left.unicodeScalars, right.unicodeScalars).first {
            $0 != $1 && $0.properties.lowercaseMapping != $1.properties.lowercaseMapping
                && IdentifierFolding.blurred(String($0)) == IdentifierFolding.blurred(String($1))
        }
        guard let (here, there) = pair else { return "characters in it look like others" }
        return
            "\(shown(here)) stands where the product ID set up in the store has \(shown(there)), which looks the same"
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String { "'\(scalar)' (\(SafeText.codePoint(of: scalar)))" }

    private static func separatorsClause(_ identifier: String, _ other: String) -> String {
        let further = further(identifier, other, beside: .separators)
        let (here, there) = (separators(in: identifier), separators(in: other))
        if here.count == there.count, let (left, right) = zip(here, there).first(where: { $0 != $1 }) {
            return "'\(left)' stands where the product ID set up in the store has '\(right)'" + further
        }
        return further.isEmpty ? "only separators differ" : "separators differ\(further)"
    }

    private static func separators(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 == "." || $0 == "_" || $0 == "-" || $0 == " " }
    }

    private static func prefixAddedClause(_ identifier: String, _ other: String) -> String {
        let prefix = prefix(of: identifier, before: other)
        let rest = String(decoding: identifier.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        let shown = SafeText.escaped(prefix)
        let further = further(rest, other, beside: nil)
        if rest.lowercased().hasPrefix(prefix.lowercased()) { return "it begins with '\(shown)' twice" + further }
        return "it begins with '\(shown)', which the product ID set up in the store does not have" + further
    }

    /// The leading parts of two IDs, up to the last parts in which they agree but for letter case.
    private static func prefixes(_ left: String, _ right: String) -> (String, String) {
        let (lefts, rights) = (left.split(separator: "."), right.split(separator: "."))
        let common = zip(lefts.reversed(), rights.reversed())
            .prefix { IdentifierFolding.lower(String($0)) == IdentifierFolding.lower(String($1)) }.count
        func start(_ parts: [Substring]) -> String { parts.dropLast(common).map { $0 + "." }.joined() }
        return (start(lefts), start(rights))
    }

    /// The leading parts of an ID before what is, but for letter case and separators, another.
    private static func prefix(of identifier: String, before rest: String) -> String {
        let splits = CandidateIndex.splits(of: identifier)
        let folds = [{ $0 }, IdentifierFolding.lower, IdentifierFolding.dashed, IdentifierFolding.joined]
        for fold in folds {
            let wanted = fold(rest)
            if let split = splits.first(where: { fold($0.rest) == wanted }) { return split.prefix }
        }
        return ""
    }

    /// What else differs between two IDs that a reason makes equal, as an ending (", and so do separators").
    private static func further(_ left: String, _ right: String, beside reason: MismatchReason?) -> String {
        var others: [String] = []
        if reason != .letterCase,
            IdentifierFolding.separated(left).filter({ $0 != "-" })
                != IdentifierFolding.separated(right).filter({ $0 != "-" }),
            IdentifierFolding.joined(left) == IdentifierFolding.joined(right)
        {
            others.append("letter case")
        }
        if reason != .separators, IdentifierFolding.lower(left) != IdentifierFolding.lower(right),
            IdentifierFolding.joined(left) == IdentifierFolding.joined(right)
        {
            others.append("separators")
        }
        if IdentifierFolding.hidden(in: left) != IdentifierFolding.hidden(in: right) {
            others.append("white space or characters that can't be seen")
        }
        if reason != .lookAlike, isNotASCII(left) != isNotASCII(right) { others.append("characters that look alike") }
        guard let last = others.popLast() else { return "" }
        let all = others.isEmpty ? last : others.joined(separator: ", ") + " and " + last
        return ", and \(all) \(others.isEmpty && last == "letter case" ? "differs" : "differ") too"
    }

    private static func isNotASCII(_ text: String) -> Bool {
        IdentifierFolding.visible(text).utf8.contains { $0 >= 0x80 }
    }
}
