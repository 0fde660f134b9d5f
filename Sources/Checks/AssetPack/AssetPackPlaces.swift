import AssetPacks
import ContentModel
import Findings
import Packaging

extension CheckContext {
    /// The manifest of an asset pack; `nil` for everything else, and where it has none that is looked into.
    var manifest: AssetPackManifestReading? { assetPack?.manifest }

    /// Whether the whole manifest was read: where it breaks off, nothing follows from what is not in it.
    var isManifestWhole: Bool {
        guard let manifest else { return false }
        return !manifest.faults.contains { fault in
            switch fault.kind {
            case .notJSON, .notAnObject: true
            default: false
            }
        }
    }

    /// A place in the manifest.
    /// - Parameter key: The way of keys to it, which a stranger's manifest may fill with anything.
    func manifestLocation(_ place: AssetPackPlace? = nil, key: String? = nil) -> Location {
        Location(
            input: input, member: AssetPackManifest.fileName,
            key: key.flatMap { $0.isEmpty ? nil : SafeText.escaped($0, limit: 120) },
            position: place.map { TextPosition(line: $0.line, column: $0.column) })
    }

    /// One of the manifest's own keys.
    func manifestLocation(key: String) -> Location { manifestLocation(manifest?.keyPlaces[key], key: key) }

    /// When the pack is fetched that the input is, or that is to be made of it.
    var packPolicy: DownloadPolicy? { kind == .aar ? manifest?.downloadPolicy : plannedPack?.downloadPolicy }

    /// The files of an asset pack that lie elsewhere than its content folder does, and the folders that do, by their paths
    /// in the archive. The manifest is none of them, nor is one whose name is in other letters.
    var strays: [LeftOutEntry] {
        guard assetPack != nil else { return [] }
        return (tree?.leftOut ?? []).filter { entry in
            entry.reason == .besideContents && !Self.isLikeManifest(entry.path)
        }
    }

    /// What is named like the manifest but for letter case, or is no file, where there is no manifest.
    var manifestInOtherLetters: ContentPath? {
        guard let assetPack, assetPack.manifestSize == nil else { return nil }
        return tree?.leftOut.first { $0.reason == .besideContents && Self.isLikeManifest($0.path) }?.path
    }

    /// The files that are not plain data, of the content and of what lies beside it, with what is to be noted of each.
    var allSniffed: [(file: SniffedFile, notes: [String])] {
        sniffed.map { ($0, []) } + sniffedBeside.map { ($0, [PackWording.beside]) }
    }

    private static func isLikeManifest(_ path: ContentPath) -> Bool {
        path.text?.lowercased() == AssetPackManifest.fileName.lowercased()
    }

    /// Whether a check of links leaves them to ``SymlinkInPack``, for which each of them is one too many.
    func leavesLinks(of check: any Check.Type) -> Bool {
        concernsAssetPack && reports(SymlinkInPack.self, insteadOf: check)
    }
}

/// What a check says of one fault of a manifest.
struct ManifestFaultWording {
    let message: String
    var severity: Severity?
    var notes: [String] = []
    var remedy = PackageRemedy.mendManifest
    var suggestion: String?
}

extension Check {
    /// So many faults of one kind are told; a list of thousands of selectors may have them all wrong.
    private static var mostFaults: Int { 20 }

    /// Reports those faults of the manifest for which there are words.
    static func reportFaults(
        of context: CheckContext, _ report: (Finding) -> Void,
        words: (AssetPackManifestFault) -> ManifestFaultWording?
    ) {
        guard let manifest = context.manifest else { return }
        let told = manifest.faults.compactMap { fault in words(fault).map { (fault, $0) } }
        for (number, (fault, words)) in told.prefix(mostFaults).enumerated() {
            let more = number + 1 == mostFaults ? told.count - mostFaults : 0
            report(
                finding(
                    words.message, at: context.manifestLocation(fault.place, key: fault.keyPath),
                    severity: words.severity, notes: words.notes + (more > 0 ? [Text.more(more)] : []),
                    remedy: words.remedy, suggestion: words.suggestion))
        }
    }
}

/// What checks say of places in asset packs.
enum PackWording {
    /// Of what lies beside the content.
    static let beside = "It lies beside the content; the path is that in the archive."
}

extension PackageRemedy {
    /// For a manifest that says something wrong.
    static let mendManifest = Remedy("mend the manifest, and make the asset pack again")
}

private enum Text {
    static func more(_ count: Int) -> String { "There are \(Wording.grouped(count)) more of the kind." }
}
