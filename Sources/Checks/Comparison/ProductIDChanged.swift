import ContentModel
import Findings
import Packaging
import PropertyLists

/// The two inputs are not for one product.
struct ProductIDChanged: ComparisonCheck {
    static let description = FindingDescription(
        code: FindingCode("PID-013", "product-id-changed"),
        defaultSeverity: .error,
        summary: "Content must stay with its product",
        why:
            "A package belongs to the product that its ContentInfo.plist names. With another product ID it is no newer "
            + "version of the older one: who bought the one product never gets it. A package keeps the ID that the folder "
            + "had when it was packed, so after a change in the folder it has to be made again.",
        remedy:
            "Set IAPProductIdentifier to the product that the content is for. If the folder is right, pack it again.",
        evidence: .secondary(
            "Guides to hosted content: after IAPProductIdentifier was changed, the archive is made anew"))

    static var examples: [ComparisonExample] {
        let found = ExpectedFinding("PID-013", .error, member: "ContentInfo.plist", line: 8)
        let other: ContentSketch = .contentFolder(productIdentifier: "com.example.app.pack2")
        return [
            ComparisonExample("two folders", from: .contentFolder(), to: other, expected: [found]),
            ComparisonExample(
                "a package, and the folder with the ID mended",
                from: ContentSketch.contentFolder().with { $0.kind = .zip }, to: other, expected: [found]),
            ComparisonExample(
                "a lower version of another product", from: .contentFolder(contentVersion: "2.0"), to: other,
                expected: [found]),
            ComparisonExample("one product", from: .contentFolder(), to: .contentFolder(), expected: []),
            ComparisonExample(
                "no product ID to compare with", from: .contentFolder(productIdentifier: ""), to: .contentFolder(),
                expected: [ExpectedFinding("KEY-003", .error, member: "ContentInfo.plist", line: 8)]),
        ]
    }

    func run(on context: ComparisonContext, report: (Finding) -> Void) {
        guard let old = context.old.contentInfo?.productIdentifier.text, !WhiteSpace.isBlank(old),
            case .string(let new, let entry)? = context.new.contentInfo?.productIdentifier, !WhiteSpace.isBlank(new),
            !old.utf8.elementsEqual(new.utf8)
        else { return }
        report(
            Self.finding(
                Text.changed(from: old, to: new, context),
                at: context.new.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                notes: Text.notes(context), remedy: Remedy(Text.remedy(context))))
    }
}

private enum Text {
    static func changed(from old: String, to new: String, _ context: ComparisonContext) -> String {
        "the two are for different products: \(Wording.quoted(context.old.input)) for \(Wording.quoted(old)), "
            + "\(Wording.quoted(context.new.input)) for \(Wording.quoted(new))"
    }

    static func notes(_ context: ComparisonContext) -> [String] {
        guard let (package, folder) = packageAndFolder(context) else { return [] }
        return [
            "The package \(Wording.quoted(package)) was made before the product ID of the folder "
                + "\(Wording.quoted(folder)) became what it is, or from another folder."
        ]
    }

    static func remedy(_ context: ComparisonContext) -> String {
        guard let (_, folder) = packageAndFolder(context) else {
            return "set IAPProductIdentifier to the product that the content is for"
        }
        return "pack \(Wording.quoted(folder)) again, if its product ID is right"
    }

    /// The package and the folder, where there is one of each.
    private static func packageAndFolder(_ context: ComparisonContext) -> (package: String, folder: String)? {
        switch (context.old.kind == .folder, context.new.kind == .folder) {
        case (false, true): (context.old.input, context.new.input)
        case (true, false): (context.new.input, context.old.input)
        default: nil
        }
    }
}
