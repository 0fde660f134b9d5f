/// Holds a table of contents against its checksum.
struct XarTableChecking {
    let checksum: XarTableChecksum?
    private(set) var remarks: [XarRemark] = []

    init(_ raw: XarRawTable, header: XarHeader, in file: ReadableFile) throws(XarFault) {
        checksum = try Self.checksum(raw)
        if header.headerSize != XarHeader.size { remarks.append(.headerSize(header.headerSize)) }
        if header.version != 1 { remarks.append(.version(header.version)) }
        if header.checksumAlgorithm == 0 {
            remarks.append(.noTableChecksum)
        } else if header.digestAlgorithm == nil {
            remarks.append(.unknownTableChecksum(header.checksumAlgorithm))
        } else if checksum == nil {
            remarks.append(.missingTableChecksum)
        }
        if header.digestAlgorithm == .md5 { remarks.append(.weakTableChecksum) }
        if let checksum, checksum.style != header.style {
            remarks.append(.checksumStyles(header: header.style, table: checksum.style))
        }

        var algorithms = [
            header.digestAlgorithm, checksum.flatMap { DigestAlgorithm(rawValue: $0.style.lowercased()) },
        ]
        .compactMap { $0 }
        if algorithms.count == 2, algorithms[0] == algorithms[1] { algorithms.removeLast() }
        guard let checksum, !algorithms.isEmpty else { return }
        let start = header.heapStart
        for algorithm in algorithms where checksum.size == UInt64(algorithm.length) {
            let digest = try Self.digest(algorithm, header: header, in: file)
            if try Self.bytes(checksum, from: start, in: file) == digest { return }
        }
        guard algorithms.contains(where: { checksum.size == UInt64($0.length) }) else {
            throw .damaged("the checksum of its table of contents has \(checksum.size) bytes")
        }
        let (end, overflow) = checksum.offset.addingReportingOverflow(checksum.size)
        if !overflow, end <= UInt64(Int64.max), file.size - start < end {
            throw .truncated("it ends before the checksum of its table of contents")
        }
        throw .damaged("its table of contents does not match its checksum")
    }

    private static func checksum(_ raw: XarRawTable) throws(XarFault) -> XarTableChecksum? {
        guard let style = raw.checksumStyle else { return nil }
        guard let offset = raw.checksumOffset.flatMap(XarText.number),
            let size = raw.checksumSize.flatMap(XarText.number)
        else {
            // One that is not there needs no place.
            if style == "none" { return XarTableChecksum(style: style, offset: 0, size: 0) }
            throw .damaged("its table of contents does not say where the checksum of it lies")
        }
        return XarTableChecksum(style: style, offset: offset, size: size)
    }

    /// The digest of the table's bytes as they lie in the file.
    private static func digest(
        _ algorithm: DigestAlgorithm, header: XarHeader, in file: ReadableFile
    ) throws(XarFault) -> [UInt8] {
        let source = FileRange(file, offset: UInt64(header.headerSize), count: header.compressedLength)
        let digest = Digest(algorithm)
        do throws(StreamFault) {
            while true {
                let piece = try source.bytes(64 * 1024)
                if piece.isEmpty { return digest.finish() }
                piece.withUnsafeBytes { digest.update($0) }
            }
        } catch {
            throw .damaged("its table of contents can't be read: \(error.reason)")
        }
    }

    /// What is kept as the checksum, where the heap starts at `start`; fewer bytes where the file ends.
    private static func bytes(
        _ checksum: XarTableChecksum, from start: UInt64, in file: ReadableFile
    ) throws(XarFault) -> [UInt8] {
        let (offset, overflow) = start.addingReportingOverflow(checksum.offset)
        guard !overflow else { return [] }
        do throws(SystemError) {
            return try file.bytes(at: offset, count: Int(checksum.size))
        } catch {
            throw .unreadable(error)
        }
    }
}
