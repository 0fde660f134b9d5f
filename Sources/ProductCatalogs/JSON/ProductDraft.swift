import JSONReading
import XMLReading

/// A product as it is picked out of JSON, before its line is known.
struct ProductDraft {
    let identifier: String
    /// The index of the byte where it stands.
    let offset: Int
    var type: ProductType?
    var state: String?
    var name: String?
    var hosted: Bool?
    var appleID: String?
    var app: KnownApp?

    init(
        _ identifier: String, at offset: Int, type: ProductType? = nil, state: String? = nil, name: String? = nil,
        hosted: Bool? = nil, appleID: String? = nil, app: KnownApp? = nil
    ) {
        self.identifier = identifier
        self.offset = offset
        self.type = type
        self.state = state
        self.name = name
        self.hosted = hosted
        self.appleID = appleID
        self.app = app
    }
}

extension JSONSource {
    /// The products in the order given.
    ///
    /// Lines are counted in the order of the text, so that no order of theirs makes the text be gone through twice.
    ///
    /// Of too many, no more are made than show that they are: ``ProductSourceFormats`` refuses them.
    mutating func products(_ drafts: [ProductDraft], in content: SourceContent) -> [KnownProduct] {
        let drafts = Array(drafts.prefix(ProductSourceFormats.productLimit + 1))
        var positions = [SourcePosition?](repeating: nil, count: drafts.count)
        for index in drafts.indices.sorted(by: { drafts[$0].offset < drafts[$1].offset }) {
            positions[index] = position(at: drafts[index].offset)
        }
        return zip(drafts, positions).map { draft, position in
            KnownProduct(
                identifier: draft.identifier, source: content.name, type: draft.type, state: draft.state,
                name: draft.name, hosted: draft.hosted, appleID: draft.appleID, app: draft.app, position: position)
        }
    }
}

extension JSONNode {
    /// The objects of an array; none where it is no array.
    var objects: [JSONNode] { array?.filter(\.isObject) ?? [] }
}

/// How many there are, in remarks.
enum RemarkText {
    /// `1 product`, `2 products`.
    static func count(_ count: Int, _ noun: String = "product") -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// What is said of items without a product ID.
    static func withoutIdentifier(_ number: Int) -> String {
        "Left out, since without a product ID: \(count(number))."
    }

    /// What is said of products that are gone.
    static func deleted(_ number: Int) -> String {
        "Not counted, since deleted in App Store Connect: \(count(number))."
    }
}
