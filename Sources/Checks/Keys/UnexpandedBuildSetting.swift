import ContentModel
import Findings
import PropertyLists

/// The value of one of the two keys holds a build setting that only Xcode expands.
struct UnexpandedBuildSetting: Check {
    static let description = FindingDescription(
        code: FindingCode("KEY-005", "unexpanded-build-setting"),
        defaultSeverity: .error,
        summary: "The values of IAPProductIdentifier and ContentVersion must not hold build settings",
        why: "Xcode's template writes $(PRODUCT_NAME:rfc1034identifier), which becomes an ID only when Xcode builds "
            + "the target. A source folder packed as it is carries the setting itself to the store, and no product "
            + "has such an ID. Xcode also writes '-' for every character but letters and digits, so that the ID it "
            + "makes is often not the one in the store.",
        remedy: "Write the product ID itself, as App Store Connect shows it, or pack the folder that Xcode built.",
        evidence: .apple(
            "swift-build: build settings are expanded in the property list of the product, not in its source"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "Xcode's template",
                .contentFolder(productIdentifier: "com.example.$(PRODUCT_NAME:rfc1034identifier)"),
                expected: [ExpectedFinding("KEY-005", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "a version from the project", .contentFolder(contentVersion: "${CURRENT_PROJECT_VERSION}"),
                expected: [ExpectedFinding("KEY-005", .error, member: "ContentInfo.plist", line: 6)]),
            CheckExample("an ID", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for (key, field) in context.fields {
            guard case .string(let text, let entry) = field else { continue }
            let settings = BuildSetting.references(in: text).map(\.text)
            guard !settings.isEmpty else { continue }
            let expansion = Self.expansion(of: text, in: context)
            let isProduct = key == ContentInfo.productIdentifierKey
            let known = isProduct ? Self.knownExpansion(of: text, in: context) : nil
            let advice = isProduct ? Text.productAdvice : Text.versionAdvice
            report(
                Self.finding(
                    Text.unexpanded(key, settings: settings),
                    at: context.contentInfoLocation(key: key, at: entry.node.position),
                    notes: Text.notes(expansion, name: context.folderName, isKnown: known != nil),
                    remedy: known.map { MendingCommand(in: context).remedy(advice, setting: entry, to: $0) }
                        ?? Remedy(advice),
                    suggestion: known))
        }
    }

    /// The ID that is offered in place of one with build settings: what Xcode would have made of it, if a source has it.
    static func knownExpansion(of text: String, in context: CheckContext) -> String? {
        guard BuildSetting.occurs(in: text), let expansion = expansion(of: text, in: context) else { return nil }
        return context.hasProduct(expansion) ? expansion : nil
    }

    /// What Xcode would have made of the text, had the target borne the folder's name.
    private static func expansion(of text: String, in context: CheckContext) -> String? {
        context.folderName.flatMap { BuildSetting.expanded(WhiteSpace.trimmed(text), productName: $0) }
    }
}

private enum Text {
    static func unexpanded(_ key: String, settings: [String]) -> String {
        let names = Wording.list(settings.prefix(3).map { Wording.quoted($0) }, count: settings.count)
        return "value of '\(key)' holds the unexpanded build \(settings.count == 1 ? "setting" : "settings") \(names); "
            + "only Xcode expands \(settings.count == 1 ? "it" : "them")"
    }

    static func notes(_ expansion: String?, name: String?, isKnown: Bool) -> [String] {
        guard let expansion, let name else { return [] }
        let made =
            "With the product name \(Wording.quoted(name)), Xcode would have made \(Wording.quoted(expansion)) of it"
        return [isKnown ? made + ", which is in the product list." : made + "."]
    }

    static let productAdvice =
        "write the product ID itself, as App Store Connect shows it, or pack the folder that Xcode built"
    static let versionAdvice = "write the version itself, or pack the folder that Xcode built"
}
