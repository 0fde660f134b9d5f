import AssetPacks
import Checks
import ContentModel
import Findings
import Packaging

/// `iapkit inspect`.
enum InspectCommand: Command {
    static let name = "inspect"
    static let summary = "tell what a content folder or a package is, and what is in it"
    static let writes = false
    static let operands = "PATH…"
    static let optionNames =
        ["fail-on", "exclude", "jobs", "shard"] + OptionGroup.configuration + ["verbose"] + OptionGroup.reporting
        + OptionGroup.progress
    static let optionTexts = [
        "exclude": "leave out of what is looked at, as pack would; repeatable",
        "verbose": "also tell the compression libraries, and every finding",
    ]
    static let discussion = [
        "PATH is a content folder, a zip, a pkg or an aar. Told are its kind, product ID and version, how many files it has and how "
            + "large they are, by what a pkg was made and signed, what the manifest of an aar says, and every entry.",
        "A package is opened and nothing more: whether its content is right is what iapkit validate tells. One that can't be "
            + "opened is an error that says what it is instead.",
        "With --verbose also the versions of its compression libraries: the bytes of a .pkg depend on them, and those of a "
            + "zip with --compression smallest.",
    ]
    static let examples = [
        CommandExample("iapkit inspect CatPhotos.pkg", "what the package is and holds"),
        CommandExample("iapkit inspect dist/*.zip --report json", "the same of many, for a program"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireWork(options)
        var policy = options.policy
        policy.only = Set(CheckCatalog.descriptions.map(\.code).filter { Self.tells($0) })
        let examination = try Examination.run(options, policy: policy, readsPayload: false, in: session)
        var report = examination.report(command: name, version: session.version)
        report.inputs = examination.inputs.map { examined in
            var summary = examined.summary()
            summary.inspection = Inspection(examined)
            return summary
        }
        report.compressor = PackageWriter.compressorVersion
        return try ReportDelivery(options: options, session: session).deliver(report)
    }
}

extension InspectCommand {
    /// Whether a finding bears on what an input is: on its container, and on whether it has content at all.
    fileprivate static func tells(_ code: FindingCode) -> Bool {
        code.id.hasPrefix("PKG-") || ["content-info-missing", "contents-missing"].contains(code.slug)
    }
}

extension Inspection {
    /// What an input is.
    fileprivate init(_ examined: ExaminedInput) {
        let tree = examined.context.tree
        self.init(
            bytes: examined.input.fileSize,
            madeBy: PackageKind(rawValue: examined.input.kind.rawValue).flatMap {
                PackageWriter.maker(ofPackageAt: examined.input.path, kind: $0)
            },
            entries: tree?.entries.map { InspectedEntry($0) } ?? [],
            leftOut: tree?.leftOut.map { LeftOutRow(path: $0.path.displayText, reason: $0.reason.clause) } ?? [],
            flatPackage: examined.input.flatPackage.map { FlatPackageRow($0) },
            assetPack: examined.input.assetPack.map { AssetPackRow($0) })
    }
}

extension InspectedEntry {
    fileprivate init(_ entry: ContentEntry) {
        let type: Kind
        var target: String?
        switch entry.type {
        case .file: type = .file
        case .directory: type = .directory
        case .symlink(let bytes): (type, target) = (.symlink, ContentPath.displayText(of: bytes))
        case .special: type = .other
        }
        self.init(path: entry.path.displayText, type: type, bytes: entry.size, mode: entry.mode, target: target)
    }
}

extension AssetPackRow {
    fileprivate init(_ pack: AssetPack) {
        let manifest = pack.manifest
        self.init(
            identifier: manifest?.identifier, downloadPolicy: manifest?.downloadPolicy?.key,
            installationEvents: manifest?.downloadPolicy?.events?.map(\.rawValue) ?? [],
            platforms: manifest?.platforms ?? [], selectorCount: manifest?.fileSelectors?.count,
            manifestBytes: pack.manifestSize, contentRoot: pack.contentRoot?.displayText,
            compression: pack.compressionName, blockBytes: pack.blockSize, blockCount: pack.blockCount,
            storedBlockCount: pack.storedBlockCount, unpackedBytes: pack.unpackedBytes, entryCount: pack.entryCount,
            fields: pack.fieldKeys)
    }
}

extension LeftOutEntry.Reason {
    /// The reason as a clause.
    fileprivate var clause: String {
        switch self {
        case .junk(let origin): origin
        case .excluded(let glob): "excluded by '\(glob)'"
        case .besideContents: "beside Contents"
        case .packManifest: "the manifest of the asset pack"
        }
    }
}

extension FlatPackageRow {
    fileprivate init(_ package: FlatPackage) {
        self.init(
            component: package.component, identifier: package.identifier, version: package.version,
            contentType: package.contentType, generator: package.generator, creationTime: package.creationTime,
            checksum: package.checksumAlgorithm,
            payloadEntries: package.payloadEntryCount,
            payloadBytes: package.packedPayloadBytes,
            signatures: package.signatures.map { SignatureRow(style: $0.style, certificates: $0.certificates) },
            trailingBytes: package.trailingBytes)
    }
}
