/// What is in the folder of a product's content.
package struct DeliveredContent: Sendable, Hashable {
    /// How many files it holds.
    package let files: Int
    /// The sum of their sizes in bytes.
    package let bytes: Int64

    /// Looks into a folder.
    /// - Returns: `nil` where there is none.
    package init?(_ path: String) {
        guard DiskItem.status(path)?.kind == .folder else { return nil }
        var (files, bytes) = (0, Int64(0))
        for name in DiskItem.files(below: path).keys {
            guard let status = DiskItem.status(path, name), status.kind == .file else { continue }
            files += 1
            bytes = bytes.addingReportingOverflow(status.size).partialValue
        }
        (self.files, self.bytes) = (files, bytes)
    }
}
