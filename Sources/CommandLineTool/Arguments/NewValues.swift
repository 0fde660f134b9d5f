import ContentModel
import Findings

/// The values that are to be written into a `ContentInfo.plist`.
extension Options {
    /// The value of `--product-id`; refused where no product can have it.
    func checkedProductIdentifier() throws(UsageError) -> String? {
        guard let identifier = productIdentifier else { return nil }
        guard let violation = ProductIdentifier.violations(of: identifier).first else { return identifier }
        throw UsageError("--product-id \(SafeText.quoted(identifier)): \(Self.clause(violation))")
    }

    /// The value of `--content-version`; refused where it is no version.
    func checkedContentVersion() throws(UsageError) -> String? {
        guard let version = contentVersion else { return nil }
        if ContentVersion(version) != nil { return version }
        throw UsageError("--content-version '\(version)' is not integers separated by periods", hint: "such as 1.0")
    }

    private static func clause(_ violation: ProductIdentifier.Violation) -> String {
        switch violation {
        case .empty: "it is empty"
        case .tooLong(let count):
            "it has \(count) characters, and at most \(ProductIdentifier.maximumLength) are allowed"
        case .character(let scalar, let position):
            "it holds \(SafeText.quoted(String(scalar))) as character \(position); "
                + "ASCII letters, digits, '-', '.' and '_' are allowed"
        }
    }
}
