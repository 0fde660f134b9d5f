internal import ArchiveFormats
internal import ContentModel

/// Puts a flat package together: the payload as it comes, everything else once that is complete.
///
/// The table of contents and the Bom come before the payload in the file, and both need checksums that only the whole
/// content gives. A small payload is held in memory until then. So that no second copy of a large one is written, room is
/// left before it: the Bom's size is foretold by compressing one with checksums made up, and what room remains is taken
/// up by the table of contents, whose compressed length can be had at will. Either way the parts lie in the order of
/// Apple's packages and without gaps.
final class FlatPackageAssembler: PackageAssembler {
    private let plan: FlatPackagePlan
    private let options: PackageOptions
    private let output: AtomicOutputFile
    /// The payload so far, where it is held; `nil` where it goes to the output as it comes.
    private var held: [UInt8]?
    /// Where the payload begins in the output, where it is not held.
    private let payloadStart: UInt64
    /// The room for the Bom, where the payload is not held.
    private let foretold: Int
    private let oneRun: ZlibDeflater?
    /// The size of the whole payload before it is compressed.
    private let wholePayloadSize: UInt64
    private let digest = Digest(.sha1)
    private var checksum: UInt32 = 0
    private var size: UInt64 = 0
    private var checksums: [UInt32]
    private var contentDigest: ContentDigest
    /// The checksum for the Bom of the large file that is being taken.
    private var fileChecksum = POSIXChecksum()

    /// Starts a package in an empty output.
    /// - Parameters:
    ///   - holding: The largest payload, before compression, that is held in memory.
    ///   - foretelling: How much room to leave for the Bom, where not what it is foretold to need.
    init(
        plan: FlatPackagePlan, path: String, options: PackageOptions, holding: UInt64 = 1 << 20,
        foretelling: Int? = nil
    ) throws(PackagingError) {
        self.plan = plan
        self.options = options
        contentDigest = ContentDigest(plan.package, kind: .pkg)
        output = try AtomicOutputFile(path, options: options)
        checksums = [UInt32](repeating: 0, count: plan.count)
        oneRun = plan.profile == .xcode6 ? ZlibDeflater(level: 6) : nil
        wholePayloadSize = plan.wholePayloadSize
        if plan.payloadSize <= holding {
            (held, foretold, payloadStart) = ([], 0, 0)
        } else {
            foretold = if let foretelling { foretelling } else { try Self.foretoldBomLength(plan) }
            let table = XarWriting.smallestStretch(
                of: Self.table(plan, options, Self.largestMembers, content: PackingRecord.unknown))
            payloadStart = UInt64(Int(XarHeader.size) + table + XarWriting.checksumLength + foretold)
            try output.unsettle()
            try appendZeros(payloadStart)
        }
        if plan.profile == .xcode6, oneRun == nil { throw Self.noMemory }
        try appendPayload(GzipFraming.header)
    }

    func accept(_ content: PackedContent) throws(PackagingError) {
        contentDigest.accept(content.hashes)
        switch content {
        case .run(let run):
            guard let payload = run.payload else { preconditionFailure("the threads were told to make a payload") }
            for (place, value) in zip(run.places, payload.checksums) where place < plan.count {
                checksums[place] = value
            }
            output.saved += payload.saved
            try append(payload.bytes, isDeflated: oneRun == nil, checksum: payload.checksum, size: payload.size)
        case .part(let part):
            if part.isFirst {
                let header = plan.prelude(at: part.place)
                try append(header, isDeflated: false, checksum: CRC32.of(header), size: header.count)
                fileChecksum = POSIXChecksum()
            }
            fileChecksum.append(part.posixChecksum)
            if part.isLast { checksums[part.place] = fileChecksum.value }
            output.saved += oneRun == nil ? part.saved : 0
            if oneRun != nil, let plain = part.plain {
                try append(plain, isDeflated: false, checksum: part.checksum, size: part.size)
            } else {
                switch part.body {
                case .deflated(let bytes):
                    try append(bytes, isDeflated: true, checksum: part.checksum, size: part.size)
                case .stored(let bytes):
                    try append(bytes, isDeflated: false, checksum: part.checksum, size: part.size)
                }
            }
        }
    }

    /// Adds a stretch of the payload.
    /// - Parameters:
    ///   - bytes: The stretch as it is, or deflated.
    ///   - checksum: The CRC-32 of the stretch as it is.
    ///   - size: Its size as it is.
    private func append(
        _ bytes: [UInt8], isDeflated: Bool, checksum: UInt32, size: Int
    ) throws(PackagingError) {
        self.checksum = CRC32.joining(self.checksum, checksum, secondLength: size)
        self.size += UInt64(size)
        if isDeflated {
            try appendPayload(bytes)
        } else if let oneRun {
            try deflate(bytes, with: oneRun, isLast: self.size == wholePayloadSize)
        } else {
            try appendPayload(StoredBlocks.bytes(bytes))
        }
    }

    private func deflate(_ bytes: [UInt8], with deflater: ZlibDeflater, isLast: Bool) throws(PackagingError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(PackagingError) in
                try deflater.deflate(bytes, isLast: isLast) { deflated throws(PackagingError) in
                    try appendPayload(Array(deflated))
                }
            }
        }
        try result.get()
    }

    /// The Bom of so many entries and what it is made from take some megabytes.
    private static let manyEntries = 10_000

    /// Writes all but the payload.
    func finish() throws(PackagingError) -> CompleteOutput {
        if oneRun == nil { try appendPayload(StoredBlocks.end) }
        try appendPayload(GzipFraming.trailer(checksum: checksum, size: size))
        let payloadLength = held.map { UInt64($0.count) } ?? output.length - payloadStart
        let payloadDigest = digest.finish()

        // The threads have ended. A large Bom would come on top of what they used.
        if plan.count > Self.manyEntries { HeapPolicy.giveBackFreedBuffers() }
        let bom = try Self.bom(plan, checksums)
        let bomStored = try Self.deflatedBom(bom, plan)
        let info = packageInfo.bytes(plan.profile.form)
        let infoStored = try Self.deflated(info)
        let distribution = DistributionDocument.bytes(
            name: plan.name, installKBytes: plan.installKBytes, form: plan.profile.form)
        let distributionStored = try Self.deflated(distribution)

        // The Bom goes where Apple's tools put it unless it turned out larger than foretold.
        let isBomFirst = held != nil || bomStored.count <= foretold
        var layout = HeapLayout()
        let bomFirst = isBomFirst ? layout.place(bomStored.count) : nil
        let payloadOffset = layout.place(payloadLength)
        let bomOffset = bomFirst ?? layout.place(bomStored.count)
        let infoOffset = layout.place(infoStored.count)
        let distributionOffset = layout.place(distributionStored.count)

        let members = XarPackageMembers(
            bom: Self.member(.bom, at: bomOffset, bom, stored: bomStored),
            payload: Self.payload(at: payloadOffset, length: payloadLength, digest: payloadDigest),
            packageInfo: Self.member(.packageInfo, at: infoOffset, info, stored: infoStored),
            distribution: Self.member(.distribution, at: distributionOffset, distribution, stored: distributionStored))
        let content = contentDigest.finish()
        if let held {
            try output.append(try packedTable(members, content) + bomStored)
            try output.append(held)
        } else {
            let heapStart = payloadStart - payloadOffset
            try output.overwrite(stretchedTable(members, content, to: heapStart), at: 0)
            if isBomFirst {
                try output.overwrite(bomStored, at: heapStart + bomOffset)
            } else {
                try output.append(bomStored)
            }
        }
        try output.append(infoStored)
        try output.append(distributionStored)
        return try output.complete()
    }

    // MARK: The parts

    private var packageInfo: PackageInfoDocument {
        PackageInfoDocument(
            identifier: plan.name, generatorVersion: options.generator, numberOfFiles: plan.count,
            installKBytes: plan.installKBytes)
    }

    private static func member(
        _ part: FlatPackagePart, at offset: UInt64, _ content: [UInt8], stored: [UInt8]
    ) -> XarOutputMember {
        XarOutputMember(
            id: part.identifier, name: part.rawValue, offset: offset, length: UInt64(stored.count),
            size: UInt64(content.count), encoding: .zlib, archivedChecksum: Digest.of(stored, .sha1),
            extractedChecksum: Digest.of(content, .sha1))
    }

    private static func payload(at offset: UInt64, length: UInt64, digest: [UInt8]) -> XarOutputMember {
        XarOutputMember(
            id: FlatPackagePart.payload.identifier, name: FlatPackagePart.payload.rawValue, offset: offset,
            length: length, size: length, encoding: .stored, archivedChecksum: digest, extractedChecksum: digest)
    }

    /// The header, the table of contents and its checksum.
    private func packedTable(_ members: XarPackageMembers, _ content: [UInt8]) throws(PackagingError) -> [UInt8] {
        let table = Self.table(plan, options, members, content: content)
        let packed = try Self.deflated(table)
        return Self.headed(packed, uncompressedLength: table.count)
    }

    /// The same, with the table of contents stretched so that the heap begins where it must.
    private func stretchedTable(
        _ members: XarPackageMembers, _ content: [UInt8], to heapStart: UInt64
    ) -> [UInt8] {
        let room = Int(heapStart) - Int(XarHeader.size)
        let table = Self.table(plan, options, members, content: content)
        guard let stretched = XarWriting.stretched(table, toCompressedLength: room) else {
            preconditionFailure("the room was measured with the largest numbers")
        }
        return Self.headed(stretched.bytes, uncompressedLength: stretched.uncompressedLength)
    }

    private static func headed(_ packed: [UInt8], uncompressedLength: Int) -> [UInt8] {
        XarWriting.header(
            compressedLength: UInt64(packed.count), uncompressedLength: UInt64(uncompressedLength))
            + packed + Digest.of(packed, .sha1)
    }

    private func appendPayload(_ bytes: [UInt8]) throws(PackagingError) {
        bytes.withUnsafeBytes { digest.update($0) }
        if held != nil { held? += bytes } else { try output.append(bytes) }
    }

    private func appendZeros(_ count: UInt64) throws(PackagingError) {
        let zeros = [UInt8](repeating: 0, count: 64 * 1024)
        var left = Int(count)
        while left > 0 {
            let part = min(left, zeros.count)
            try output.append(part == zeros.count ? zeros : Array(zeros[..<part]))
            left -= part
        }
    }

    // MARK: What is foretold

    /// Members whose numbers have more digits than any real one's.
    private static var largestMembers: XarPackageMembers {
        func largest(_ part: FlatPackagePart) -> XarOutputMember {
            let digest = [UInt8](repeating: 0, count: XarWriting.checksumLength)
            return XarOutputMember(
                id: part.identifier, name: part.rawValue, offset: .max, length: .max, size: .max,
                encoding: part == .payload ? .stored : .zlib, archivedChecksum: digest, extractedChecksum: digest)
        }
        return XarPackageMembers(
            bom: largest(.bom), payload: largest(.payload), packageInfo: largest(.packageInfo),
            distribution: largest(.distribution))
    }

    private static func table(
        _ plan: FlatPackagePlan, _ options: PackageOptions, _ members: XarPackageMembers, content: [UInt8]
    ) -> [UInt8] {
        let record = PackingRecord(
            generator: options.generator,
            options: PackingRecord.options(for: .pkg, named: plan.name, options), content: content, seal: nil)
        return XarWriting.tableOfContents(
            component: plan.name, members: members, time: options.packageTime,
            record: String(decoding: record.text, as: UTF8.self))
    }

    /// The room for a Bom: what one takes whose checksums are as random as real ones, and a little more. That of an empty
    /// file is known.
    private static func foretoldBomLength(_ plan: FlatPackagePlan) throws(PackagingError) -> Int {
        let ofNothing = POSIXChecksum.of([])
        let madeUp = (0..<plan.count).map { place in
            plan.contentSize(at: place) == 0 ? ofNothing : UInt32(truncatingIfNeeded: place + 1) &* 2_654_435_761
        }
        let length = try deflatedBom(bom(plan, madeUp), plan).count
        return length + length / 64 + 256
    }

    private static func bom(_ plan: FlatPackagePlan, _ checksums: [UInt32]) throws(PackagingError) -> [UInt8] {
        do throws(BomWriteError) {
            return try BomWriting.bytes((0..<plan.count).map { plan.bomEntry(at: $0, checksum: checksums[$0]) })
        } catch {
            throw PackagingError(
                .unsupported, subject: plan.name, reason: "no Bom can be made of its paths: \(error.reason)",
                remedy: "pack it as a zip")
        }
    }

    /// Boms up to this size are packed as Apple's tools do it in either form; so large a one has some thousand paths.
    private static let largestBomPackedAsApples = 256 * 1024

    /// A Bom as it goes into the package. zlib's highest level, which Apple's tools use, takes seconds for the Bom of
    /// 100,000 paths, and makes more of it; so that is for whoever wants its bytes.
    private static func deflatedBom(_ bytes: [UInt8], _ plan: FlatPackagePlan) throws(PackagingError) -> [UInt8] {
        if plan.profile == .xcode6 || bytes.count <= largestBomPackedAsApples { return try deflated(bytes) }
        guard let deflated = ZlibStream.deflatedFast(bytes) else { throw noMemory }
        return deflated
    }

    private static func deflated(_ bytes: [UInt8]) throws(PackagingError) -> [UInt8] {
        guard let deflated = ZlibStream.deflated(bytes) else { throw noMemory }
        return deflated
    }

    private static var noMemory: PackagingError {
        PackagingError(.unwritable, subject: "the package", reason: "no memory to compress it")
    }
}

/// The files of a flat package, with their names and the numbers that Apple's tools gave them.
private enum FlatPackagePart: String {
    case bom = "Bom"
    case payload = "Payload"
    case packageInfo = "PackageInfo"
    case distribution = "Distribution"

    var identifier: Int {
        switch self {
        case .bom: 2
        case .payload: 3
        case .packageInfo: 4
        case .distribution: 5
        }
    }
}

/// Gives the parts of the heap their places, one behind the other.
private struct HeapLayout {
    private var end = UInt64(XarWriting.checksumLength)

    mutating func place(_ length: some BinaryInteger) -> UInt64 {
        defer { end += UInt64(length) }
        return end
    }
}

extension BomWriteError {
    /// What is in the way: a clause.
    fileprivate var reason: String {
        switch self {
        case .rootIsNotFirst: "the first is not that of the folder itself"
        case .badPath(let path): "'\(ContentPath.displayText(of: path))' is none"
        case .missingParent(let path): "the folder that holds '\(ContentPath.displayText(of: path))' is not among them"
        case .duplicatePath(let path): "'\(ContentPath.displayText(of: path))' is there twice"
        case .tooLarge: "it would have more than 4 GiB"
        }
    }
}
