internal import ContentModel

/// What a file of strangers holds, made fit for a message.
enum Shown {
    /// The most bytes of a text that are shown.
    private static let limit = 160

    /// A text in quotation marks, cut where it is long.
    static func quoted(_ text: String) -> String {
        let bytes = text.utf8
        guard bytes.count > limit else { return "'\(ContentPath.displayText(of: bytes))'" }
        var end = bytes.index(bytes.startIndex, offsetBy: limit)
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { bytes.formIndex(before: &end) }
        return "'\(ContentPath.displayText(of: bytes[..<end]))…'"
    }
}
