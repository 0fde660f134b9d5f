internal import ArchiveFormats
internal import ContentModel

/// Reads content and compresses it, on a thread of its own: each byte is read once, whatever packages it goes into.
struct PackingWorker: PipelineWorker {
    private let plan: PackingPlan
    private let files: PackingFileReader
    private let input: WorkBuffer
    private let output: WorkBuffer
    private let compressor: PackingCompressor

    /// Prepares a worker.
    /// - Parameter tools: What its thread has for the level of the plan already.
    init(plan: PackingPlan, content: any ContentSource, tools: PackingTools? = nil) {
        self.plan = plan
        files = PackingFileReader(content)
        let tools = tools ?? PackingTools(plan.level)
        (input, output, compressor) = (tools.input, tools.output, tools.compressor)
    }

    func process(_ work: PackingWork) throws(PackagingError) -> PackedContent {
        let content: PackedContent =
            switch work {
            case .run(let places): .run(try packed(places))
            case .part(let part): .part(try packed(part))
            }
        plan.meter?.add(bytes: plan.contentSize(of: work))
        return content
    }

    // MARK: Small entries

    /// Where the content of an entry lies in the input.
    private struct Extent {
        let place: Int
        let range: Range<Int>
    }

    private func packed(_ places: Range<Int>) throws(PackagingError) -> PackedRun {
        let (extents, size) = try load(places)
        return PackedRun(
            places: places, hashes: extents.map { hash($0) }, zip: plan.makesZip ? try zipMembers(extents) : nil,
            payload: try plan.payloadForm.map { form throws(PackagingError) in
                try payload(form, extents, size: size)
            })
    }

    private func hash(_ extent: Extent) -> ContentHash? {
        guard plan.item(at: extent.place)?.entry.type == .file else { return nil }
        return ContentHash(of: UnsafeRawBufferPointer(input.slice(extent.range)))
    }

    /// Puts the entries into the input as they stand in a payload: header, content, header, content.
    private func load(_ places: Range<Int>) throws(PackagingError) -> (extents: [Extent], size: Int) {
        var extents: [Extent] = []
        extents.reserveCapacity(places.count)
        // Room for everything is taken first, since growing would lose what is there.
        var headers: [[UInt8]] = []
        var room = 0
        for place in places {
            let header = plan.flatPackage.map { $0.prelude(at: place) } ?? []
            headers.append(header)
            room += header.count + Int(plan.item(at: place)?.contentSize ?? 0)
        }
        input.reserve(room)
        var end = 0
        for (place, header) in zip(places, headers) {
            end = input.put(header, at: end)
            let range = end..<end + Int(plan.item(at: place)?.contentSize ?? 0)
            if let entry = plan.item(at: place)?.entry {
                if case .symlink(let target) = entry.type { _ = input.put(target, at: range.lowerBound) }
                if entry.type == .file { try files.read(entry, into: input.slice(range)) }
            }
            extents.append(Extent(place: place, range: range))
            end = range.upperBound
        }
        return (extents, end)
    }

    private func zipMembers(
        _ extents: [Extent]
    ) throws(PackagingError) -> PackedRun.Zip {
        var members: [PackedRun.Member] = []
        members.reserveCapacity(extents.count)
        var saved = 0
        output.reserve(
            extents.reduce(0) { room, extent in
                let name = plan.item(at: extent.place)?.entry.path.bytes.count ?? 0
                return room + extent.range.count + name + ZipRecords.largestLocalHeader
            })
        var end = 0
        for extent in extents {
            guard let item = plan.item(at: extent.place) else { continue }
            let content = UnsafeRawBufferPointer(input.slice(extent.range))
            var checksum = CRC32()
            checksum.update(content)
            var member = item.zipMember
            member.checksum = checksum.value
            // The length of the header is known before what it says is.
            let start = end + ZipRecords.localHeaderLength(member)
            let room = output.slice(start..<start + content.count)
            let deflated = item.entry.type == .file ? try compressor.stream(of: content, into: room) : .none
            let count = deflated.count
            saved += deflated.saved
            member.method = count == nil ? .stored : .deflated
            member.compressedSize = UInt64(count ?? content.count)
            if count == nil { room.copyMemory(from: content) }
            _ = output.put(ZipRecords.localHeader(member), at: end)
            members.append(
                PackedRun.Member(
                    method: member.method, checksum: member.checksum, compressedSize: Int(member.compressedSize),
                    offset: end))
            end = start + Int(member.compressedSize)
        }
        var checksum = CRC32()
        checksum.update(UnsafeRawBufferPointer(output.slice(0..<end)))
        return PackedRun.Zip(
            bytes: output.copy(0..<end), checksum: checksum.value, members: members, saved: saved)
    }

    private func payload(
        _ form: PackingPlan.PayloadForm, _ extents: [Extent], size: Int
    ) throws(PackagingError) -> PackedRun.Payload {
        let whole = UnsafeRawBufferPointer(input.slice(0..<size))
        var checksum = CRC32()
        checksum.update(whole)
        let bytes: [UInt8]
        var saved = 0
        switch form {
        case .plain: bytes = input.copy(0..<size)
        case .deflated:
            let deflated = try compressor.part(of: whole, from: 0, into: output)
            saved = deflated.saved
            if let count = deflated.count {
                bytes = output.copy(0..<count)
            } else {
                bytes = StoredBlocks.bytes(input.copy(0..<size))
            }
        }
        return PackedRun.Payload(
            bytes: bytes, checksum: checksum.value, size: size, saved: saved,
            checksums: extents.map { extent in
                var checksum = POSIXChecksum()
                guard let entry = plan.item(at: extent.place)?.entry, entry.type != .directory else { return 0 }
                checksum.update(UnsafeRawBufferPointer(input.slice(extent.range)))
                if case .symlink = entry.type { withUnsafeBytes(of: UInt8(0)) { checksum.update($0) } }
                return checksum.value
            })
    }

    // MARK: Parts of large files

    private func packed(_ part: FilePart) throws(PackagingError) -> PackedPart {
        let start = plan.level == .store ? 0 : part.dictionaryCount
        let whole = 0..<start + part.count
        input.reserve(whole.upperBound)
        if let loaded = part.loaded {
            _ = input.put(Array(loaded.suffix(whole.count)), at: 0)
        } else if let entry = plan.item(at: part.place)?.entry {
            try files.read(entry, at: part.offset - Int64(start), into: input.slice(whole))
        }
        let bytes = UnsafeRawBufferPointer(input.slice(start..<whole.upperBound))
        var checksum = CRC32()
        checksum.update(bytes)
        let hash = ContentHash(of: bytes)
        var posixChecksum = POSIXChecksum()
        if plan.flatPackage != nil { posixChecksum.update(bytes) }
        let plain = plan.payloadForm == .plain ? Array(bytes) : nil
        let deflated =
            plan.makesZip || plan.payloadForm == .deflated
            ? try compressor.part(of: UnsafeRawBufferPointer(input.slice(whole)), from: start, into: output) : .none
        let body: PackedPart.Body =
            if let count = deflated.count { .deflated(output.copy(0..<count)) } else { .stored(plain ?? Array(bytes)) }
        var bodyChecksum = CRC32()
        if plan.makesZip, let count = deflated.count {
            bodyChecksum.update(UnsafeRawBufferPointer(output.slice(0..<count)))
        }
        return PackedPart(
            place: part.place, isFirst: part.offset == 0, isLast: part.isLast, size: part.count, body: body,
            bodyChecksum: bodyChecksum.value, plain: plain, saved: deflated.saved, checksum: checksum.value,
            hash: hash, posixChecksum: posixChecksum)
    }
}
