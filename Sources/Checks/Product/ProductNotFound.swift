import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// No product has the product ID.
struct ProductNotFound: Check {
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
            CheckExample("no list given", .contentFolder(productIdentifier: "CatPhotos"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier, let match = context.match, let products = context.products
        else { return }
        let location = context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position)
        let sources = Text.sources(products)
        switch match {
        case .exact, .wrongType:
            return
        case .near(let miss):
            if let candidate = miss.candidate {
                report(
                    Self.finding(
                        Text.near(text, candidate.identifier), at: location,
                        notes: [Text.reason(miss.reason, text, candidate), Text.unchangeable] + sources,
                        remedy: Self.remedy(for: entry, candidate: candidate.identifier, in: context),
                        suggestion: candidate.identifier))
            } else if let first = miss.candidates.first {
                report(
                    Self.finding(
                        Text.several(text, miss.candidates.map(\.identifier)), at: location,
                        notes: [Text.reason(miss.reason, text, firstOf: first), Text.unchangeable] + sources,
                        remedy: Remedy(Text.choose)))
            }
        case .unknown:
            report(
                Self.finding(
                    Text.unknown(text, isListEmpty: products.sources.allSatisfy(\.products.isEmpty)), at: location,
                    notes: [Text.unseen] + sources, remedy: Remedy(Text.make)))
        }
    }

    private static func remedy(for entry: PropertyListEntry, candidate: String, in context: CheckContext) -> Remedy {
        guard context.isEditable else { return Remedy(Text.repack(candidate)) }
        return Remedy(Text.set(candidate), command: MendingCommand(in: context).setting(entry, to: candidate))
    }
}

private enum Text {
    static func near(_ text: String, _ candidate: String) -> String {
        "product ID \(Wording.quoted(text)) is not in the product list; the list has \(Wording.quoted(candidate))"
    }

    static func several(_ text: String, _ candidates: [String]) -> String {
        "product ID \(Wording.quoted(text)) is not in the product list; as near are "
            + Wording.list(candidates.map { Wording.quoted($0) })
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

    /// Where was looked, and what is to be known of each place.
    static func sources(_ products: ProductCatalog) -> [String] {
        let sources = products.sources.map { source in
            "\(Wording.quoted(source.name)) (\(source.format), \(Wording.count(source.products.count, "product ID")))"
        }
        let remarks = products.sources.flatMap { source in
            source.remarks.map { "\(Wording.quoted(source.name)): \(Wording.escaped($0))" }
        }
        return ["Looked for in \(Wording.list(sources, limit: 5))."] + remarks
    }
}
