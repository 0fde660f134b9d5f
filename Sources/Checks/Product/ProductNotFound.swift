import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// No product has the product ID.
struct ProductNotFound: Check {
    static let needsProducts = true
    static let description = FindingDescription(
        code: FindingCode("PID-010", "product-not-found"),
        defaultSeverity: .error,
        summary: "The product ID must be that of a product that exists",
        why: "The store finds the product of a package by IAPProductIdentifier. Where none has the ID, the content "
            + "reaches nobody. 'iapkit' compares byte for byte, since no text of Apple's allows a difference, not "
            + "even in letter case. The ID of a product can't be changed in App Store Connect "
            + "once it was made, and a deleted one can't be used again, so that ContentInfo.plist must change.",
        remedy: "Set IAPProductIdentifier to the product's ID. If the product does not exist yet, make it in App "
            + "Store Connect first. A list of products can't show agreements that wait for a signature, nor changes "
            + "that have not spread yet.",
        evidence: .apple(
            "App Store Connect Help, In-App Purchase information: a product ID can't be edited after saving"))

    static var examples: [CheckExample] {
        let products = ["com.masteringios.Photos.CatPhotos", "com.masteringios.Photos.DogPhotos"].map {
            KnownProduct(identifier: $0, source: "products.txt")
        }
        return [
            CheckExample(
                "an ID without its prefix", .contentFolder(productIdentifier: "CatPhotos"), products: products,
                expected: [ExpectedFinding("PID-010", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "an ID that is nowhere near", .contentFolder(productIdentifier: "org.birds"), products: products,
                expected: [ExpectedFinding("PID-010", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "an ID in the list", .contentFolder(productIdentifier: "com.masteringios.Photos.CatPhotos"),
                products: products, expected: []),
            CheckExample(
                "a sales report alone, and an ID that it lacks", .contentFolder(productIdentifier: "org.birds"),
                sources: [sales(products)],
                expected: [ExpectedFinding("PID-010", .note, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "a sales report alone, and an ID that is nearly in it", .contentFolder(productIdentifier: "CatPhotos"),
                sources: [sales(products)],
                expected: [ExpectedFinding("PID-010", .warning, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "a sales report beside a list", .contentFolder(productIdentifier: "org.birds"),
                sources: [
                    sales(products), ProductSource(name: "products.txt", format: "text", products: products),
                ], expected: [ExpectedFinding("PID-010", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample("no list given", .contentFolder(productIdentifier: "CatPhotos"), expected: []),
        ]
    }

    private static func sales(_ products: [KnownProduct]) -> ProductSource {
        ProductSource(name: "sales.txt", format: SalesReportFormat.name, authority: .presence, products: products)
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier, let match = context.match, let products = context.products
        else { return }
        let location = context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position)
        guard !Self.isExplained(text, match, in: context) else { return }
        // Lists that prove nothing by what they lack accuse nobody.
        let accuses = products.saysWhatIsMissing
        switch match {
        case .exact, .wrongType:
            return
        case .near(let miss):
            guard let first = miss.candidates.first else { return }
            let isOne = miss.candidate != nil
            let reason = isOne ? Text.reason(miss.reason, text, first) : Text.reason(miss.reason, text, firstOf: first)
            let (message, remedy, suggestion) = Self.judge(text, entry, miss, in: context)
            report(
                Self.finding(
                    message, at: location, severity: accuses ? nil : .warning,
                    notes: [reason, Text.unchangeable] + ProductSourceWording.notes(products),
                    remedy: remedy, suggestion: suggestion))
        case .unknown:
            report(
                Self.finding(
                    Text.unknown(text, isListEmpty: products.sources.allSatisfy(\.products.isEmpty)), at: location,
                    severity: accuses ? nil : .note,
                    notes: [Text.unseen] + ProductSourceWording.notes(products, showingIDs: true),
                    remedy: Remedy(Text.make)))
        }
    }

    /// Whether another check's finding has the same cause and says more of it.
    private static func isExplained(_ text: String, _ match: ProductMatch, in context: CheckContext) -> Bool {
        if let space = SurroundingWhiteSpace(in: text), context.hasProduct(space.trimmed) {
            return context.reports(WhiteSpaceAroundValue.self, insteadOf: Self.self)
        }
        if context.deletedProduct != nil { return context.reports(DeletedProduct.self, insteadOf: Self.self) }
        if context.productOfOtherApp != nil {
            return context.reports(ProductOfAnotherApp.self, insteadOf: Self.self)
        }
        guard BuildSetting.occurs(in: text), context.reports(UnexpandedBuildSetting.self, insteadOf: Self.self) else {
            return false
        }
        if case .unknown = match { return true }
        return UnexpandedBuildSetting.knownExpansion(of: text, in: context) != nil
    }

    /// What is said of the products that are near, and what is offered.
    private static func judge(
        _ text: String, _ entry: PropertyListEntry, _ miss: NearMiss, in context: CheckContext
    ) -> (message: String, remedy: Remedy, suggestion: String?) {
        // The matcher puts those that can have content first, so that one that can't means that none can.
        let isUsable = miss.candidates.contains { $0.type?.canHaveHostedContent ?? true }
        guard let candidate = miss.candidate else {
            let message = Text.several(text, miss)
            return isUsable ? (message, Remedy(Text.choose), nil) : (message + Text.noneUsable, Remedy(Text.make), nil)
        }
        guard isUsable else { return (Text.unusable(text, candidate), Remedy(Text.make), nil) }
        let others = context.inputsWithNearestProduct
        guard others.isEmpty else {
            return (
                Text.taken(text, candidate.identifier, by: others),
                Remedy(Text.part(context.input, from: others)), nil
            )
        }
        let rivals = context.inputsNearSameProduct
        guard rivals.isEmpty else {
            return (
                Text.shared(text, candidate.identifier, with: rivals),
                Remedy(Text.decide(candidate.identifier)), nil
            )
        }
        let remedy =
            context.isEditable
            ? MendingCommand(in: context).remedy(
                Text.set(candidate.identifier), setting: entry, to: candidate.identifier)
            : Remedy(Text.repack(candidate.identifier))
        return (Text.near(text, candidate.identifier), remedy, candidate.identifier)
    }
}

private enum Text {
    static func near(_ text: String, _ candidate: String) -> String {
        "product ID \(Wording.quoted(text)) is not in the product list; the list has \(Wording.quoted(candidate))"
    }

    static func unusable(_ text: String, _ candidate: KnownProduct) -> String {
        "product ID \(Wording.quoted(text)) is not in the product list; the nearest, "
            + "\(Wording.quoted(candidate.identifier)), is \(Wording.phrase(for: candidate.type)), "
            + "which can't have content"
    }

    static let noneUsable = ", none of which can have content"

    static func taken(_ text: String, _ candidate: String, by others: RivalInputs) -> String {
        near(text, candidate)
            + ", but \(Wording.list(others.paths.map { Wording.quoted($0) }, count: others.count)) already "
            + (others.count == 1 ? "has it" : "have it")
    }

    static func shared(_ text: String, _ candidate: String, with others: RivalInputs) -> String {
        near(text, candidate) + ", which is the nearest for "
            + Wording.list(others.paths.map { Wording.quoted($0) }, count: others.count) + " too"
    }

    static func decide(_ candidate: String) -> String {
        "decide which of them is for \(Wording.quoted(candidate)), and set IAPProductIdentifier in it; the other is for a "
            + "product of its own"
    }

    /// Which of the two is wrong can't be told from here.
    static func part(_ input: String, from others: RivalInputs) -> String {
        "set IAPProductIdentifier in \(Wording.quoted(input)) or \(Wording.quoted(others.paths[0])) to the product that it is "
            + "for"
    }

    static func several(_ text: String, _ miss: NearMiss) -> String {
        "product ID \(Wording.quoted(text)) is not in the product list; as near are "
            + Wording.list(miss.candidates.map { Wording.quoted($0.identifier) }, count: miss.count)
    }

    static func unknown(_ text: String, isListEmpty: Bool) -> String {
        "product ID \(Wording.quoted(text)) is not in the product list, "
            + (isListEmpty ? "which is empty" : "and nothing in it is near")
    }

    static func reason(_ reason: MismatchReason, _ text: String, _ candidate: KnownProduct) -> String {
        let clause = reason.clause(candidate: candidate, identifier: text)
        let sentence = clause.prefix(1).uppercased() + clause.dropFirst() + "."
        switch reason {
        case .whiteSpace, .lookAlike:
            // The two look the same, so their lengths are the proof that they are not.
            return sentence + " \(Wording.quoted(text)) is \(Wording.count(text.utf8.count, "byte")) long, "
                + "\(Wording.quoted(candidate.identifier)) \(Wording.grouped(candidate.identifier.utf8.count))."
        case .separators:
            return sentence + " Where Xcode makes an ID of a name, it writes '-' for all but letters and digits."
        default:
            return sentence
        }
    }

    /// The reason for the first of several that are as near.
    static func reason(_ reason: MismatchReason, _ text: String, firstOf candidate: KnownProduct) -> String {
        "From \(Wording.quoted(candidate.identifier)) it differs in this: "
            + reason.clause(candidate: candidate, identifier: text) + "."
    }

    static let unchangeable =
        "A product ID can't be changed in App Store Connect once the product is made, so ContentInfo.plist must change."
    static let unseen =
        "A list can't show a product that was made after it, nor one that waits for an agreement to be signed."

    static let choose = "set IAPProductIdentifier to the one of them that is meant"
    static let make =
        "make the product in App Store Connect first, or set IAPProductIdentifier to the ID of one that exists"

    static func set(_ candidate: String) -> String {
        "set IAPProductIdentifier in ContentInfo.plist to \(Wording.quoted(candidate))"
    }

    static func repack(_ candidate: String) -> String {
        "set IAPProductIdentifier to \(Wording.quoted(candidate)) in the content folder, and pack it again"
    }
}
