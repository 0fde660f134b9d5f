internal import ArchiveFormats

/// A file that may be a package that this tool made, with what it says of its making.
struct RecordedPackage {
    /// Where the record stands, for the proof that the package is whole.
    private enum Place {
        case zip(ZipRecordField.Found)
        case flatPackage(XarArchive)
    }

    /// What it says of its making.
    let record: PackingRecord
    /// The file.
    let file: ReadableFile
    private let place: Place

    /// Reads the record and nothing else; `nil` where the file has none.
    init?(_ file: ReadableFile, kind: PackageKind) {
        self.file = file
        switch kind {
        case .zip:
            guard let found = try? ZipRecordField.find(in: file, longest: PackingRecord.longest),
                let record = PackingRecord(found.text)
            else { return nil }
            (self.record, place) = (record, .zip(found))
        case .pkg:
            guard let archive = try? XarArchive(of: file),
                let record = archive.record.flatMap({ PackingRecord($0.utf8) })
            else { return nil }
            (self.record, place) = (record, .flatPackage(archive))
        case .aar: return nil
        }
    }

    /// Whether every byte is what was written, as far as checksums tell; the whole file is read.
    /// - Parameter jobs: How many threads read.
    func isWhole(jobs: Int) throws(SystemError) -> Bool {
        switch place {
        case .zip(let found): try isWhole(found, jobs: jobs)
        case .flatPackage(let archive): isWhole(archive)
        }
    }

    // MARK: A zip

    /// What one thread reads at a time.
    private static let chunkSize = 256 * 1024
    /// How much of a file one thread sums up before it takes the next stretch.
    private static let stretchSize: UInt64 = 8 << 20

    private func isWhole(_ found: ZipRecordField.Found, jobs: Int) throws(SystemError) -> Bool {
        // Without a seal there would be no room for one in the text.
        guard record.seal != nil else { return false }
        let seal = ZipSeal(bodyLength: found.directory, checksum: try checksum(upTo: found.directory, jobs: jobs))
        let sealStart = found.position + UInt64(PackingRecord.sealRange.lowerBound)
        let sealEnd = sealStart + UInt64(PackingRecord.sealRange.count)
        var offset = found.directory
        for (end, isSeal) in [(sealStart, false), (sealEnd, true), (file.size, false)] {
            if isSeal {
                seal.update(ZipSeal.zeros)
                offset = end
            }
            while offset < end {
                let bytes = try file.bytes(at: offset, count: Int(min(end - offset, UInt64(Self.chunkSize))))
                // Shortened meanwhile.
                guard !bytes.isEmpty else { return false }
                seal.update(bytes)
                offset += UInt64(bytes.count)
            }
        }
        return seal.finish() == record.seal
    }

    /// The CRC-32 of the bytes before `end`.
    private func checksum(upTo end: UInt64, jobs: Int) throws(SystemError) -> UInt32 {
        let file = file
        let stretches = stride(from: 0, to: end, by: Int(Self.stretchSize)).map { start in
            start..<min(end, start + Self.stretchSize)
        }
        let checksums = ParallelMap.map(stretches, jobs: jobs) { stretch in
            Result { () throws(SystemError) in try Self.checksum(of: stretch, in: file) }
        }
        var whole: UInt32 = 0
        for (stretch, checksum) in zip(stretches, checksums) {
            whole = CRC32.joining(whole, try checksum.get(), secondLength: stretch.count)
        }
        return whole
    }

    private static func checksum(of stretch: Range<UInt64>, in file: ReadableFile) throws(SystemError) -> UInt32 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkSize, alignment: 64)
        defer { buffer.deallocate() }
        var checksum = CRC32()
        var offset = stretch.lowerBound
        while offset < stretch.upperBound {
            let wanted = Int(min(stretch.upperBound - offset, UInt64(chunkSize)))
            let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
            if count == 0 { break }
            checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += UInt64(count)
        }
        return checksum.value
    }

    // MARK: A flat package

    /// The digests that it has anyway prove it: that of the table of contents, which was held against it when that was
    /// read, and in the table that of each part. The header has no number of its own choice, and the parts fill the heap.
    private func isWhole(_ archive: XarArchive) -> Bool {
        guard archive.remarks.isEmpty, archive.signatures.isEmpty, archive.trailingBytes == 0,
            archive.tableOfContentsChecksum?.size == UInt64(XarWriting.checksumLength),
            let header = try? file.bytes(at: 0, count: Int(XarHeader.size)),
            header
                == XarWriting.header(
                    compressedLength: archive.header.compressedLength,
                    uncompressedLength: archive.header.uncompressedLength)
        else { return false }
        var length = archive.heapStart + UInt64(XarWriting.checksumLength)
        for entry in archive.entries {
            guard let data = entry.data else { continue }
            // Parts that share bytes are in no table of ours; they count twice, and so the sum is another.
            length += data.length
            guard data.archivedChecksum?.algorithm == .sha1, (try? read(entry, of: archive)) != nil else {
                return false
            }
        }
        return length == file.size
    }

    /// Reads the bytes of a part, which are held against their digest.
    private func read(_ entry: XarEntry, of archive: XarArchive) throws {
        let stream = try XarStoredStream(entry, in: archive)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 64)
        defer { buffer.deallocate() }
        while try stream.read(into: buffer) > 0 {}
    }
}
