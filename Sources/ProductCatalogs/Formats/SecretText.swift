import Findings
import XMLReading

/// Keeps keys and tokens out of everything that is told.
///
/// Sources come from the places where secrets lie too: a `.storekit` file holds a private key, an answer of App Store
/// Connect was asked for with a token, and whoever pipes the wrong file pipes a key. No reader quotes what it does not
/// know; this is the second line, for what stands where a product ID or a name should.
enum SecretText {
    /// Whether a text holds what looks like a token (JSON Web Token, `Bearer`), a private key, or a line of one, or an
    /// address with a query, where tokens stand too.
    static func isLikely(in text: String) -> Bool {
        let lower = text.lowercased()
        if lower.contains("-----begin") || lower.contains("private key") || hasQuery(text) { return true }
        if lower.contains("bearer"),
            lower.split(whereSeparator: \.isWhitespace).dropLast().contains(where: leadsToToken)
        {
            return true
        }
        return words(in: text).contains { isToken($0) || isKeyMaterial($0) }
    }

    private static func hasQuery(_ text: some StringProtocol) -> Bool { text.contains("://") && text.contains("?") }

    /// Whether the next word is a token, as behind `Authorization: Bearer`.
    private static func leadsToToken(_ word: Substring) -> Bool {
        let word = word.lowercased()
        return word.hasSuffix("bearer") || word.hasSuffix("bearer:")
    }

    /// A text of strangers in which no token, no key and no query of an address is left.
    static func redacted(_ text: String) -> String {
        if text.lowercased().contains("-----begin") { return "(left out, since it holds a key)" }
        var isToken = false
        return text.split(whereSeparator: \.isWhitespace).map { word in
            // Apple's own answer speaks of a "bearer token".
            let isSecret = isToken && word.lowercased().filter(\.isLetter) != "token"
            isToken = leadsToToken(word)
            if isSecret { return "(left out)" }
            if let mark = word.firstIndex(of: "?"), hasQuery(word) { return word[..<mark] + "?…" }
            return isLikely(in: String(word)) || word.utf8.count > 120 ? "(left out)" : String(word)
        }.joined(separator: " ")
    }

    /// The source, unless a secret stands where a product ID should; names and states that hold one are left out.
    static func withoutSecrets(_ source: ProductSource, _ content: SourceContent) throws(ProductSourceError)
        -> ProductSource
    {
        let all = source.products + source.deleted
        if let product = all.first(where: { isLikely(in: $0.identifier) }) {
            throw content.error(
                "what looks like a token or a key stands where a product ID should; it is not shown",
                line: product.position?.line, remedy: "keep it secret, and name a list of product IDs")
        }
        guard all.contains(where: holdsSecret) else { return source }
        return ProductSource(
            name: source.name, format: source.format, authority: source.authority, date: source.date,
            guesses: source.guesses, remarks: source.remarks, products: source.products.map(cleaned),
            deleted: source.deleted.map(cleaned),
            pages: source.pages)
    }

    private static func texts(of product: KnownProduct) -> [String] {
        let app = product.app
        return [
            product.state, product.name, product.appleID, app?.appleID, app?.name, app?.bundleIdentifier, app?.sku,
        ].compactMap(\.self)
    }

    private static func holdsSecret(_ product: KnownProduct) -> Bool { texts(of: product).contains(where: isLikely) }

    private static func cleaned(_ product: KnownProduct) -> KnownProduct {
        guard holdsSecret(product) else { return product }
        return KnownProduct(
            identifier: product.identifier, source: product.source, type: product.type, hosted: product.hosted,
            isToBeDeleted: product.isToBeDeleted, position: product.position)
    }

    /// The runs of characters that tokens and keys are made of.
    private static func words(in text: String) -> [Substring.UTF8View] {
        text[...].utf8.split { byte in
            !(isLetterOrDigit(byte) || "+/=-_.".utf8.contains(byte))
        }
    }

    /// Three parts in base64 of which the first two are JSON objects (RFC 7519): `{"` is `eyJ` there.
    ///
    /// One such part alone must be as long as a short header (`{"alg":"ES256"}`): names may start so too.
    private static func isToken(_ word: Substring.UTF8View) -> Bool {
        let parts = word.split(separator: UInt8(ascii: ".")).filter { $0.starts(with: "eyJ".utf8) }
        return parts.count >= 2 || parts.contains { $0.count >= 20 }
    }

    /// How private keys begin in base64: the header of PKCS #8 (RFC 5958) for the curve that Apple's keys are of, with
    /// and without the public half, and that of a bare key of it (RFC 5915).
    private static let keyStarts = ["MIGTAgEA", "MIGHAgEA", "MHcCAQEE", "MIIEvQIBADAN", "MIIEvgIBADAN", "MIIEpAIBAAKC"]

    /// The start of a key, or sixty characters in a row with letters of both cases and digits, and nothing that parts words: PEM has 64 a line.
    private static func isKeyMaterial(_ word: Substring.UTF8View) -> Bool {
        let isStart = word.split { !isLetterOrDigit($0) }.contains { run in
            keyStarts.contains { run.starts(with: $0.utf8) }
        }
        if isStart { return true }
        return word.split { ".-_".utf8.contains($0) }.contains { run in
            run.count >= 60 && run.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
                && run.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
                && run.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension SecretText {
    /// A text of strangers made fit for a message: without secrets, and without what can't be seen.
    static func shown(_ text: String, limit: Int) -> String { SafeText.escaped(redacted(text), limit: limit) }
}
