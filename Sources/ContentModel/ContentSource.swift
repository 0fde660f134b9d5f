/// The way to the bytes of a tree's entries.
///
/// Implementations are values or immutable objects, so that entries can be read from several threads at once.
public protocol ContentSource: Sendable {
    /// Opens a file to be read from its start.
    ///
    /// No link is followed, and nothing but a plain file is opened.
    /// - Throws: `ContentReadError`.
    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader

    /// Whether a file can only be had by reading all that is stored before it. Then one pass for many files is far
    /// cheaper than a pass for each, or for each part of them.
    var isSequential: Bool { get }

    /// A way for one thread to read parts of files, or `nil` where a file can only be read from its start.
    func makePartReader() -> (any ContentPartReader)?

    /// Calls `body` once for each of `entries`, which are files, with the first bytes of each: `count` of them, or as
    /// many as there are; in the order of `entries`, or of storage where the source is sequential.
    ///
    /// An archive is read through once for this, so that heads of many files cost one pass. What turns out damaged
    /// behind its head has an error in place of the head.
    func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void)

    /// Calls `body` once for each of `entries`, which are files, with a way to read it, in the order that costs least.
    ///
    /// An archive that can only be read from its start is read through once for this. `body` need not read to the
    /// end, and must not keep the reader.
    /// - Throws: what `body` throws, and then goes no further.
    func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure)
}

extension ContentSource {
    /// Every file can be had by itself.
    public var isSequential: Bool { false }

    /// Files can be read from their start only.
    public func makePartReader() -> (any ContentPartReader)? { nil }

    /// Reads the heads as files are read.
    public func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {
        readFiles(entries) { entry, reader in
            body(entry, reader.flatMap { reader in Result { () throws(ContentReadError) in try reader.head(count) } })
        }
    }

    /// Opens one file after the other.
    public func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        for entry in entries {
            let reader: Result<any ContentReader, ContentReadError>
            do throws(ContentReadError) { reader = .success(try open(entry)) } catch { reader = .failure(error) }
            try body(entry, reader)
        }
    }
}

/// A file being read from its start to its end.
public protocol ContentReader: AnyObject {
    /// Reads the next bytes into `buffer`.
    /// - Returns: how many bytes were read; 0 at the end of the file only.
    /// - Throws: `ContentReadError`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int
}

extension ContentReader {
    /// The next bytes: `count` of them, or as many as there are.
    public func head(_ count: Int) throws(ContentReadError) -> [UInt8] {
        var result: Result<Void, ContentReadError> = .success(())
        let head = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
            result = Result { () throws(ContentReadError) in
                while filled < count {
                    let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
                    if read == 0 { return }
                    filled += read
                }
            }
        }
        try result.get()
        return head
    }
}

/// Why the bytes of an entry could not be had.
public struct ContentReadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entry.
    public let path: ContentPath
    /// The reason as a clause ("Permission denied").
    public let reason: String
    /// Whether the reason is that the file is no longer what it was.
    public let isChange: Bool

    /// Creates an error.
    public init(path: ContentPath, reason: String, isChange: Bool = false) {
        self.path = path
        self.reason = reason
        self.isChange = isChange
    }

    /// The path and the reason.
    public var description: String { "\(path.displayText): \(reason)" }
}

extension ContentSource {
    /// The whole of a small file.
    /// - Parameter limit: The most bytes to take; a larger file is an error.
    public func bytes(of entry: ContentEntry, limit: Int) throws(ContentReadError) -> [UInt8] {
        let reader = try open(entry)
        var bytes: [UInt8] = []
        // One byte more than the file has, so that a small file needs one read for its bytes and one for its end. An
        // archive may lie about the size; then more chunks are read.
        let expected = Int(clamping: max(0, min(entry.size, 64 * 1024 - 1))) + 1
        var chunk = [UInt8](repeating: 0, count: expected)
        while true {
            let count = try read(reader, into: &chunk)
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else {
                throw ContentReadError(path: entry.path, reason: "larger than \(limit) bytes")
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    private func read(_ reader: any ContentReader, into chunk: inout [UInt8]) throws(ContentReadError) -> Int {
        // `withUnsafeMutableBytes` rethrows untyped; a result carries the typed error through.
        let result = chunk.withUnsafeMutableBytes { buffer in
            Result { () throws(ContentReadError) in try reader.read(into: buffer) }
        }
        return try result.get()
    }
}
