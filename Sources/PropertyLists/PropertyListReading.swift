public import XMLReading

/// The three forms of a property list, told apart by content.
public enum PropertyListFormat: String, Sendable {
    /// XML, in any encoding that XML allows.
    case xml
    /// `bplist00`.
    case binary
    /// Braces and semicolons, as in OpenStep.
    case oldStyle = "old-style"
}

/// What came of reading a property list: as much as could be had, and every fault met.
public struct PropertyListReading: Sendable {
    /// The form; `nil` where the bytes are none of the three.
    public let format: PropertyListFormat?
    /// The root value; `nil` where none could be read with confidence.
    public let root: PropertyListNode?
    /// The faults in the order of the text. A fault does not by itself mean that there is no root.
    public let faults: [PropertyListFault]

    /// Creates a reading.
    public init(format: PropertyListFormat?, root: PropertyListNode?, faults: [PropertyListFault]) {
        self.format = format
        self.root = root
        self.faults = faults
    }
}

/// One fault of a property list's form.
public struct PropertyListFault: Sendable, Hashable {
    /// What kind of fault it is.
    public enum Kind: Sendable, Hashable {
        /// No bytes, or white space only.
        case empty
        /// The bytes end too early.
        case truncated
        /// XML or old-style text that breaks the syntax.
        case notWellFormed
        /// Lines that a version-control system left (`<<<<<<<`, `=======`, `>>>>>>>`).
        case mergeConflict
        /// XML whose root is a value, without `<plist>` around it, or whose root is another element.
        case noPropertyListRoot
        /// A key that stands twice in one dictionary; `detail` is the key.
        case duplicateKey
        /// An entity declaration: refused, nothing expanded.
        case entityDeclaration
        /// A binary property list whose offsets, counts or references can't be right.
        case damagedBinary
        /// More depth, size or count than is ever sensible.
        case limitExceeded
        /// None of the three forms; `detail` says what the bytes look like.
        case unknownFormat
        /// Well-formed XML that is not a property list (an unknown element, a key without value).
        case invalidStructure
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// Where it is; `nil` where unknown.
    public let position: SourcePosition?
    /// The particulars as a clause without a final period, in our own words; for `duplicateKey` the key.
    public let detail: String

    /// Creates a fault.
    public init(_ kind: Kind, position: SourcePosition? = nil, detail: String) {
        self.kind = kind
        self.position = position
        self.detail = detail
    }
}
