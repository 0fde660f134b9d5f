internal import ContentModel

/// Reads an entry and holds it to the size that the tree gave for it.
struct EntryReading {
    private let entry: ContentEntry
    private let reader: any ContentReader

    /// Opens an entry.
    init(_ entry: ContentEntry, from source: any ContentSource) throws(PackagingError) {
        self.entry = entry
        do throws(ContentReadError) { reader = try source.open(entry) } catch { throw Self.unreadable(error) }
    }

    /// Reads bytes until `buffer` is full.
    /// - Throws: `changedWhileRead` where the file ends before that.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(PackagingError) {
        var done = 0
        while done < buffer.count {
            let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
            guard count > 0 else { throw changed("it is shorter than it was") }
            done += count
        }
    }

    /// The next `count` bytes.
    /// - Throws: `changedWhileRead` where the file ends before that.
    func bytes(_ count: Int) throws(PackagingError) -> [UInt8] {
        var result: Result<Void, PackagingError> = .success(())
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
            result = Result { () throws(PackagingError) in try fill(target) }
            if case .success = result { initialized = count }
        }
        try result.get()
        return bytes
    }

    /// Makes sure that there is nothing more.
    /// - Throws: `changedWhileRead` where there is.
    func expectEnd() throws(PackagingError) {
        var result: Result<Int, PackagingError> = .success(0)
        withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
            result = Result { () throws(PackagingError) in try read(byte) }
        }
        guard try result.get() == 0 else { throw changed("it is longer than it was") }
    }

    /// The error for a file that is not what it was.
    func changed(_ how: String) -> PackagingError {
        PackagingError(
            .changedWhileRead, subject: entry.path.displayText, reason: "the file changed while it was read: \(how)",
            remedy: Self.remedyForChange)
    }

    private static let remedyForChange = "stop what writes to it and run again"

    private func read(_ buffer: UnsafeMutableRawBufferPointer) throws(PackagingError) -> Int {
        do throws(ContentReadError) { return try reader.read(into: buffer) } catch { throw Self.unreadable(error) }
    }

    /// The error for a file that could not be read.
    static func unreadable(_ error: ContentReadError) -> PackagingError {
        PackagingError(
            error.isChange ? .changedWhileRead : .unreadable, subject: error.path.displayText, reason: error.reason,
            remedy: error.isChange ? remedyForChange : nil)
    }
}
