/// An entry that a `CpioReader` came to.
package typealias CpioEntry = CpioHeader

/// Reads a cpio archive from its start to its end, in the portable form of payloads or in the one of SVR4.
///
/// libarchive is not asked. Where no header stands, 3.6.2 searches on for one, and so passes over an entry in silence
/// when a digit in its header is damaged; and it looks at nothing behind the trailer.
package final class CpioReader {
    /// The form of the archive.
    package let form: CpioForm

    private let input: BufferedBytes
    /// The bytes of the current entry that were not read yet.
    private var left: UInt64 = 0
    /// The sum that the current entry's bytes should have, and the one they have so far.
    private var expectedSum: UInt32?
    private var sum: UInt32 = 0
    private var isAtEnd = false
    private var fault: StreamFault?

    /// The longest name that is read, in bytes: what the portable form can express.
    package static let longestName = 0o777777
    /// The most NULs that may follow the trailer. Writers fill up a block, of 512 bytes mostly and 64 KiB at most.
    package static let mostPadding = 1 << 20

    /// Looks at the first bytes of a stream.
    /// - Throws: what it is, where that is no cpio archive.
    package convenience init(_ stream: any ByteStream) throws(StreamFault) { try self.init(BufferedBytes(stream)) }

    /// Looks at the first bytes of a payload, which may be compressed with gzip or not at all.
    /// - Parameter limit: The most bytes that it may unpack to.
    package convenience init(payload stream: any ByteStream, limit: UInt64 = .max) throws(StreamFault) {
        try self.init(Self.unpacked(payload: stream, limit: limit))
    }

    /// What is in a payload, which may be compressed with gzip or not at all.
    /// - Parameter limit: The most bytes that it may unpack to.
    package static func unpacked(payload stream: any ByteStream, limit: UInt64) throws(StreamFault) -> any ByteStream {
        let input = BufferedBytes(stream)
        let start = try input.peek(PayloadSignature.length)
        return CpioForm(magic: start) != nil ? input : BoundedStream(try GzipReader(input), limit: limit)
    }

    private init(_ input: BufferedBytes) throws(StreamFault) {
        self.input = input
        let start = try input.peek(PayloadSignature.length)
        guard let form = CpioForm(magic: start) else {
            if start.isEmpty { throw StreamFault(.truncated, "it is empty") }
            guard let name = PayloadSignature.name(of: start[...]) else {
                throw StreamFault(.damaged, "it is no cpio archive")
            }
            throw StreamFault(.unsupported, "it is \(name), not a cpio archive of a form that is read")
        }
        self.form = form
    }

    /// Goes to the next entry; what was not read of the current one is skipped.
    /// - Returns: `nil` behind the last, where the archive has been read to its end.
    package func next() throws(StreamFault) -> CpioEntry? {
        if isAtEnd { return nil }
        return try keepingFault { () throws(StreamFault) in
            try skipData()
            let entry = try readHeader()
            guard entry.name == CpioHeader.trailerName else {
                left = entry.size
                return entry
            }
            guard entry.size == 0 else { throw StreamFault(.damaged, "its last entry has data") }
            try requirePaddingOnly()
            isAtEnd = true
            return nil
        }
    }

    /// Reads the next bytes of the current entry's data into `buffer`.
    /// - Returns: how many bytes were read; 0 at the end of the data only.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        if left == 0 || buffer.isEmpty { return 0 }
        return try keepingFault { () throws(StreamFault) in
            let wanted = Int(min(UInt64(buffer.count), left))
            let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        }
    }

    /// Once there is a fault, every call tells it.
    private func keepingFault<Result>(_ body: () throws(StreamFault) -> Result) throws(StreamFault) -> Result {
        if let fault { throw fault }
        do throws(StreamFault) {
            return try body()
        } catch {
            fault = error
            throw error
        }
    }

    private func skipData() throws(StreamFault) {
        while left > 0 {
            let bytes = try input.next()
            let piece = UnsafeRawBufferPointer(rebasing: bytes[..<Int(min(UInt64(bytes.count), left))])
            try take(piece)
            input.consume(piece.count)
        }
    }

    /// Counts bytes of the data, and holds their sum against the header behind the last.
    private func take(_ bytes: UnsafeRawBufferPointer) throws(StreamFault) {
        if bytes.isEmpty { throw StreamFault(.truncated, "it breaks off \(left) bytes before the end of an entry") }
        left -= UInt64(bytes.count)
        guard let expectedSum else { return }
        for byte in bytes { sum &+= UInt32(byte) }
        if left == 0, sum != expectedSum { throw StreamFault(.damaged, "an entry's bytes do not match their sum") }
    }

    private func readHeader() throws(StreamFault) -> CpioEntry {
        try skipAlignment()
        let start = input.position
        let bytes = try take(form.headerSize)
        guard CpioForm(magic: Array(bytes[..<6])) == form, let fields = form.fields(of: bytes[6...]) else {
            throw StreamFault(.damaged, "no header of an entry stands at its byte \(start)")
        }
        guard 1...Self.longestName ~= fields.nameSize else {
            throw StreamFault(.damaged, "the header at its byte \(start) has a name of \(fields.nameSize) bytes")
        }
        var entry = fields.header
        entry.name = try take(fields.nameSize)
        guard entry.name.firstIndex(of: 0) == fields.nameSize - 1 else {
            throw StreamFault(.damaged, "the name at its byte \(start) does not end where the header says")
        }
        entry.name.removeLast()
        try skipAlignment()
        // Of several links to one file, the data stands behind the last; the sum behind the others is 0 or that of it.
        expectedSum = entry.size > 0 ? fields.sum : nil
        sum = 0
        return entry
    }

    private func take(_ count: Int) throws(StreamFault) -> [UInt8] {
        let bytes = try input.bytes(count)
        guard bytes.count == count else {
            throw StreamFault(.truncated, "it breaks off before the entry that ends an archive (TRAILER!!!)")
        }
        return bytes
    }

    private func skipAlignment() throws(StreamFault) {
        for byte in try take(form.padding(after: input.position)) where byte != 0 {
            throw StreamFault(.damaged, "something other than NULs fills up to its byte \(input.position)")
        }
    }

    /// Makes sure that nothing but NULs follows the trailer. Reading on also lets a compressed stream come to its
    /// checksum.
    private func requirePaddingOnly() throws(StreamFault) {
        let start = input.position
        while true {
            let bytes = try input.next()
            if bytes.isEmpty { return }
            guard bytes.allSatisfy({ $0 == 0 }) else {
                throw StreamFault(.damaged, "something follows the entry that ends the archive (TRAILER!!!)")
            }
            input.consume(bytes.count)
            guard input.position - start <= UInt64(Self.mostPadding) else {
                throw StreamFault(.damaged, "more than \(Self.mostPadding) NULs follow the entry that ends the archive")
            }
        }
    }
}
