/// A place in a text; both numbers count from 1, the column in Unicode scalars.
public struct AssetPackPlace: Sendable, Hashable, Comparable {
    /// The line.
    public let line: Int
    /// The column.
    public let column: Int

    /// Creates a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders as the text is read.
    public static func < (left: AssetPackPlace, right: AssetPackPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// What is wrong with, or worth a word about, a manifest.
///
/// Names and reasons may hold what the file holds, so they are for a message only when made fit for one.
public struct AssetPackManifestFault: Sendable, Hashable {
    /// The kinds.
    public enum Kind: Sendable, Hashable {
        /// It can't be read as JSON; the reason is a clause.
        case notJSON(reason: String)
        /// It is JSON, and no object; the text is what it is, with an article.
        case notAnObject(String)
        /// It has comments, which JSON has not; the rest was read. The place is that of the first.
        case hasComments
        /// It has commas before closing brackets, which JSON has not; the rest was read. The place is that of the first.
        case hasTrailingCommas
        /// It has a byte-order mark before the text, which a JSON file must not have; the rest was read.
        case hasByteOrderMark
        /// A key that every manifest has is not there. The place is that of the object.
        case missingKey(String)
        /// A value is of the wrong type; both are named with an article.
        case wrongType(expected: String, found: String)
        /// No Xcode is known to know the key.
        case unknownKey(String)
        /// The key stands in its object before already; the last one was read.
        case duplicateKey(String)
        /// The download policy is none; the reason is a clause.
        case badDownloadPolicy(reason: String)
        /// `onDemand` is `null`, and not an empty object.
        case onDemandNull
        /// The installation events are missing or wrong; the reason is a clause.
        case badEventTypes(reason: String)
        /// There is no such platform.
        case badPlatform(String)
        /// The list of platforms has none.
        case emptyPlatforms
        /// An item is no selector; the reason is a clause.
        case badSelector(reason: String)
        /// A path of a selector can't be one; the reason is a clause about it.
        case badSelectorPath(String, reason: String)
        /// A selector takes the whole folder, `.`, which a version of Apple's tool was seen to refuse.
        case wholeFolderSelector
        /// The ID is not safe; the reason is a clause.
        case badIdentifier(reason: String)
        /// The key is one that Xcode 27 and later know. Told once for each key.
        case laterKey(String)
        /// It has `userInfo`, which is for packs on servers of one's own.
        case userInfo
    }

    /// What it is.
    public let kind: Kind
    /// Where it is.
    public let place: AssetPackPlace
    /// The way of keys to it: `downloadPolicy.essential`, `fileSelectors[3].file`; empty for the manifest itself.
    public let keyPath: String

    /// Creates a fault.
    public init(_ kind: Kind, place: AssetPackPlace, keyPath: String = "") {
        self.kind = kind
        self.place = place
        self.keyPath = keyPath
    }
}
