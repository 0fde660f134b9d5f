/// What is wrong with a zip.
package enum ZipFault: Error, Sendable, Hashable {
    /// It can't be read at all.
    case unreadable(SystemError)
    /// It ends before its end record.
    case truncated
    /// The whole is damaged; the text is a clause that says how.
    case damaged(String)
    /// An entry is; the text is a clause that says how.
    case damagedEntry(name: [UInt8], String)
    /// An entry has one name in the central directory and another in its own header.
    case twoNames([UInt8], [UInt8])
}
