import ArchiveFormats
import AssetPacks
import ContentModel
import Findings
import Packaging
import Reporting

/// What was typed, as values; nothing is looked up or opened yet.
struct Options: Sendable {
    /// A report that was asked for.
    struct ReportRequest: Sendable, Hashable {
        /// Its format.
        let format: ReportFormat
        /// The file it goes to; `nil` for standard output.
        let file: String?
    }

    /// When text has colours.
    enum ColorChoice: String, Sendable, CaseIterable {
        case auto, always, never
    }

    /// The download policies by the names that people type.
    enum DownloadChoice: String, Sendable, CaseIterable {
        case onDemand = "on-demand"
        case prefetch
        case essential
    }

    /// How it is told how far the work is.
    enum ProgressChoice: String, Sendable, CaseIterable {
        case auto, plain, never
    }

    var operands: [String] = []
    /// The names of the options that were typed.
    var given: Set<String> = []
    /// The file that fills up what was not typed; `nil` where it is to be looked for, and then where there is none.
    var configuration: String?
    var ignoresConfiguration = false
    var output: String?
    var formats: [PackageKind] = []
    var expectedProducts: [String] = []
    var productSources: [String] = []
    var productsFormat: String?
    /// The formats of single sources, by their names; `productsFormat` wins.
    var productFormats: [String: String] = [:]
    var app: String?
    var reports: [ReportRequest] = []
    var policy = SeverityPolicy()
    /// The file of known findings.
    var baseline: String?
    /// Where the findings of this run are written as known ones.
    var newBaseline: String?
    var exclusions: [ContentGlob] = []
    var jobs: Int?
    var shard: ShardRequest?
    var compression: CompressionLevel?
    var flatPackageProfile: FlatPackageProfile?
    /// When devices download asset packs; `nil` where nobody said.
    var download: DownloadChoice?
    /// On what events of the app's installation they do, where they do by themselves.
    var installationEvents: [InstallationEvent] = []
    /// Where asset packs are for; empty where nobody said.
    var platforms: [AssetPackPlatform] = []
    /// The file that says which product has which asset-pack ID.
    var packIdentifiers: String?
    /// The most asset packs that the app may have; `nil` where nobody said.
    var packLimit: Int?
    /// Whether manifests of asset packs are written by themselves too.
    var writesManifests = false
    /// Whether the asset packs are written, and not only what they are to be made from.
    var writesPacks = false
    var synchronizes = true
    var maximumEntries: Int?
    var maximumBytes: Int64?
    var keepsTimes = false
    var replacesExisting = false
    var updates = false
    var isDryRun = false
    var verbosity = TextStyle.Verbosity.normal
    var color = ColorChoice.auto
    var progress = ProgressChoice.auto
    var productIdentifier: String?
    var contentVersion: String?
    var raisesVersion = false
    var fixes = false
    var agrees = false
    var startsConfiguration = false
    var rehearsal = RehearsalOptions()
    var wantsHelp = false
}
