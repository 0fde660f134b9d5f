import PropertyLists

/// The bytes of a `ContentInfo.plist` with one or both of its values changed, and all else as it was.
public struct ContentInfoEdit: Sendable {
    /// What became of one key.
    public struct Change: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The value before; `nil` where the key was missing.
        public let old: String?
        /// The value now.
        public let new: String

        /// Whether anything changed.
        public var isChange: Bool { old.map { !$0.utf8.elementsEqual(new.utf8) } ?? true }
    }

    /// The whole file.
    public let bytes: [UInt8]
    /// What became of the keys that were to be set, also where they had the value already.
    public let changes: [Change]

    /// Sets values in a file; a key that is missing is added.
    /// - Throws: `ContentInfoEditError` where the file has a fault, or there is no safe way.
    public init(
        _ bytes: [UInt8], productIdentifier: String? = nil, contentVersion: String? = nil
    ) throws(ContentInfoEditError) {
        var (bytes, changes) = (bytes, [Change]())
        let values = [
            (ContentInfo.productIdentifierKey, productIdentifier), (ContentInfo.contentVersionKey, contentVersion),
        ]
        for (key, value) in values {
            guard let value else { continue }
            do throws(PropertyListEditError) {
                let edit = try PropertyListEditor.set(key, to: value, in: bytes, addsMissingKey: true)
                bytes = edit.bytes
                changes.append(Change(key: key, old: edit.formerValue, new: value))
            } catch {
                throw ContentInfoEditError(error, key: key)
            }
        }
        self.bytes = bytes
        self.changes = changes
    }
}

/// Why a `ContentInfo.plist` is not changed.
public struct ContentInfoEditError: Error, Sendable, Hashable {
    /// The key that was to be set.
    public let key: String
    /// What stands in the way: a clause without a final period.
    public let reason: String
    /// The line, counted from 1; `nil` where unknown.
    public let line: Int?
    /// The column, counted from 1; `nil` where unknown.
    public let column: Int?
    /// What to do.
    public let remedy: String?

    init(_ error: PropertyListEditError, key: String) {
        self.key = key
        reason = error.reason
        (line, column) = (error.line, error.column)
        remedy = error.remedy
    }
}
