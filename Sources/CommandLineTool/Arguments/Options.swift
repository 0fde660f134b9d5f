import ArchiveFormats
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
    var wantsHelp = false
}
