internal import ArchiveFormats
internal import ContentModel

/// Opens a flat package as content, and holds its parts against each other.
enum FlatPackageOpening {
    /// What a flat package holds, and what it says of itself.
    struct Opened {
        let tree: ContentTree
        let package: FlatPackage
    }

    /// Neither document is large in hosted content; an installer's Distribution may hold scripts.
    private static let largestDocument = 4 << 20
    /// More than the Bom of as many paths as a package can have.
    private static let largestBom = 256 << 20
    /// What a Bom may have beyond what its payload takes of it.
    private static let spareBom = 8 << 20
    /// A Bom up to this size is read while the payload is looked at, if that is larger.
    private static let largestBomAhead: UInt64 = 16 << 20

    /// Reads the table of contents, the documents, the Bom, and the whole payload once.
    /// - Parameters:
    ///   - nameRoom: The bytes that the names of all entries of the payload may take.
    ///   - ahead: Gets the files of the content as they come.
    static func open(
        _ file: ReadableFile, path: String, excluding exclusions: [ContentGlob],
        nameRoom: Int = PayloadScan.mostNameBytes, ahead: UnpackingAhead? = nil,
        meter: WorkMeter? = nil
    ) throws(InputFault) -> Opened {
        let archive: XarArchive
        do throws(XarFault) { archive = try XarArchive(of: file) } catch { throw fault(error) }
        let parts = try FlatPackageParts(of: archive)
        let info = try packageInfo(parts, in: archive)
        let location = PayloadLocation(
            path: path, identity: file.identity, member: parts.payload, heapStart: archive.heapStart)
        let bomAhead = bomAhead(parts, of: location, in: archive)
        let scan = try PayloadScan.run(
            location, in: file, exclusions: exclusions, nameRoom: nameRoom, ahead: ahead, meter: meter)
        try requireContent(scan, info, parts)
        var faults = PayloadComparison.faults(of: scan, with: bom(parts, of: scan, in: archive, bomAhead))
        faults += documentFaults(info, scan, parts, in: archive)
        faults += refusals(archive, parts)
        let tree = ContentTree(
            entries: scan.entries, leftOut: scan.leftOut, modificationTime: scan.rootTime,
            source: FlatPackageContentSource(location: location, contentInfo: scan.contentInfo))
        return Opened(
            tree: tree,
            package: FlatPackage(
                component: ContentPath.displayText(of: parts.component), identifier: info.identifier,
                version: info.version, contentType: info.contentType, generator: info.generatorVersion,
                creationTime: archive.creationTime, checksumAlgorithm: checksumName(archive.header),
                payloadEntryCount: scan.members.count, packedPayloadBytes: parts.payload.data?.length ?? 0,
                signatures: archive.signatures.map {
                    FlatPackage.Signature(
                        style: $0.style,
                        certificates: $0.certificates.map { CertificateSubject.commonName(of: $0) ?? "" })
                },
                trailingBytes: archive.trailingBytes, faults: faults))
    }

    /// The algorithm of the checksums, for people; `nil` where there are none.
    private static func checksumName(_ header: XarHeader) -> String? {
        switch header.digestAlgorithm {
        case .md5: "MD5"
        case .sha1: "SHA-1"
        case .sha256: "SHA-256"
        case .sha512: "SHA-512"
        case nil: header.checksumAlgorithm == 0 ? nil : "unknown (\(header.checksumAlgorithm))"
        }
    }

    private static func packageInfo(
        _ parts: FlatPackageParts, in archive: XarArchive
    ) throws(InputFault) -> PackageInfoDocument {
        do throws(StreamFault) {
            return try PackageInfoDocument(content(of: parts.packageInfo, in: archive, limit: largestDocument))
        } catch {
            throw InputFault(
                error.kind == .truncated ? .truncated : .damaged,
                detail: "its PackageInfo can't be read: \(error.reason)")
        }
    }

    /// An installer's package is told apart from one of content by what it lacks.
    private static func requireContent(
        _ scan: PayloadScan, _ info: PackageInfoDocument, _ parts: FlatPackageParts
    ) throws(InputFault) {
        let isContent = scan.entries.contains {
            $0.path == ContentTree.contentInfoPath || $0.path == ContentTree.contentsPath
        }
        guard info.contentType != PackageInfoDocument.hostedContentType, !isContent else { return }
        let place = info.installLocation.map { " for \(ContentPath.displayText(of: Array($0.utf8)))" } ?? ""
        throw InputFault(
            .notAContentPackage,
            detail: "an ordinary installer package\(place) "
                + "('\(ContentPath.displayText(of: Array(info.identifier.utf8)))'), not one of In-App Purchase content")
    }

    /// Begins to read a Bom; `nil` where that is not worth a thread, or might take much memory for a small payload.
    private static func bomAhead(
        _ parts: FlatPackageParts, of location: PayloadLocation, in archive: XarArchive
    ) -> AheadValue<PayloadComparison.ListedBom?>? {
        guard location.isLong, let member = parts.bom, let size = member.data?.size, size <= largestBomAhead,
            size <= parts.payload.data?.length ?? 0
        else { return nil }
        return AheadValue {
            (try? content(of: member, in: archive, limit: Int(size))).flatMap {
                try? BomArchive($0, mostPathBytes: Int(largestBomAhead))
            }.map(PayloadComparison.ListedBom.init)
        }
    }

    /// - Parameter ahead: The Bom, where it was read before it was known what the payload holds. What is wrong with it is
    ///   told only where it is read again.
    private static func bom(
        _ parts: FlatPackageParts, of scan: PayloadScan, in archive: XarArchive,
        _ ahead: AheadValue<PayloadComparison.ListedBom?>?
    ) -> PayloadComparison.Bom {
        guard let member = parts.bom else { return .missing }
        // One of Apple's takes up to 270 bytes for an entry, and its name. A Bom with more than the payload has is told of
        // path by path only as long as it is no bomb.
        let limit = min(largestBom, spareBom + scan.members.count * 400 + scan.textBytes)
        if let read = ahead?.get(), member.data?.size ?? 0 <= UInt64(limit),
            read.entries.reduce(0, { $0 + $1.path.count }) <= limit + scan.textBytes
        {
            return .read(read)
        }
        do throws(StreamFault) {
            let bytes = try content(of: member, in: archive, limit: limit)
            do throws(BomFault) {
                return .read(PayloadComparison.ListedBom(try BomArchive(bytes, mostPathBytes: limit + scan.textBytes)))
            } catch { return .unreadable(error.reason) }
        } catch {
            return .unreadable(error.reason)
        }
    }

    private static func documentFaults(
        _ info: PackageInfoDocument, _ scan: PayloadScan, _ parts: FlatPackageParts, in archive: XarArchive
    ) -> [FlatPackageFault] {
        var faults: [FlatPackageFault] = []
        if info.numberOfFiles != scan.members.count {
            faults.append(.fileCount(declared: info.numberOfFiles, actual: scan.members.count))
        }
        let sizes = scan.installKBytes
        if !sizes.contains(info.installKBytes ?? -1) {
            faults.append(.installSize(declared: info.installKBytes, actual: sizes[0]))
        }
        if info.contentType != PackageInfoDocument.hostedContentType {
            faults.append(.form(info.contentType.map { "its content-type is '\($0)'" } ?? "it has no content-type"))
        }
        if let place = info.installLocation { faults.append(.form("it has the install-location '\(place)'")) }
        if info.hasScripts { faults.append(.form("it has scripts")) }
        guard let member = parts.distribution else { return faults + [.distributionMissing] }
        do throws(StreamFault) {
            let document = try DistributionDocument(content(of: member, in: archive, limit: largestDocument))
            let names = document.components.map(\.name)
            if names.map({ Array($0.utf8) }) != [parts.component] {
                faults.append(.distributionRefers(to: names.prefix(FlatPackage.mostFaults).map { $0 }))
            } else if let component = document.components.first {
                // A wrong size is told once.
                let isSizeRight = sizes.contains(info.installKBytes ?? -1)
                faults += differences(component, info, comparingSize: isSizeRight)
                    .map(FlatPackageFault.distributionDiffers)
            }
        } catch {
            faults.append(.distributionUnreadable(error.reason))
        }
        return faults
    }

    /// What Distribution says of the component that PackageInfo says otherwise; what it does not say is no difference.
    private static func differences(
        _ component: DistributionDocument.Component, _ info: PackageInfoDocument, comparingSize: Bool
    ) -> [String] {
        var differences: [String] = []
        func compare(_ name: String, _ here: String?, _ there: String?) {
            guard let here, let there, !here.utf8.elementsEqual(there.utf8) else { return }
            differences.append("the \(name) '\(here)', and PackageInfo '\(there)'")
        }
        compare("identifier", component.identifier, info.identifier)
        compare("version", component.version, info.version)
        if comparingSize {
            compare("installKBytes", component.installKBytes.map { "\($0)" }, info.installKBytes.map { "\($0)" })
        }
        return differences
    }

    /// What Apple's own reader would refuse, measured with Apple's xar (facts of its source).
    private static func refusals(_ archive: XarArchive, _ parts: FlatPackageParts) -> [FlatPackageFault] {
        var faults = archive.remarks.filter(\.isRefusedByApple).map { FlatPackageFault.refused($0.reason) }
        if let encoding = parts.payload.data?.encoding, encoding != .stored {
            faults.append(
                .refused("its Payload is compressed a second time, and macOS reads it from the file as it is"))
        }
        return faults
    }

    private static func content(
        of entry: XarEntry, in archive: XarArchive, limit: Int
    ) throws(StreamFault) -> [UInt8] {
        let stream: XarMemberStream
        do throws(XarFault) { stream = try XarMemberStream(entry, in: archive) } catch {
            let fault = Self.fault(error)
            throw StreamFault(fault.kind == .truncated ? .truncated : .damaged, fault.detail)
        }
        return try stream.allBytes(limit: limit)
    }

    static func fault(_ fault: XarFault) -> InputFault {
        switch fault {
        case .unreadable(let error): InputFault(.damaged, detail: "it can't be read: \(error.text)")
        case .truncated(let how): InputFault(.truncated, detail: how)
        case .damaged(let how), .unsupported(let how): InputFault(.damaged, detail: how)
        case .damagedEntry(let name, let how):
            InputFault(.damaged, detail: "its member '\(ContentPath.displayText(of: name))': \(how)")
        }
    }
}

extension XarRemark {
    /// What Apple's reader has against it: a clause.
    fileprivate var reason: String {
        switch self {
        case .headerSize(let size): "its header has \(size) bytes, not 28"
        case .noTableChecksum, .missingTableChecksum: "its table of contents has no checksum"
        case .weakTableChecksum: "the checksum of its table of contents is MD5, which is too weak"
        case .unknownTableChecksum(let number):
            "the checksum of its table of contents is of an unknown kind (\(number))"
        case .checksumStyles(let header, let table):
            "its header names the checksum \(header), and its table of contents \(table)"
        case .namesDifferInCase(let first, let second):
            "its members '\(ContentPath.displayText(of: first))' and '\(ContentPath.displayText(of: second))' "
                + "differ in letter case only"
        case .missingExtractedChecksum(let path):
            "its member '\(ContentPath.displayText(of: path))' has a checksum for its packed bytes only"
        case .version, .bytesBehindTable, .subdocument, .severalNames, .slashInName, .repeatedIdentifier,
            .missingIdentifier, .unknownChecksum, .unknownEncoding, .unreadableCertificate:
            "its table of contents is unusual"
        }
    }
}
