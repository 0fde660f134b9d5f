/// One thread's way to read parts of files, in any order.
///
/// Not every source has one: what is compressed can be read from its start only.
public protocol ContentPartReader: AnyObject {
    /// Fills `buffer` with the bytes of a file from `offset` on.
    ///
    /// Once they are read, the file must still be what the tree says of it.
    /// - Throws: `ContentReadError`.
    func read(_ entry: ContentEntry, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer)
        throws(ContentReadError)
}
