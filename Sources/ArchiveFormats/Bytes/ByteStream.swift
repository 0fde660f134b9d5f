/// Bytes that are read from their start to their end, whatever they come from.
package protocol ByteStream: AnyObject {
    /// Reads the next bytes into `buffer`.
    /// - Returns: how many bytes were read; 0 at the end only, where `buffer` is not empty.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int
}

/// Why the bytes of a stream can't be had.
package struct StreamFault: Error, Sendable, Hashable {
    /// The classes of fault.
    package enum Kind: Sendable, Hashable {
        /// The stream ends too early.
        case truncated
        /// The stream contradicts itself.
        case damaged
        /// The stream has a form that is not read.
        case unsupported
    }

    /// The class of fault.
    package let kind: Kind
    /// The particulars: a clause without a final period.
    package let reason: String

    /// Creates a fault.
    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

extension ByteStream {
    /// Reads all that is left.
    /// - Parameter buffer: Takes the bytes, which nobody wants.
    /// - Returns: how many there were.
    func countRest(through buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> UInt64 {
        var count: UInt64 = 0
        while true {
            let read = try read(into: buffer)
            if read == 0 { return count }
            count += UInt64(read)
        }
    }

    /// The next `count` bytes, or as many as there are.
    package func bytes(_ count: Int) throws(StreamFault) -> [UInt8] {
        var result: Result<Void, StreamFault> = .success(())
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
            result = Result { () throws(StreamFault) in
                while filled < count {
                    let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
                    if read == 0 { return }
                    filled += read
                }
            }
        }
        try result.get()
        return bytes
    }
}

/// A part of a file as a stream.
package final class FileRange: ByteStream {
    private let file: ReadableFile
    private var position: UInt64
    private var left: UInt64

    /// Takes `count` bytes from `offset` on; they need not be there.
    package init(_ file: ReadableFile, offset: UInt64, count: UInt64) {
        self.file = file
        position = offset
        left = count
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let wanted = Int(min(UInt64(buffer.count), left))
        guard wanted > 0 else { return 0 }
        let count: Int
        do throws(SystemError) {
            count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: position)
        } catch {
            throw StreamFault(.damaged, "it can't be read: \(error.text)")
        }
        guard count == wanted else { throw StreamFault(.truncated, "it ends \(left - UInt64(count)) bytes too early") }
        position += UInt64(count)
        left -= UInt64(count)
        return count
    }
}
