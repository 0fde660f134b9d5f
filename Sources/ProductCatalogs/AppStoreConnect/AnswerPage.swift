internal import ArchiveFormats

/// What a page of an answer tells of the list that it is a part of.
///
/// Of its address only what tells pages apart is kept: the path, the cursor, and a digest of the rest, which may hold a
/// token.
struct AnswerPage: Sendable, Hashable {
    /// Which page of which list.
    struct Address: Sendable, Hashable {
        let list: String
        let cursor: String
        /// The digest (SHA-256) of what else was asked for, such as a filter; empty where there is nothing.
        let question: [UInt8]

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
            question = Self.digest(of: query)
        }

        init(list: String) {
            self.list = list
            cursor = ""
            question = []
        }

        /// What tells which items are listed: neither the place in the list, nor what is told of each item. Whoever writes
        /// an address may escape a bracket or not, and put the parts in any order.
        private static func digest(of query: [Substring]) -> [UInt8] {
            let others = ["cursor", "limit", "fields", "include", "sort"].map { Array($0.utf8) }
            let parts = query.map { unescaped($0.utf8) }.filter { part in
                !others.contains(Array(part.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "[") }))
            }
            guard !parts.isEmpty else { return [] }
            let text = parts.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [UInt8(ascii: "&")])
            let digest = Digest(.sha256)
            Array(text).withUnsafeBytes { digest.update($0) }
            return digest.finish()
        }

        /// The bytes with each `%5B` as what it stands for.
        private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
            var bytes: [UInt8] = []
            var rest = text[...]
            while let byte = rest.popFirst() {
                let digits = rest.prefix(2)
                if byte == UInt8(ascii: "%"), digits.count == 2, let code = UInt8(Substring(digits), radix: 16) {
                    bytes.append(code)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return bytes
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
    /// A list, whichever page of it.
    private struct List: Hashable {
        let path: String
        let question: [UInt8]

        init(_ page: AnswerPage) {
            path = page.address?.list ?? ""
            question = page.address?.question ?? []
        }
    }

    /// Holds sources to be complete together: a page may lead to one in another source, and must not lead out of them.
    ///
    /// Half a list would accuse good product IDs.
    /// - Throws: `ProductSourceError` for the first page that leads to one that is missing.
    public static func requireAllPages(of sources: [ProductSource]) throws(ProductSourceError) {
        let pages = sources.flatMap(\.pages)
        let given = Set(pages.compactMap(\.address))
        let ledTo = Set(pages.filter { $0.next != $0.address }.compactMap(\.next))
        var counts: [List: Int] = [:]
        // A page that is given twice counts once.
        var seen: Set<AnswerPage.Address> = []
        for page in pages where page.address.map({ seen.insert($0).inserted }) ?? true {
            counts[List(page), default: 0] += page.count
        }
        for source in sources {
            for page in source.pages {
                let count = counts[List(page)] ?? 0
                if let total = page.total, count >= total { continue }
                let isNextMissing = page.next.map { !given.contains($0) } ?? false
                // Only the first page has no cursor.
                let isStartMissing = page.address.map { !$0.cursor.isEmpty && !ledTo.contains($0) } ?? false
                guard isNextMissing || isStartMissing || page.total != nil else { continue }
                let numbers = page.total.map { ": App Store Connect counts \($0), and \(count) are here" } ?? ""
                throw ProductSourceError(
                    source: source.name, reason: "only a part of App Store Connect's answer\(numbers)",
                    remedy: "fetch the page that links.next names, and so on to the last, and give all pages together"
                )
            }
        }
    }
}
