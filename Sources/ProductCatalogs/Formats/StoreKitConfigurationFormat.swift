import JSONReading
import XMLReading

/// Xcode's StoreKit configuration file (`.storekit`), of every version from 1.0 to 5.0.
///
/// The product IDs stand in the same three places in all versions seen; offers have IDs that look alike and are no
/// products. Many such files hold the private key for subscription offers, so no message quotes anything of one but
/// product IDs.
public enum StoreKitConfigurationFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "storekit"
    /// What it is, in a few words, for the help.
    public static let summary = "a StoreKit configuration file of Xcode"

    /// The latest major version of the file that this reader was written for (Xcode 26).
    private static let latestVersion = 5.0

    /// Whether the bytes are JSON with the keys that every such file has, and with its version or an item as it writes
    /// them: other tools call a list `products` too.
    public static func recognizes(_ content: SourceContent) -> Bool {
        let keys = Set(content.json?.root?.members?.map(\.key) ?? [])
        let lists = keys.intersection(["products", "subscriptionGroups", "nonRenewingSubscriptions"])
        guard let root = content.json?.root,
            lists.count > 1 || !lists.isEmpty && keys.contains("version") && !keys.contains("schemaVersion")
        else { return false }
        if root.at("version", "major") != nil { return true }
        let groups = root["subscriptionGroups"]?.objects ?? []
        let items = [root["products"], root["nonRenewingSubscriptions"]] + groups.map { $0["subscriptions"] }
        return items.contains { $0?.objects.contains { $0["productID"] != nil } ?? false }
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var reading = Reading(content: content, json: try JSONSource(content))
        try reading.readProducts()
        let synchronization = reading.synchronization
        var remarks = [synchronization?.remark ?? localRemark]
        if let remark = reading.versionRemark { remarks.append(remark) }
        remarks += reading.omissionRemarks
        if reading.rows.isEmpty { throw content.emptyError() }
        return ProductSource(
            name: content.name, format: name, authority: synchronization == nil ? .belief : .appStoreConnect,
            date: synchronization?.date.description, remarks: remarks,
            products: reading.rows.map { row in
                KnownProduct(
                    identifier: row.identifier, source: content.name, type: row.type, name: row.name,
                    appleID: synchronization == nil ? nil : row.internalID,
                    app: synchronization.map { KnownApp(appleID: $0.app) }, position: row.position)
            })
    }

    private static let localRemark =
        "A local configuration file says what its author believes, and is no proof that a product exists in App Store "
        + "Connect."

    /// One item of the file.
    private struct Row {
        let identifier: String
        let type: ProductType?
        let name: String?
        let internalID: String?
        let position: SourcePosition
    }

    /// A file in the midst of being read.
    private struct Reading {
        let content: SourceContent
        var json: JSONSource
        var rows: [Row] = []
        private var withoutIdentifier = 0
        private var withoutKnownType = 0

        init(content: SourceContent, json: JSONSource) {
            self.content = content
            self.json = json
        }

        mutating func readProducts() throws(ProductSourceError) {
            let root = json.root
            let lists = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
            guard root.isObject, lists.contains(where: { root[$0] != nil }) else {
                throw content.error(
                    "not a StoreKit configuration file: it has none of the keys \(lists.joined(separator: ", "))",
                    remedy: "name the .storekit file that Xcode wrote")
            }
            try readItems(of: root, "products", path: "products", type: nil)
            try readItems(
                of: root, "nonRenewingSubscriptions", path: "nonRenewingSubscriptions", type: .nonRenewingSubscription)
            for (index, group) in try items(of: root, "subscriptionGroups", path: "subscriptionGroups").enumerated() {
                try readItems(
                    of: group, "subscriptions", path: "subscriptionGroups[\(index)].subscriptions",
                    type: .autoRenewableSubscription)
            }
        }

        private mutating func readItems(
            of parent: JSONNode, _ key: String, path: String, type: ProductType?
        ) throws(ProductSourceError) {
            for (index, item) in try items(of: parent, key, path: path).enumerated() {
                let path = "\(path)[\(index)]"
                let identifier = try string(of: item, "productID", path: path) ?? ""
                let typeName = try string(of: item, "type", path: path)
                guard !identifier.isEmpty else {
                    withoutIdentifier += 1
                    continue
                }
                let ownType = typeName.flatMap { Self.types[$0] }
                if typeName != nil, ownType == nil { withoutKnownType += 1 }
                rows.append(
                    Row(
                        identifier: identifier, type: typeName == nil ? type : ownType,
                        name: try string(of: item, "referenceName", path: path),
                        internalID: try string(of: item, "internalID", path: path),
                        position: json.position(at: item["productID"]?.offset ?? item.offset)))
            }
        }

        private static let types: [String: ProductType] = [
            "Consumable": .consumable, "NonConsumable": .nonConsumable,
            "NonRenewingSubscription": .nonRenewingSubscription, "RecurringSubscription": .autoRenewableSubscription,
        ]

        /// The objects in an array; none where there is no array.
        private mutating func items(
            of parent: JSONNode, _ key: String, path: String
        ) throws(ProductSourceError) -> [JSONNode] {
            guard let node = parent[key] else { return [] }
            guard let items = node.array else { throw typeError(node, path: path, wanted: "an array") }
            for (index, item) in items.enumerated() where !item.isObject {
                throw typeError(item, path: "\(path)[\(index)]", wanted: "an object")
            }
            return items
        }

        private mutating func string(
            of item: JSONNode, _ key: String, path: String
        ) throws(ProductSourceError) -> String? {
            guard let node = item[key] else { return nil }
            guard let text = node.string else { throw typeError(node, path: "\(path).\(key)", wanted: "a string") }
            return text
        }

        private mutating func typeError(_ node: JSONNode, path: String, wanted: String) -> ProductSourceError {
            content.error(
                "\(path) is \(node.kind) instead of \(wanted)", line: json.position(at: node.offset).line,
                remedy: "open the file in Xcode and save it again")
        }

        var versionRemark: String? {
            guard let major = json.root["version"]?["major"]?.number, major > StoreKitConfigurationFormat.latestVersion
            else { return nil }
            return "The file has a later version than this reader knows; the product IDs were taken from the places "
                + "where earlier versions have them."
        }

        var omissionRemarks: [String] {
            var remarks: [String] = []
            if withoutIdentifier > 0 { remarks.append(RemarkText.withoutIdentifier(withoutIdentifier)) }
            if withoutKnownType > 0 {
                remarks.append("Of a type that this reader does not know: \(RemarkText.count(withoutKnownType)).")
            }
            return remarks
        }

        /// When and for which app Xcode synced the file; `nil` if it is a local file.
        ///
        /// Generators write such keys too, with a date of 0, an app ID of few digits or internal IDs that are no numbers.
        var synchronization: Synchronization? {
            guard let settings = json.root["settings"], let app = settings["_applicationInternalID"]?.string,
                app.utf8.count >= 9, app.utf8.count <= 20, isNumber(app),
                let seconds = settings["_lastSynchronizedDate"]?.number,
                let date = CalendarDate(secondsSince2001: seconds), seconds > 0,
                rows.allSatisfy({ row in row.internalID.map(isNumber) ?? false })
            else { return nil }
            return Synchronization(app: app, date: date)
        }

        private func isNumber(_ text: String) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    private struct Synchronization {
        let app: String
        let date: CalendarDate

        var remark: String {
            "Synced with App Store Connect on \(date) (UTC) for app \(app); what changed there later is not in it."
        }
    }
}
