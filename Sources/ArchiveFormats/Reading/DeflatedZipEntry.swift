/// An entry that is deflated (method 8).
///
/// What fits into the caller's buffer is unpacked by libdeflate at one go, the rest part by part, in constant memory. Where
/// libdeflate refuses, the entry is read again part by part: so it is told why, and so there is one judge of what is
/// damaged.
final class DeflatedZipEntry: ZipEntryBytes {
    private let size: UInt64
    private let scratch: ZipScratch
    private let range: ZipContentRange
    /// The compressed bytes, where they are unpacked part by part.
    private var input: BufferedBytes?
    private var hasStarted = false
    private var isAtEnd = false

    init(_ range: ZipContentRange, _ entry: ZipDirectoryEntry, _ scratch: ZipScratch) {
        self.range = range
        self.scratch = scratch
        size = entry.size
        // Some tools write no stream for a file without content.
        isAtEnd = range.remaining == 0 && entry.size == 0
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int {
        if isAtEnd { return 0 }
        if !hasStarted {
            hasStarted = true
            if let count = try readWhole(into: buffer) {
                isAtEnd = true
                return count
            }
            scratch.inflater.reset()
            input = BufferedBytes(ZipRangeStream(range))
        }
        guard let input else { return 0 }
        do throws(InflatingFault) {
            let count = try scratch.inflater.read(into: buffer, from: input)
            if count == 0 { try finish(input) }
            return count
        } catch {
            switch error {
            case .truncated: throw ZipEntryStream.Fault(reason: "its compressed bytes end too early")
            case .damaged: throw ZipEntryStream.Fault(reason: "its compressed bytes are damaged")
            case .unreadable(let fault): throw ZipEntryStream.Fault(reason: fault.reason)
            }
        }
    }

    /// - Returns: how many bytes it was, or `nil` where it must be unpacked part by part.
    private func readWhole(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int? {
        guard size > 0, size <= UInt64(buffer.count), range.remaining <= UInt64(ZipScratch.largestWhole) else {
            return nil
        }
        var range = range
        let input = scratch.buffer(Int(range.remaining))
        let taken = try range.read(into: input)
        let output = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(size)])
        return scratch.inflate(UnsafeRawBufferPointer(rebasing: input[..<taken]), into: output) ? output.count : nil
    }

    private func finish(_ input: BufferedBytes) throws(InflatingFault) {
        isAtEnd = true
        let rest = range.remaining - input.position
        guard rest == 0 else {
            throw .unreadable(StreamFault(.damaged, "\(rest) bytes stand behind its compressed bytes"))
        }
    }
}

/// The compressed bytes of an entry as a stream.
private final class ZipRangeStream: ByteStream {
    private var range: ZipContentRange

    init(_ range: ZipContentRange) { self.range = range }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        do throws(ZipEntryStream.Fault) { return try range.read(into: buffer) } catch {
            throw StreamFault(.damaged, error.reason)
        }
    }
}
