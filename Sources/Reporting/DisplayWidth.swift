/// How many columns of a terminal a text takes: two for a character of East Asia or an emoji, none for a mark that joins
/// the character before it.
///
/// The text must be fit to be shown: what can't be seen has no width to speak of. Terminals differ on the newest
/// characters; none that is older than Unicode 15.
enum DisplayWidth {
    /// The width of a text.
    static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// The width of a text that may hold colours, which take none.
    static func of(ansi text: String) -> Int {
        guard text.utf8.contains(0x1B) else { return of(text) }
        var width = 0
        var isEscape = false
        for scalar in text.unicodeScalars {
            if isEscape {
                isEscape = scalar != "m"
            } else if scalar == "\u{1B}" {
                isEscape = true
            } else {
                width += of(scalar)
            }
        }
        return width
    }

    /// The width of one character.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        // Below, everything takes one column.
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        // The second and third parts of a Hangul syllable join the first.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        if wide.contains(where: { $0.contains(scalar.value) }) { return 2 }
        // Letters that make a flag in pairs are one column each.
        return scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(scalar.value) ? 2 : 1
    }

    /// The text, cut where it is wider than so many columns; what is gone has `…` in its place.
    /// - Parameter keepsEnd: Whether the start is what can be spared.
    static func cut(_ text: String, to columns: Int, keepsEnd: Bool = false) -> String {
        guard of(text) > columns else { return text }
        // Whole characters, so that no mark comes off its letter.
        var (kept, width): ([Character], Int) = ([], 1)
        func take(_ character: Character) -> Bool {
            width += of(String(character))
            guard width <= columns else { return false }
            kept.append(character)
            return true
        }
        if keepsEnd {
            for character in text.reversed() where !take(character) { break }
            return "…" + String(kept.reversed())
        }
        for character in text where !take(character) { break }
        return String(kept) + "…"
    }

    /// Those of Unicode's wide and full-width characters that are no emoji (EastAsianWidth.txt, `W` and `F`).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18D8F, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
