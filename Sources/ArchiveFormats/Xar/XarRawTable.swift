/// What the XML of a table of contents says, word for word; nothing is judged yet.
struct XarRawTable {
    /// An entry. What is written several times has the value of the last, as Apple's reader takes it.
    struct Entry {
        /// The index of the folder that it lies in; always smaller than its own.
        var parent: Int?
        var identifier: String?
        var name: Name?
        var hasSeveralNames = false
        var type: String?
        var mode: String?
        var user: String?
        var group: String?
        var link: String?
        var data: Content?
        /// The extended attributes.
        var attributes: [Content] = []
    }

    /// A name as it is written.
    struct Name: Equatable {
        var text: String
        var isBase64: Bool
    }

    /// A `<data>` or an `<ea>`.
    struct Content {
        var name: String?
        var length: String?
        var offset: String?
        var size: String?
        var encoding: String?
        var archived: Checksum?
        var extracted: Checksum?
        /// The first element that is written twice with two values; readers may differ in which they take.
        var contradiction: String?
    }

    /// A checksum as it is written.
    struct Checksum: Equatable {
        var style: String
        var text: String
    }

    /// A `<signature>` or an `<x-signature>`.
    struct Signature {
        var style: String
        var offset: String?
        var size: String?
        var certificates: [String] = []
    }

    var creationTime: String?
    var checksumStyle: String?
    var checksumOffset: String?
    var checksumSize: String?
    var entries: [Entry] = []
    var signatures: [Signature] = []
    /// What a package of ours says of its making.
    var record: String?
    /// The names of the elements beside the table.
    var subdocuments: [String] = []
}
