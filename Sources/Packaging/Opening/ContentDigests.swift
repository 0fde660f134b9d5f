internal import ArchiveFormats
public import ContentModel

/// The SHA-256 of many files of a tree, so that two trees can be compared without reading both at once.
public enum ContentDigests {
    /// Reads each file once, in the order that costs its source least; memory is one buffer and the digests.
    /// - Parameter entries: Files of the source.
    /// - Returns: the digests by path, and what could not be read, in the order of the paths.
    public static func sha256(
        of entries: [ContentEntry], in source: any ContentSource
    ) -> (digests: [ContentPath: [UInt8]], failures: [ContentReadError]) {
        sha256(of: entries, in: source, meter: nil)
    }

    /// The same, counted.
    package static func sha256(
        of entries: [ContentEntry], in source: any ContentSource, meter: WorkMeter?
    ) -> (digests: [ContentPath: [UInt8]], failures: [ContentReadError]) {
        var digests: [ContentPath: [UInt8]] = [:]
        var failures: [ContentReadError] = []
        digests.reserveCapacity(entries.count)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        source.readFiles(entries) { entry, reader in
            do throws(ContentReadError) {
                digests[entry.path] = try digest(of: try reader.get(), through: buffer, meter)
            } catch {
                failures.append(error)
            }
            meter?.add(items: 1)
        }
        return (digests, failures.sorted { $0.path < $1.path })
    }

    private static func digest(
        of reader: any ContentReader, through buffer: UnsafeMutableRawBufferPointer, _ meter: WorkMeter?
    ) throws(ContentReadError) -> [UInt8] {
        let digest = Digest(.sha256)
        while true {
            let count = try reader.read(into: buffer)
            if count == 0 { return digest.finish() }
            meter?.add(bytes: Int64(count))
            digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
