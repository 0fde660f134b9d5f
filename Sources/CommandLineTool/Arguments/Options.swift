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

    var operands: [String] = []
    var output: String?
    var formats: [PackageKind] = []
    var expectedProducts: [String] = []
    var productSources: [String] = []
    var productsFormat: String?
    var app: String?
    var reports: [ReportRequest] = []
    var policy = SeverityPolicy()
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
    var isDryRun = false
    var verbosity = TextStyle.Verbosity.normal
    var color = ColorChoice.auto
    var productIdentifier: String?
    var contentVersion: String?
    var raisesVersion = false
    var fixes = false
    var agrees = false
    var wantsHelp = false
}
