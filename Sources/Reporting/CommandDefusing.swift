/// Text whose lines no CI service takes for commands to itself.
///
/// GitHub's runner obeys a line that begins with `::`, with or without spaces before, and `##[` anywhere in one, which is
/// also what Azure's looks for, as `##vso[`; TeamCity looks for `##teamcity[`. A file may have any of these as its name.
/// What would begin such a command is written as its code point, as what can't be seen is.
package enum CommandDefusing {
    /// The text, with whatever would begin a command written as its code point.
    package static func defused(_ text: String) -> String {
        guard holdsPair(text) else { return text }
        let utf8 = text.utf8
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count)
        let bytes = Array(utf8)
        var isAtStart = true
        for (index, byte) in bytes.enumerated() {
            if byte == colon, isAtStart, index + 1 < bytes.count, bytes[index + 1] == colon {
                result += "<U+003A>".utf8
            } else if byte == hash, index > 0, bytes[index - 1] == hash, opensBracket(behind: index, in: bytes) {
                result += "<U+0023>".utf8
            } else {
                result.append(byte)
            }
            isAtStart = byte == UInt8(ascii: "\n") || (isAtStart && byte == UInt8(ascii: " "))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether two of the signs stand side by side, as they do in hardly any text: most need not be gone through with care.
    private static func holdsPair(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var last: UInt8 = 0
            for byte in bytes {
                if byte == last, byte == colon || byte == hash { return true }
                last = byte
            }
            return false
        } ?? true
    }

    private static let colon = UInt8(ascii: ":")
    private static let hash = UInt8(ascii: "#")

    /// Whether letters and then `[` follow.
    private static func opensBracket(behind index: Int, in bytes: [UInt8]) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return bytes[(index + 1)...].first { !letters.contains($0 | 0x20) } == UInt8(ascii: "[")
    }
}
