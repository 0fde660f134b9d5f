import TestSupport
import Testing

/// Values that an editor could trip over.
enum HostileText {
    /// Ways to write a value in XML.
    static let old = ["CatPhotos", "<![CDATA[<x>&]]>", "a<!-- b -->c"]

    private static let pieces = [
        "]]>", "<![CDATA[", "&", "&amp;", "&#0;", "<", ">", "</string>", "<!--", "-->", "\"", "'", "\\", "\\U0041", ";",
        "}",
        "\n", "\r", "\r\n", "\t", " ", "a", "Z9", ".", "é", "e\u{301}", "あ", "😀", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "\u{85}",
        "\u{FFFD}", "$(X)", "%", "{", "//", "/*", "日本", "\u{7F}",
    ]

    static func next(using random: inout TestRandom) -> String {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
}

/// Python's `plistlib`, which knows nothing of our code.
enum PythonReader {
    /// For each `x.plist` in a folder: it must differ from `x.before` in nothing but `IAPProductIdentifier`, which must be
    /// the text in `x.value`.
    static func check(_ folder: TemporaryFolder) throws {
        guard let python = Program("python3") else { return }
        let script = """
            import glob, plistlib
            count = 0
            for name in glob.glob("*.plist"):
                stem = name[:-6]
                after, before = (plistlib.load(open(stem + end, "rb")) for end in (".plist", ".before"))
                value = open(stem + ".value", "rb").read().decode()
                assert after.pop("IAPProductIdentifier") == value, name
                before.pop("IAPProductIdentifier", None)
                assert list(after.items()) == list(before.items()), name
                count += 1
            print(count)
            """
        let outcome = try python.run(["-c", script], in: folder.path)
        #expect(outcome.errorText == "")
        #expect((Int(outcome.outputText.split(separator: "\n").last ?? "") ?? 0) > 0)
    }
}
