import ContentModel
import XMLReading

/// The `metadata.xml` of a Transporter package (`.itmsp`), as lookupMetadata fetches it and as vendors hand it in.
///
/// Subscriptions stand in groups, so in-app purchases are looked for at any depth. One with `remove="true"` is to be
/// deleted. What was fetched has read-only values, and only that is App Store Connect's word, as long as nobody has
/// changed it to hand it in.
public enum TransporterFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "itmsp"
    /// What it is, in a few words, for the help.
    public static let summary = "a Transporter package (.itmsp) or its metadata.xml"
    /// The file of a package that is read.
    public static let fileName = "metadata.xml"

    /// Whether the bytes are XML with the root and the name space of such a file.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let head = content.markupHead else { return false }
        return head.contains("<package") && head.contains("apple.com/itunes/importer")
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var reading = TransporterReading()
        let faults = XMLReader.read(content.bytes, limits: XMLLimits(depth: 64)) { reading.take($0) }
        if reading.isOtherRoot || (reading.isEmpty && content.markupHead == nil) { throw content.notAListError() }
        if reading.isTooLong { throw content.tooManyError() }
        if let fault = faults.first {
            throw content.error(
                fault.kind == .truncated
                    ? "its XML ends too early"
                    : "its XML is not well-formed, or of a kind that is "
                        + "not read", line: fault.position?.line, remedy: "fetch it again with lookupMetadata")
        }
        if reading.isEmpty { throw content.emptyError() }
        let app = KnownApp(appleID: reading.appleID, sku: reading.sku)
        func products(_ rows: [TransporterReading.Row]) -> [KnownProduct] {
            rows.map { row in
                KnownProduct(
                    identifier: row.identifier, source: content.name, type: row.type.flatMap { types[$0] },
                    state: row.state, name: row.name, appleID: row.appleID, app: app.label.isEmpty ? nil : app,
                    isToBeDeleted: row.isRemoved && !ProductState.isDeleted(row.state), position: row.position)
            }
        }
        let removed = reading.rows.filter { $0.isRemoved || ProductState.isDeleted($0.state) }
        var remarks: [String] = []
        if !reading.isFetched {
            remarks.append("It was written to be handed in, so App Store Connect may differ from it.")
        }
        if !removed.isEmpty {
            remarks.append("Not counted, since deleted or to be deleted: \(RemarkText.count(removed.count)).")
        }
        if reading.withoutIdentifier > 0 { remarks.append(RemarkText.withoutIdentifier(reading.withoutIdentifier)) }
        return ProductSource(
            name: content.name, format: name, authority: reading.isFetched ? .appStoreConnect : .belief,
            remarks: remarks,
            products: products(reading.rows.filter { !$0.isRemoved && !ProductState.isDeleted($0.state) }),
            deleted: products(removed))
    }

    /// Here, `subscription` alone is the one that does not renew itself.
    private static let types: [String: ProductType] = [
        "consumable": .consumable, "non-consumable": .nonConsumable,
        "auto-renewable": .autoRenewableSubscription, "subscription": .nonRenewingSubscription,
        "free-subscription": .nonRenewingSubscription,
    ]
}

/// The elements of a `metadata.xml`, in the midst of being read.
private struct TransporterReading {
    struct Row {
        var identifier = ""
        var type: String?
        var name: String?
        var state: String?
        var appleID: String?
        var isRemoved = false
        /// Whether it has a read-only value, which only App Store Connect writes.
        var isFetched = false
        var position: SourcePosition?
    }

    private(set) var rows: [Row] = []
    private(set) var withoutIdentifier = 0
    private(set) var appleID: String?
    private(set) var sku: String?
    private var holdsReadOnlyValue = false
    private(set) var isOtherRoot = false
    private(set) var isTooLong = false
    private var path: [String] = []
    private var readOnlyKey: String?
    private var row: Row?
    private var rowDepth = 0

    /// Whether it is as App Store Connect wrote it. A product that is to be deleted, and one without read-only values
    /// where others have them, were added by whoever wants to hand it in.
    var isFetched: Bool {
        guard holdsReadOnlyValue, !rows.contains(where: \.isRemoved) else { return false }
        return rows.allSatisfy(\.isFetched) || !rows.contains(where: \.isFetched)
    }

    var isEmpty: Bool { rows.isEmpty && withoutIdentifier == 0 }

    mutating func take(_ event: XMLEvent) -> Bool {
        switch event {
        case .start(let tag): start(tag)
        case .text(let text): take(text)
        case .end: end()
        }
        return !isOtherRoot && !isTooLong
    }

    private mutating func start(_ tag: XMLStartTag) {
        let name = tag.name.split(separator: ":").last.map(String.init) ?? ""
        if path.isEmpty, name != "package" { isOtherRoot = true }
        path.append(name)
        if name == "in_app_purchase", row == nil {
            row = Row(isRemoved: tag["remove"]?.lowercased() == "true", position: tag.position)
            rowDepth = path.count
        }
        if name == "read_only_value" { readOnlyKey = tag["key"] }
    }

    private mutating func end() {
        if path.count == rowDepth, let row {
            if row.identifier.isEmpty { withoutIdentifier += 1 } else { rows.append(row) }
            isTooLong = rows.count > ProductSourceFormats.productLimit
            self.row = nil
            rowDepth = 0
        }
        if path.last == "read_only_value" { readOnlyKey = nil }
        path.removeLast()
    }

    private mutating func take(_ text: XMLText) {
        let content = SurroundingWhiteSpace(in: text.content)?.trimmed ?? text.content
        guard let element = path.last, !content.isEmpty else { return }
        if row == nil {
            if element == "vendor_id", sku == nil { sku = content }
            if element == "read_only_value" {
                holdsReadOnlyValue = true
                if readOnlyKey == "apple-id" { appleID = content }
            }
            return
        }
        if element == "read_only_value" {
            holdsReadOnlyValue = true
            row?.isFetched = true
            if readOnlyKey == "iap-status" { row?.state = content }
            if readOnlyKey == "apple-id" { row?.appleID = content }
        }
        guard path.count == rowDepth + 1 else { return }
        switch element {
        case "product_id":
            row?.identifier = content
            if let position = text.firstVisiblePosition { row?.position = position }
        case "type": row?.type = content
        case "reference_name": row?.name = content
        default: break
        }
    }
}
