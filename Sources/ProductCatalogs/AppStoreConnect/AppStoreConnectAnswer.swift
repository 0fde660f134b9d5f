import JSONReading

/// The pages of an answer, put together.
struct AppStoreConnectAnswer {
    private struct Resource {
        let node: JSONNode
        let app: String?
        let group: String?
    }

    /// What each page tells of its list.
    private(set) var pages: [AnswerPage] = []
    /// How many in-app purchases have no product ID: a request can leave the field away.
    private(set) var withoutIdentifier = 0
    /// Where a product ID is that is no string.
    private(set) var wrongIdentifierOffset: Int?
    /// Whether any part is about in-app purchases, even if there are none.
    private(set) var isAboutProducts = false

    private var products: [Resource] = []
    private var seen: Set<String> = []
    private var apps: [String: KnownApp] = [:]
    private var appOfProduct: [String: String] = [:]
    private var appOfGroup: [String: String] = [:]
    private var withContent: Set<String> = []
    private var isFiltered = false
    private var isOfOneProduct = false
    private var holdsPurchaseList = false
    private var holdsOldList = false

    /// Takes a page.
    mutating func add(page: JSONNode, data: JSONNode) {
        let link = page.at("links", "self")?.string
        let address = link.map { AnswerPage.Address(link: $0) }
        let items = data.array ?? [data]
        if data.isObject { isOfOneProduct = true }
        if let link, Self.isFiltered(link) { isFiltered = true }
        pages.append(
            AnswerPage(
                address: address, next: page.at("links", "next")?.string.map { AnswerPage.Address(link: $0) },
                total: page.pagingTotal, count: items.count))
        if let name = address?.list.split(separator: "/").last {
            isAboutProducts = isAboutProducts || Self.lists.contains(String(name))
            holdsPurchaseList = holdsPurchaseList || name == "inAppPurchasesV2" || name == "inAppPurchases"
        }
        for item in items { add(resource: item, on: address) }
        for item in page["included"]?.objects ?? [] { add(resource: item, on: address) }
    }

    private static let lists: Set = ["inAppPurchasesV2", "inAppPurchases", "subscriptions", "subscriptionGroups"]

    /// Whether only some products were asked for.
    private static func isFiltered(_ link: String) -> Bool {
        let query = link.lowercased()
        return query.contains("filter[") || query.contains("filter%5b")
    }

    /// Takes one resource, from the data of a page or from what it includes.
    mutating func add(resource: JSONNode, on address: AnswerPage.Address?) {
        let id = resource["id"]?.text
        let app = resource.at("relationships", "app", "data", "id")?.text ?? address?.app
        switch resource["type"]?.string {
        case "inAppPurchases", "subscriptions":
            isAboutProducts = true
            if resource["type"]?.string == "inAppPurchases" { holdsPurchaseList = true }
            if resource.at("attributes", "referenceName") != nil { holdsOldList = true }
            let type = resource["type"]?.string ?? ""
            // What is data of one page may be included by another.
            if let id, !seen.insert("\(type)/\(id)").inserted { return }
            if let id, resource.at("relationships", "content", "data", "id") != nil { withContent.insert(id) }
            let group = resource.at("relationships", "group", "data", "id")?.text ?? address?.subscriptionGroup
            products.append(Resource(node: resource, app: app, group: group))
        case "apps":
            guard let id else { return }
            let attributes = resource["attributes"]
            apps[id] = KnownApp(
                appleID: id, name: attributes?["name"]?.string, bundleIdentifier: attributes?["bundleId"]?.string,
                sku: attributes?["sku"]?.string)
            for product in noteLists(of: resource, id: id) { appOfProduct[product] = id }
        case "subscriptionGroups":
            guard let id else { return }
            isAboutProducts = true
            if let app { appOfGroup[id] = app }
            _ = noteLists(of: resource, id: id)
        case "inAppPurchaseContents":
            if let product = resource.at("relationships", "inAppPurchaseV2", "data", "id")?.text {
                withContent.insert(product)
            }
        default: break
        }
    }

    /// Looks at the products that an app or a group refers to, of which a page includes only the first.
    /// - Returns: Their numbers.
    private mutating func noteLists(of resource: JSONNode, id: String) -> [String] {
        var products: [String] = []
        for key in ["inAppPurchasesV2", "inAppPurchases", "subscriptions"] {
            let list = resource.at("relationships", key)
            guard let numbers = list?["data"]?.array?.map({ $0["id"]?.text }) else { continue }
            products += numbers.compactMap(\.self)
            let address = AnswerPage.Address(list: "\(key) of \(id)")
            pages.append(AnswerPage(address: address, next: nil, total: list?.pagingTotal, count: numbers.count))
        }
        return products
    }

    /// The products, and those that were deleted.
    mutating func takeDrafts() -> (products: [ProductDraft], deleted: [ProductDraft]) {
        var drafts: [ProductDraft] = []
        var deleted: [ProductDraft] = []
        for resource in products {
            guard let attributes = resource.node["attributes"], let identifier = attributes["productId"] else {
                withoutIdentifier += 1
                continue
            }
            guard let text = identifier.string else {
                wrongIdentifierOffset = wrongIdentifierOffset ?? identifier.offset
                continue
            }
            guard !text.isEmpty else {
                withoutIdentifier += 1
                continue
            }
            let draft = draft(text, at: identifier.offset, resource, attributes)
            if ProductState.isDeleted(draft.state) { deleted.append(draft) } else { drafts.append(draft) }
        }
        return (drafts, deleted)
    }

    private func draft(
        _ identifier: String, at offset: Int, _ resource: Resource, _ attributes: JSONNode
    ) -> ProductDraft {
        let id = resource.node["id"]?.text
        let isSubscription = resource.node["type"]?.string == "subscriptions"
        let app = resource.app ?? id.flatMap { appOfProduct[$0] } ?? resource.group.flatMap { appOfGroup[$0] }
        let content = id.map { withContent.contains($0) } ?? false
        return ProductDraft(
            identifier, at: offset,
            type: isSubscription
                ? .autoRenewableSubscription
                : attributes["inAppPurchaseType"]?.string.flatMap { ProductType(spelling: $0) },
            state: attributes["state"]?.string,
            name: attributes["name"]?.string ?? attributes["referenceName"]?.string,
            // A field that was not asked for is no false.
            hosted: attributes["contentHosting"]?.bool ?? (content ? true : nil), appleID: id,
            app: app.map { apps[$0] ?? KnownApp(appleID: $0) })
    }

    /// What the silence of the answer means.
    var authority: SourceAuthority {
        isFiltered || isOfOneProduct || !holdsPurchaseList ? .presence : .appStoreConnect
    }

    /// What is to be known of the answer.
    func remarks(isResources: Bool) -> [String] {
        var remarks: [String] = []
        if isResources {
            remarks.append("It holds products without the answer around them, so whether all are there can't be told.")
        } else if isFiltered {
            remarks.append("It was asked for with a filter, so what it lacks may exist.")
        } else if isOfOneProduct {
            remarks.append("It is the answer about one resource, so what it lacks may exist.")
        } else if !holdsPurchaseList {
            remarks.append("It lists subscriptions only; all else is in the answer to inAppPurchasesV2.")
        } else if !holdsOldList, !products.contains(where: { $0.node["type"]?.string == "subscriptions" }) {
            remarks.append("Auto-renewable subscriptions are in other answers, those of subscription groups.")
        }
        let unnamed = withoutIdentifier
        let deleted = products.count { ProductState.isDeleted($0.node.at("attributes", "state")?.string) }
        if deleted > 0 { remarks.append(RemarkText.deleted(deleted)) }
        if unnamed > 0 { remarks.append(RemarkText.withoutIdentifier(unnamed)) }
        return remarks
    }
}

extension JSONNode {
    /// How many items App Store Connect counts in a list, of which a page holds a part.
    fileprivate var pagingTotal: Int? {
        guard let number = at("meta", "paging", "total")?.number else { return nil }
        return Int(exactly: number)
    }
}
