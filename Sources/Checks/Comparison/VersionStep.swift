import ContentModel
import Findings
import PropertyLists

/// The two versions of a comparison that is one of the same product.
struct VersionStep {
    /// The older version as written.
    let oldText: String
    /// The newer version as written.
    let newText: String
    /// Where the newer version stands.
    let location: Location
    private let old: ContentVersion
    private let new: ContentVersion

    /// Takes the versions; `nil` where the products differ, or where a version can't be read: then other checks say so,
    /// and nothing is guessed.
    init?(_ context: ComparisonContext) {
        guard let oldProduct = context.old.contentInfo?.productIdentifier.text,
            let newProduct = context.new.contentInfo?.productIdentifier.text,
            oldProduct.utf8.elementsEqual(newProduct.utf8),
            let oldText = context.old.contentInfo?.contentVersion.text, let old = ContentVersion(oldText),
            case .string(let newText, let entry)? = context.new.contentInfo?.contentVersion,
            let new = ContentVersion(newText)
        else { return nil }
        (self.oldText, self.newText, self.old, self.new) = (oldText, newText, old, new)
        location = context.new.contentInfoLocation(key: ContentInfo.contentVersionKey, at: entry.node.position)
    }

    var isSame: Bool { old == new }
    var isLowered: Bool { new < old }
    var isRaised: Bool { old < new }
}
