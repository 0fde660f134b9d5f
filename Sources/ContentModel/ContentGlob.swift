/// A pattern for paths inside a content folder, as `--exclude` takes it.
///
/// - `*` stands for any characters of one part of a path, none too, `?` for one character. Both also match a dot at
///   the start of a name. Neither matches `/`.
/// - `**` stands for any characters, `/` too. `**/` at the start of a part stands for any number of folders, none
///   too: `Contents/**/a.txt` matches `Contents/a.txt`.
/// - `[abc]`, `[a-z]` stand for one character of a set, `[!abc]` and `[^abc]` for one outside it. A `]` right after the
///   opening belongs to the set. A set never matches `/`. A `[` that nothing closes is itself.
/// - Every other character is itself, the backslash too; `[*]` is a star.
///
/// A pattern without `/` matches a name at any depth; one with `/` matches the whole path from the root. A `/` at the
/// start only says the latter; one at the end is ignored. What matches a folder matches all in it. Letter case counts.
///
/// A character is a Unicode scalar, or a byte where a name is not UTF-8.
public struct ContentGlob: Sendable, Hashable {
    /// The pattern as the user wrote it.
    public let pattern: String

    private let matchesWholePath: Bool
    private let tokens: [Token]

    /// Creates a glob. Every text is a pattern; an empty one matches nothing.
    public init(_ pattern: String) {
        self.pattern = pattern
        let slash = UInt8(ascii: "/")
        var bytes = Array(pattern.utf8)[...]
        let isAnchored = bytes.first == slash
        while bytes.first == slash { bytes.removeFirst() }
        while bytes.last == slash { bytes.removeLast() }
        self.matchesWholePath = isAnchored || bytes.contains(slash)
        self.tokens = Token.parse(Array(bytes))
    }

    /// Whether the pattern matches the path itself (not whether it matches a folder above it).
    public func matches(_ path: ContentPath) -> Bool {
        guard !tokens.isEmpty else { return false }
        return path.bytes.withUnsafeBufferPointer { whole in
            if matchesWholePath { return matches(whole) }
            let start = whole.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            return matches(UnsafeBufferPointer(rebasing: whole[start...]))
        }
    }

    /// Matches without recursion, and without trying anything twice that can't help.
    ///
    /// It suffices to go back to the last star: whatever an earlier one could take as well, the last can take. The
    /// one exception is a `*` that a `/` stops; then the last `**`, which `/` does not stop, takes more. So there are
    /// never more than two places to go back to, however many stars a pattern has.
    private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let slash = UInt8(ascii: "/")
        var (position, index) = (0, 0)
        var star: (token: Int, position: Int)?
        var doubleStar: (token: Int, position: Int)?
        while true {
            var advanced = false
            if index < tokens.count {
                switch tokens[index] {
                case .anyInPart:
                    star = (index, position)
                    index += 1
                    advanced = true
                case .any, .anyFolders:
                    (star, doubleStar) = (nil, (index, position))
                    index += 1
                    advanced = true
                case .byte(let byte):
                    if position < text.count, text[position] == byte {
                        (position, index) = (position + 1, index + 1)
                        advanced = true
                    }
                case .character(let set):
                    if position < text.count, let length = set.match(text, at: position) {
                        (position, index) = (position + length, index + 1)
                        advanced = true
                    }
                }
            } else if position == text.count {
                return true
            }
            if advanced { continue }

            if let last = star, last.position < text.count, text[last.position] != slash {
                star = (last.token, last.position + 1)
                (position, index) = (last.position + 1, last.token + 1)
            } else if let last = doubleStar, last.position < text.count {
                var next = last.position + 1
                if tokens[last.token] == .anyFolders {
                    guard let end = text[last.position...].firstIndex(of: slash) else { return false }
                    next = end + 1
                }
                (star, doubleStar) = (nil, (last.token, next))
                (position, index) = (next, last.token + 1)
            } else {
                return false
            }
        }
    }
}

/// One element of a pattern.
private enum Token: Hashable {
    /// This byte.
    case byte(UInt8)
    /// One character of a set (`?`, `[…]`).
    case character(CharacterSet)
    /// `*`.
    case anyInPart
    /// `**`.
    case any
    /// `**/` at the start of a part.
    case anyFolders

    static func parse(_ pattern: [UInt8]) -> [Token] {
        let (asterisk, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
        var tokens: [Token] = []
        var index = 0
        while index < pattern.count {
            switch pattern[index] {
            case asterisk:
                let end = pattern[index...].firstIndex { $0 != asterisk } ?? pattern.count
                let startsPart = index == 0 || pattern[index - 1] == slash
                if end - index == 1 {
                    tokens.append(.anyInPart)
                    index = end
                } else if startsPart, end < pattern.count, pattern[end] == slash {
                    tokens.append(.anyFolders)
                    index = end + 1
                    // A second slash here would stand for a part without a name, which no path has.
                    while index < pattern.count, pattern[index] == slash { index += 1 }
                } else {
                    tokens.append(.any)
                    index = end
                }
            case UInt8(ascii: "?"):
                tokens.append(.character(CharacterSet(ranges: [], isNegated: true)))
                index += 1
            case UInt8(ascii: "["):
                if let (set, end) = CharacterSet.parse(pattern, at: index) {
                    tokens.append(.character(set))
                    index = end
                } else {
                    tokens.append(.byte(pattern[index]))
                    index += 1
                }
            default:
                tokens.append(.byte(pattern[index]))
                index += 1
            }
        }
        return tokens
    }
}

/// The characters that `[…]` stands for.
private struct CharacterSet: Hashable {
    let ranges: [ClosedRange<UInt32>]
    let isNegated: Bool

    /// How many bytes the character at `index` takes, if it is of the set.
    func match(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        guard text[index] != UInt8(ascii: "/") else { return nil }
        guard let (scalar, length) = UTF8Decoding.scalar(in: text, at: index) else {
            // A byte that is no character is outside every set.
            return isNegated ? 1 : nil
        }
        return ranges.contains { $0.contains(scalar.value) } != isNegated ? length : nil
    }

    /// Reads a set whose `[` stands at `start`; gives it and the index behind its `]`, or `nil` if it is not closed.
    static func parse(_ pattern: [UInt8], at start: Int) -> (set: CharacterSet, end: Int)? {
        var index = start + 1
        var isNegated = false
        if index < pattern.count, pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^") {
            isNegated = true
            index += 1
        }
        guard index < pattern.count,
            let end = pattern[(index + 1)...].firstIndex(of: UInt8(ascii: "]"))
        else { return nil }
        let scalars = Array(String(decoding: pattern[index..<end], as: UTF8.self).unicodeScalars)
        var ranges: [ClosedRange<UInt32>] = []
        var position = 0
        while position < scalars.count {
            let first = scalars[position].value
            if position + 2 < scalars.count, scalars[position + 1] == "-" {
                // A range from a later to an earlier character holds nothing.
                if first <= scalars[position + 2].value { ranges.append(first...scalars[position + 2].value) }
                position += 3
            } else {
                ranges.append(first...first)
                position += 1
            }
        }
        return (CharacterSet(ranges: ranges, isNegated: isNegated), end + 1)
    }
}
