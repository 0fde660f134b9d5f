/// What is wrong with a xar. Texts are clauses without a final period.
package enum XarFault: Error, Sendable, Hashable {
    /// It can't be read at all.
    case unreadable(SystemError)
    /// It ends too early: it was cut short.
    case truncated(String)
    /// The whole is damaged.
    case damaged(String)
    /// An entry is; `name` is its path, or what is known of it.
    case damagedEntry(name: [UInt8], String)
    /// It has a form that is not read.
    case unsupported(String)
}

/// What is odd about a xar that can be read all the same.
package enum XarRemark: Sendable, Hashable {
    /// The header has another size than 28 bytes.
    case headerSize(UInt16)
    /// The header names another version than 1.
    case version(UInt16)
    /// The header says that the table of contents has no checksum.
    case noTableChecksum
    /// The table of contents has no `<checksum>`, though the header names one.
    case missingTableChecksum
    /// The checksum of the table of contents is an MD5.
    case weakTableChecksum
    /// The checksum of the table of contents is one with this number, which is not known; it was not compared.
    case unknownTableChecksum(UInt32)
    /// The header and the table of contents name different checksums, or spell them differently.
    case checksumStyles(header: String, table: String)
    /// So many bytes stand between the end of the table's compressed bytes and the heap.
    case bytesBehindTable(UInt64)
    /// An element beside the table of contents, which is passed over.
    case subdocument(String)
    /// Two entries of one folder have names that differ in upper and lower case only.
    case namesDifferInCase([UInt8], [UInt8])
    /// An entry with several names that differ; the last was taken.
    case severalNames(path: [UInt8])
    /// An entry whose name held "/", which is read as ":".
    case slashInName(path: [UInt8])
    /// Two entries have this `id`.
    case repeatedIdentifier(String)
    /// An entry without `id`.
    case missingIdentifier(path: [UInt8])
    /// An entry with a checksum of the bytes as they lie in the file, but none of the content.
    case missingExtractedChecksum(path: [UInt8])
    /// An entry with a checksum of a style that is not known; it is not compared.
    case unknownChecksum(path: [UInt8], style: String)
    /// An entry whose content is kept in a way that is not read.
    case unknownEncoding(path: [UInt8], style: String)
    /// A signature with a certificate that is not base64; it was left out.
    case unreadableCertificate

    /// Whether Apple's own reader refuses a xar for this.
    package var isRefusedByApple: Bool {
        switch self {
        case .headerSize, .noTableChecksum, .missingTableChecksum, .weakTableChecksum, .unknownTableChecksum,
            .checksumStyles, .namesDifferInCase, .missingExtractedChecksum:
            true
        case .version, .bytesBehindTable, .subdocument, .severalNames, .slashInName, .repeatedIdentifier,
            .missingIdentifier, .unknownChecksum, .unknownEncoding, .unreadableCertificate:
            false
        }
    }
}
