/// Arguments for a POSIX shell.
package enum ShellText {
    /// The argument as a shell takes it literally: bare where nothing in it means anything to a shell, else in single
    /// quotes; `nil` where it could not be read or copied from a terminal without loss.
    package static func quoted(_ argument: String) -> String? {
        guard canBeCopied(argument) else { return nil }
        if !argument.isEmpty, argument.utf8.allSatisfy(isBare) { return argument }
        return "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// Whether the text survives being shown on a terminal and pasted: no character that can't be seen, and no mark of
    /// bytes that were not UTF-8.
    package static func canBeCopied(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { !SafeText.isHidden($0) && $0 != "\u{FFFD}" }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "_-./:,@%+".utf8.contains(byte)
        }
    }
}
