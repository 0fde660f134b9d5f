import ContentModel
import Findings
import PropertyLists
import XMLReading

/// A property list of product IDs, in one of the shapes that apps and Apple's samples have.
///
/// There is no common shape: an array of strings; an array of dictionaries with `productIdentifier`; a dictionary with
/// such arrays, among them `Products` and `Subscriptions` as StoreHelper has them; a dictionary whose keys are the IDs.
/// The last two are guesses, and said to be.
public enum PropertyListFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "plist"
    /// What it is, in a few words, for the help.
    public static let summary = "a property list of product IDs"

    /// Whether the bytes are a property list, binary, XML or old-style.
    public static func recognizes(_ content: SourceContent) -> Bool {
        if content.bytes.starts(with: "bplist".utf8) { return true }
        if let head = content.markupHead { return head.contains("<plist") }
        if let json = content.json { return json.isOldStyleDictionary }
        return content.firstSignificantByte == UInt8(ascii: "(") && content.foreignKind == nil
    }

    /// Reads the products, each with its line and column where the list is text.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        let reading = PropertyListReader.read(content.bytes)
        // A key that stands twice does no harm to a list; all else may have lost a part of it.
        if let fault = reading.faults.first(where: { $0.kind != .duplicateKey }) {
            if fault.kind == .limitExceeded {
                throw content.error(
                    "a property list of more than \(PropertyListReader.maximumBytes >> 20) MiB, "
                        + "\(PropertyListReader.maximumValues) values or \(PropertyListReader.maximumDepth) levels, which no "
                        + "product list is", line: fault.position?.line,
                    remedy: "name a list of the product IDs of one app")
            }
            throw content.error(
                reading.format == nil ? "no property list" : "not a sound property list", line: fault.position?.line,
                remedy: "mend it, or export it again; plutil -lint shows what is wrong")
        }
        guard let root = reading.root else { throw content.emptyError() }
        if StoreProductList(reading) != nil {
            throw content.error(
                "a list for SKStoreProductViewController: its productIdentifier is the App Store's number of an item, "
                    + "not the product ID of an in-app purchase",
                remedy: "name a list of product IDs; iapkit validate checks this one as what it is")
        }
        var shape = PropertyListShape(content)
        switch root.value {
        case .array(let nodes): try shape.readArray(nodes)
        case .dictionary(let entries): try shape.readDictionary(entries)
        default:
            throw content.error(
                "a property list that holds a single value, and no list", remedy: "write an array of product IDs")
        }
        if shape.products.isEmpty { throw content.emptyError() }
        return ProductSource(
            name: content.name, format: name, guesses: shape.guesses, remarks: shape.remarks, products: shape.products)
    }
}

/// A property list in the midst of being read as one of the shapes.
private struct PropertyListShape {
    private(set) var products: [KnownProduct] = []
    private(set) var guesses: [String] = []
    private var withoutIdentifier = 0
    private let content: SourceContent

    private static let identifierKeys = ["productIdentifier", "productID", "productId", "product_id"]

    init(_ content: SourceContent) { self.content = content }

    var remarks: [String] { withoutIdentifier > 0 ? [RemarkText.withoutIdentifier(withoutIdentifier)] : [] }

    mutating func readArray(_ nodes: [PropertyListNode], type: ProductType? = nil) throws(ProductSourceError) {
        for (index, node) in nodes.enumerated() {
            switch node.value {
            case .string(let text): add(text, at: node.position, type: type)
            case .dictionary(let entries): addItem(entries, type: type)
            default:
                throw content.error(
                    "item \(index + 1) of a list is of type \(node.value.typeName), and only product IDs are read",
                    line: node.position?.line, remedy: "write the product IDs as strings")
            }
        }
    }

    private mutating func add(
        _ text: String, at position: SourcePosition?, type: ProductType?, hosted: Bool? = nil, name: String? = nil
    ) {
        guard !text.isEmpty else {
            withoutIdentifier += 1
            return
        }
        // One more than is read, so that it shows: `ProductSourceFormats` refuses so many.
        guard products.count <= ProductSourceFormats.productLimit else { return }
        products.append(
            KnownProduct(
                identifier: text, source: content.name, type: type, name: name, hosted: hosted, position: position))
    }

    private mutating func addItem(_ entries: [PropertyListEntry], type: ProductType?) {
        func value(_ key: String) -> PropertyListNode? { entries.first { $0.key == key }?.node }
        func flag(_ key: String) -> Bool? {
            if case .boolean(let flag)? = value(key)?.value { flag } else { nil }
        }
        guard let (node, text) = Self.identifier(of: entries) else {
            withoutIdentifier += 1
            return
        }
        var name: String?
        if case .string(let text)? = (value("referenceName") ?? value("name") ?? value("title"))?.value { name = text }
        add(
            text, at: node.position, type: type ?? (flag("consumable") == true ? .consumable : nil),
            hosted: flag("hosted"), name: name)
    }

    mutating func readDictionary(_ entries: [PropertyListEntry]) throws(ProductSourceError) {
        try refuseOthers(entries)
        let sections = entries.filter { entry in
            Self.sectionKeys.contains(entry.key) && entry.node.items != nil || Self.isList(entry.node)
        }
        // A list of words may tell something of the product whose ID is the key; one of products does not.
        if !entries.isEmpty, sections.count == entries.count || sections.contains(where: Self.isCertain) {
            try readSections(sections, of: entries)
            return
        }
        if let entry = entries.first(where: { !ProductIdentifier.violations(of: $0.key).isEmpty }) {
            throw content.error(
                "a dictionary whose keys can't be product IDs", line: entry.keyPosition?.line,
                remedy: "write the product IDs as an array of strings")
        }
        for entry in entries {
            var name: String?
            if case .string(let text) = entry.node.value, text.utf8.count <= 200 { name = text }
            add(entry.key, at: entry.keyPosition, type: nil, name: name)
        }
        guesses.append("\(RemarkText.count(entries.count, "ID")) read from dictionary keys.")
    }

    /// Property lists that people take for one of product IDs.
    private func refuseOthers(_ entries: [PropertyListEntry]) throws(ProductSourceError) {
        let keys = Set(entries.map(\.key))
        let other: String
        if keys.contains(ContentInfo.productIdentifierKey) {
            other = "a ContentInfo.plist, which names one product and lists none"
        } else if keys.contains("CFBundleIdentifier") || keys.contains("CFBundleName") {
            other = "an Info.plist"
        } else if entries.contains(where: { $0.key == "items" && $0.node.items != nil }) {
            other = "a manifest for installing an app over the air"
        } else {
            return
        }
        throw content.error("\(other), and no list of product IDs", remedy: "name a list of product IDs")
    }

    private static let sectionKeys: Set = ["Products", "Subscriptions"]

    private static func identifier(of entries: [PropertyListEntry]) -> (node: PropertyListNode, text: String)? {
        let node = identifierKeys.lazy.compactMap { key in entries.first { $0.key == key }?.node }.first
        guard let node, case .string(let text) = node.value else { return nil }
        return (node, text)
    }

    private static func isProduct(_ node: PropertyListNode) -> Bool {
        guard case .dictionary(let entries) = node.value else { return false }
        return identifier(of: entries) != nil
    }

    /// Whether it is a list of IDs, or of dictionaries of which some have one.
    private static func isList(_ node: PropertyListNode) -> Bool {
        guard let items = node.items else { return false }
        var (holdsOtherDictionary, holdsProduct) = (false, false)
        for item in items {
            switch item.value {
            case .string: break
            case .dictionary: if isProduct(item) { holdsProduct = true } else { holdsOtherDictionary = true }
            default: return false
            }
        }
        return holdsProduct || !holdsOtherDictionary
    }

    /// Whether nothing but a list of products can be meant.
    private static func isCertain(_ section: PropertyListEntry) -> Bool {
        sectionKeys.contains(section.key) || section.node.items?.contains(where: isProduct) == true
    }

    /// Reads lists under keys, and says which these were, and which were not read.
    private mutating func readSections(
        _ sections: [PropertyListEntry], of entries: [PropertyListEntry]
    ) throws(ProductSourceError) {
        for section in sections { try readSection(section) }
        guesses.append("Product IDs were read from \(Self.phrase(sections)).")
        let read = Set(sections.map(\.key))
        let others = entries.filter { !read.contains($0.key) }
        if !others.isEmpty { guesses.append("What stands under \(Self.phrase(others)) was passed over.") }
    }

    /// `the keys 'Products', 'Packs'`.
    private static func phrase(_ entries: [PropertyListEntry]) -> String {
        let keys = entries.prefix(5).map { "'\(SecretText.shown($0.key, limit: 40))'" }.joined(separator: ", ")
        let rest = entries.count > 5 ? " and \(entries.count - 5) more" : ""
        return "the \(entries.count == 1 ? "key" : "keys") \(keys)\(rest)"
    }

    /// `Products`: IDs. `Subscriptions`: groups with `Products` of their own, or IDs.
    private mutating func readSection(_ section: PropertyListEntry) throws(ProductSourceError) {
        let type: ProductType? = section.key == "Subscriptions" ? .autoRenewableSubscription : nil
        for node in section.node.items ?? [] {
            if case .dictionary(let entries) = node.value,
                let inner = entries.first(where: { $0.key == "Products" })?.node.items
            {
                try readArray(inner, type: type)
            } else {
                try readArray([node], type: type)
            }
        }
    }
}

extension PropertyListNode {
    fileprivate var items: [PropertyListNode]? { if case .array(let nodes) = value { nodes } else { nil } }
}
