/// What a page of an answer tells of the list that it is a part of.
///
/// Of its address only what tells pages apart is kept: the path and the cursor. The rest may hold a token.
struct AnswerPage: Sendable, Hashable {
    /// Which page of which list.
    struct Address: Sendable, Hashable {
        let list: String
        let cursor: String

        /// The address that a link of App Store Connect leads to.
        init(link: String) {
            let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            var path = parts[0]
            if let host = path.firstRange(of: "://") {
                path = path[host.upperBound...].drop { $0 != "/" }
            }
            list = String(path)
            let query = parts.count > 1 ? parts[1].split(separator: "&") : []
            cursor = query.first { $0.hasPrefix("cursor=") }.map { String($0.dropFirst("cursor=".count)) } ?? ""
        }

        init(list: String) {
            self.list = list
            cursor = ""
        }

        /// The App Store's number of the app in the path (`/v1/apps/1234567890/inAppPurchasesV2`).
        var app: String? { element(behind: "apps") }

        /// The number of the subscription group in the path.
        var subscriptionGroup: String? { element(behind: "subscriptionGroups") }

        private func element(behind name: Substring) -> String? {
            let parts = list.split(separator: "/")
            guard let index = parts.firstIndex(of: name), index + 1 < parts.count else { return nil }
            let element = parts[index + 1]
            return element.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? String(element) : nil
        }
    }

    /// Where it is.
    let address: Address?
    /// Where the next is; `nil` for the last.
    let next: Address?
    /// How many items App Store Connect counts in the whole list, where it tells.
    let total: Int?
    /// How many items are in the page.
    let count: Int
}

extension ProductSourceFormats {
    /// Holds sources to be complete together: a page may lead to one in another source, and must not lead out of them.
    ///
    /// Half a list would accuse good product IDs.
    /// - Throws: `ProductSourceError` for the first page that leads to one that is missing.
    public static func requireAllPages(of sources: [ProductSource]) throws(ProductSourceError) {
        let pages = sources.flatMap(\.pages)
        let given = Set(pages.compactMap(\.address))
        var counts: [String: Int] = [:]
        // A page that is given twice counts once.
        var seen: Set<AnswerPage.Address> = []
        for page in pages where page.address.map({ seen.insert($0).inserted }) ?? true {
            counts[page.address?.list ?? "", default: 0] += page.count
        }
        for source in sources {
            for page in source.pages {
                let count = counts[page.address?.list ?? ""] ?? 0
                if let total = page.total, count >= total { continue }
                let isNextMissing = page.next.map { !given.contains($0) } ?? false
                guard isNextMissing || page.total != nil else { continue }
                let numbers = page.total.map { ": App Store Connect counts \($0), and \(count) are here" } ?? ""
                throw ProductSourceError(
                    source: source.name, reason: "only a part of App Store Connect's answer\(numbers)",
                    remedy: "fetch the page that links.next names, and so on to the last, and give all pages together"
                )
            }
        }
    }
}
