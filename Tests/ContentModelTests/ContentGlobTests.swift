import ContentModel
import TestSupport
import Testing

struct ContentGlobTests {
    @Test(arguments: [
        // Without a slash: a name at any depth.
        ("*.psd", "Contents/a.psd", true), ("*.psd", "Contents/deep/er/a.psd", true), ("*.psd", "a.psd", true),
        ("*.psd", "Contents/a.psd/b", false), ("*.psd", "Contents/a.PSD", false), ("*.psd", "Contents/.psd", true),
        ("a.txt", "Contents/a.txt", true), ("a.txt", "Contents/ba.txt", false), ("a.txt", "Contents/a.txt.bak", false),
        ("*", "Contents/a", true), ("**", "Contents/a", true), ("", "Contents", false), ("/", "Contents", false),
        ("a**z", "Contents/abcz", true), ("a**z", "Contents/ab/cz", false),
        // With one: the whole path from the root.
        ("Contents/*.psd", "Contents/a.psd", true), ("Contents/*.psd", "Contents/b/a.psd", false),
        ("Contents/*.psd", "Other/Contents/a.psd", false), ("/Contents", "Contents", true),
        ("/Contents", "Contents/Contents", false), ("Contents", "Contents/Contents", true),
        ("/*.txt", "a.txt", true), ("/*.txt", "Contents/a.txt", false),
        ("build/", "Contents/build", true), ("Contents/build/", "Contents/build", true),
    ])
    func `one part of a path`(pattern: String, path: String, matches: Bool) {
        #expect(ContentGlob(pattern).matches(ContentPath(path)) == matches)
    }

    @Test(arguments: [
        ("Contents/**", "Contents/a", true), ("Contents/**", "Contents/a/b/c", true),
        ("Contents/**", "Contents", false),
        ("**/a", "a", true), ("**/a", "Contents/a", true), ("**/a", "Contents/b/a", true),
        ("**/a", "Contents/ba", false), ("Contents/**/a", "Contents/a", true),
        ("Contents/**/a", "Contents/b/c/a", true),
        ("Contents/**/a", "Contents/b/ca", false), ("Contents/**/a", "Contentsa", false),
        ("Contents/**/b*/c", "Contents/x/bx/b/c", true), ("Contents/**/b*/c", "Contents/x/bx/y/c", false),
        ("**/**/a", "a", true), ("**//a", "b/a", true), ("Contents/**.txt", "Contents/a/b.txt", true),
        ("Contents/a**z", "Contents/ab/c/yz", true), ("*/*a*/**/*b", "x/cad/e/f/gb", true),
    ])
    func `several parts of a path`(pattern: String, path: String, matches: Bool) {
        #expect(ContentGlob(pattern).matches(ContentPath(path)) == matches)
    }

    @Test(arguments: [
        ("?.txt", "Contents/é.txt", true), ("?.txt", "Contents/🚘.txt", true), ("?.txt", "Contents/ab.txt", false),
        ("??.txt", "Contents/e\u{301}.txt", true), ("Contents?a", "Contents/a", false), ("?", "Contents/a", true),
        ("[abc].txt", "Contents/b.txt", true), ("[abc].txt", "Contents/d.txt", false), ("[a-c]x", "Contents/bx", true),
        ("[!a-c]x", "Contents/bx", false), ("[^a-c]x", "Contents/dx", true), ("[c-a]x", "Contents/bx", false),
        ("[]]x", "Contents/]x", true), ("[!]]x", "Contents/ax", true), ("[!]]x", "Contents/]x", false),
        ("[-a]x", "Contents/-x", true), ("[a-]x", "Contents/-x", true), ("[à-ü]x", "Contents/éx", true),
        ("[abc", "Contents/[abc", true), ("[", "Contents/[", true), ("[]", "Contents/[]", true),
        ("[!]", "Contents/[!]", true), ("Contents[!a]b", "Contents/b", false), ("[*]", "Contents/*", true),
        ("[*]", "Contents/a", false), ("a\\*", "Contents/a\\b", true), ("a\\*", "Contents/a*", false),
    ])
    func `one character`(pattern: String, path: String, matches: Bool) {
        #expect(ContentGlob(pattern).matches(ContentPath(path)) == matches)
    }

    @Test func `a byte that is not UTF-8 is one character`() {
        let path = ContentPath(bytes: Array("Contents/a".utf8) + [0xE9])
        #expect(ContentGlob("a?").matches(path))
        #expect(!ContentGlob("a??").matches(path))
        #expect(ContentGlob("a[!x]").matches(path))
        #expect(!ContentGlob("a[é]").matches(path))
        #expect(ContentGlob("*").matches(path))
    }

    @Test func `many stars end quickly`() {
        let long = String(repeating: "a", count: 1000)
        #expect(!ContentGlob(String(repeating: "*a", count: 100) + "*b").matches(ContentPath(long)))
        #expect(!ContentGlob("/" + String(repeating: "**a", count: 100) + "**b").matches(ContentPath(long)))
        let parts = Array(repeating: "aaaaaaaa", count: 100).joined(separator: "/")
        #expect(!ContentGlob(String(repeating: "**/*a/", count: 50) + "b").matches(ContentPath(parts)))
        #expect(ContentGlob(String(repeating: "**/*a/", count: 50) + "a*").matches(ContentPath(parts)))
    }

    @Test func `going back to the last stars only finds whatever trying everything finds`() {
        var random = TestRandom(seed: 7)
        let pieces = ["a", "b", "/", "*", "**", "**/", "?"]
        for _ in 0..<10_000 {
            let pattern =
                "a"
                + (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }.joined()
            let path =
                "a"
                + (0..<Int.random(in: 0...7, using: &random)).map { _ in
                    ["a", "b", "/"][Int.random(in: 0..<3, using: &random)]
                }.joined()
            // A path has no empty part; three stars in a row are the same as two.
            if path.contains("//") || path.hasSuffix("/") { continue }
            if pattern.contains("***") || pattern.contains("//") || pattern.hasSuffix("/") { continue }
            let expected = Self.tryEverything(Array(pattern)[...], Array(path)[...], startsPart: true)
            #expect(ContentGlob("/" + pattern).matches(ContentPath(path)) == expected, "\(pattern) on \(path)")
        }
    }

    /// The rules written down plainly, in exponential time.
    private static func tryEverything(
        _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>, startsPart: Bool
    ) -> Bool {
        guard let token = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if token == "*", rest.first == "*" {
            let rest = rest.dropFirst()
            if startsPart, rest.first == "/" {
                let rest = rest.dropFirst()
                let ends = text.indices.filter { text[$0] == "/" }.map { $0 + 1 }
                return ([text.startIndex] + ends).contains { tryEverything(rest, text[$0...], startsPart: true) }
            }
            return (text.startIndex...text.endIndex).contains { tryEverything(rest, text[$0...], startsPart: false) }
        }
        if token == "*" {
            let end = text.firstIndex(of: "/") ?? text.endIndex
            return (text.startIndex...end).contains { tryEverything(rest, text[$0...], startsPart: false) }
        }
        guard let character = text.first, token == "?" ? character != "/" : character == token else { return false }
        return tryEverything(rest, text.dropFirst(), startsPart: token == "/")
    }
}
