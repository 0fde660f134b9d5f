import ArchiveFormats
import AssetPacks
import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs
import Reporting

/// Every option of every command; a command names those it takes.
enum OptionTable {
    static let all = general + rehearsal

    private static let general: [Option] = [
        Option(
            "output", letter: "o", value: "OUT",
            "a file that ends in .zip, .pkg or .aar for one package, or a folder, made if only it is missing"
        ) {
            $0.output = try notEmpty($1, "--output")
        },
        Option(
            "format", value: "KIND", choices: PackageKind.allCases.map(\.rawValue),
            "the kind of package, zip, pkg or aar (default: as OUT ends, else zip); repeatable"
        ) {
            options, value in
            if let kind = PackageKind(rawValue: value), !options.formats.contains(kind) { options.formats.append(kind) }
        },
        Option("expect", value: "ID", "a product ID that exists, as if a source listed it; repeatable") {
            $0.expectedProducts.append(try notEmpty($1, "--expect"))
        },
        Option("products", value: "SOURCE", "a file that lists the products that exist, or -; repeatable") {
            $0.productSources.append(try notEmpty($1, "--products"))
        },
        Option(
            "products-format", value: "NAME", choices: ProductSourceFormats.all.map { $0.name },
            "what kind of file SOURCE is, where its content does not tell"
        ) { $0.productsFormat = $1 },
        Option(
            "app", value: "ID",
            "take the products of this app only: its App Store number, or its name, bundle ID or SKU where SOURCE has it"
        ) { $0.app = try notEmpty($1, "--app") },
        Option(
            "report", value: "FORMAT[=FILE]",
            "a report in place of text, or, with FILE, there and besides; repeatable: "
                + ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        ) {
            $0.reports.append(try reportRequest($1))
        },
        Option(
            "fail-on", value: "SEVERITY", choices: ["error", "warning", "note", "never"],
            "the least severity that makes the exit status 1 (default: error)"
        ) { $0.policy.failOn = Severity(rawValue: $1) },
        Option("severity", value: "CODE=LEVEL", "count CODE as error, warning, note or off; repeatable") {
            let (code, level) = try severityOverride($1)
            $0.policy.overrides[code] = level
        },
        Option("only", value: "CODE", "run this check only; repeatable") {
            $0.policy.only = ($0.policy.only ?? []).union([try findingCode($1)])
        },
        Option("skip", value: "CODE", "do not run this check; repeatable") {
            $0.policy.skip.insert(try findingCode($1))
        },
        Option(
            "baseline", value: "FILE",
            "the known findings of FILE are not reported and do not count; a stale one is a note"
        ) { $0.baseline = try fileName($1, "--baseline") },
        Option(
            "write-baseline", value: "FILE",
            "write the findings of this run to FILE, as known ones: none is reported, and the status is 0"
        ) { $0.newBaseline = try fileName($1, "--write-baseline") },
        Option(
            "config", value: "FILE",
            "the configuration (default: iapkit.json here, or above here up to the repository's root)"
        ) { $0.configuration = try notEmpty($1, "--config") },
        Option("no-config", "look for no configuration") { options, _ in options.ignoresConfiguration = true },
        Option("exclude", value: "GLOB", "leave out of the package, its size and its checks; repeatable") {
            $0.exclusions.append(ContentGlob(try notEmpty($1, "--exclude")))
        },
        Option("jobs", letter: "j", value: "N", "how many threads work (default: the processors at hand)") {
            $0.jobs = try jobCount($1)
        },
        Option(
            "shard", value: "I/N",
            "do the I-th of N parts of the inputs, or the one that the CI service gives this job (auto)"
        ) { $0.shard = try shardRequest($1) },
        Option(
            "compression", value: "LEVEL", choices: CompressionLevel.allCases.map(\.rawValue), "how hard to try"
        ) { $0.compression = CompressionLevel(rawValue: $1) },
        Option(
            "pkg-profile", value: "NAME", choices: FlatPackageProfile.allCases.map(\.rawValue),
            "whose .pkg to equal: today's tools (current) or those of 2015 (xcode6)"
        ) { $0.flatPackageProfile = FlatPackageProfile(rawValue: $1) },
        Option(
            "pack-ids", value: "FILE",
            "which asset-pack ID each product has, as iapkit migrate writes it; other products get one of their own ID"
        ) { $0.packIdentifiers = try notEmpty($1, "--pack-ids") },
        Option(
            "download", value: "WHEN", choices: Options.DownloadChoice.allCases.map(\.rawValue),
            "when devices download an asset pack (default: on-demand, when the app asks for it)"
        ) { $0.download = Options.DownloadChoice(rawValue: $1) },
        Option(
            "on", value: "EVENT", choices: InstallationEvent.allCases.map(\.rawValue),
            "download on this event only, where it is prefetch or essential (default: both); repeatable"
        ) { options, value in
            if let event = InstallationEvent(rawValue: value), !options.installationEvents.contains(event) {
                options.installationEvents.append(event)
            }
        },
        Option(
            "platform", value: "NAME", choices: AssetPackPlatform.allCases.map(\.rawValue),
            "where an asset pack is for (default: iOS, which iPadOS is too); repeatable"
        ) { options, value in
            if let platform = AssetPackPlatform(rawValue: value), !options.platforms.contains(platform) {
                options.platforms.append(platform)
            }
        },
        Option(
            "pack-limit", value: "N", "how many asset packs the app may have (default: 200, with a warning above 100)"
        ) { $0.packLimit = try packLimit($1) },
        Option("manifest", "also write the manifest of each asset pack by itself, as NAME.manifest.json") {
            options, _ in options.writesManifests = true
        },
        Option("packs", "also write the asset packs themselves, as iapkit makes them, in DIR/packs") {
            options, _ in options.writesPacks = true
        },
        Option(
            "max-bytes", value: "N", "the most bytes to unpack; K, M and G behind the number stand for powers of 1024"
        ) {
            $0.maximumBytes = try byteCount($1, "--max-bytes")
        },
        Option("max-entries", value: "N", "the most files, folders and links to unpack") {
            $0.maximumEntries = try entryCount($1)
        },
        Option("no-sync", "do not wait until the output is on the disk") { options, _ in options.synchronizes = false
        },
        Option("keep-times", "keep the files' own modification times") { options, _ in options.keepsTimes = true },
        Option("force", "replace an existing package, up to date or not, once the new one is complete") { options, _ in
            options.replacesExisting = true
        },
        Option("update", "replace what stands in the place of a package and is not that package, up to date") {
            options, _ in options.updates = true
        },
        Option("dry-run", "check everything and say what would be written") { options, _ in options.isDryRun = true },
        Option("product-id", value: "ID", "the product ID as set up in App Store Connect") {
            $0.productIdentifier = $1
        },
        Option("content-version", value: "V", "integers separated by periods") {
            $0.contentVersion = $1
        },
        Option(
            "config", id: "init-config",
            "make no content folder, but an iapkit.json for those in DIR, with a schema for editors beside it"
        ) { options, _ in options.startsConfiguration = true },
        Option("bump", "raise the last number of the version by one") { options, _ in options.raisesVersion = true },
        Option("fix", "write the nearest product ID into the folders where it is certain") { options, _ in
            options.fixes = true
        },
        Option("yes", letter: "y", "do not ask before each change") { options, _ in options.agrees = true },
        Option("quiet", letter: "q", "tell only what makes the status 1; nothing where nothing does") { options, _ in
            options.verbosity = .quiet
        },
        Option(
            "verbose", letter: "v",
            "also tell sizes, digests, every input and finding, and how product sources were read"
        ) { options, _ in
            options.verbosity = .verbose
        },
        Option(
            "color", value: "WHEN", choices: Options.ColorChoice.allCases.map(\.rawValue),
            "colour the text (default: auto)"
        ) { $0.color = Options.ColorChoice(rawValue: $1) ?? .auto },
        Option(
            "progress", value: "HOW", choices: Options.ProgressChoice.allCases.map(\.rawValue),
            "tell how far work that lasts is: a bar on a terminal (auto), a line each 10 seconds (plain)"
        ) { $0.progress = Options.ProgressChoice(rawValue: $1) ?? .auto },
        Option("no-progress", "the same as --progress never") { options, _ in options.progress = .never },
        Option("help", letter: "h", "show help for the command") { options, _ in options.wantsHelp = true },
    ]

    /// The option that commands name so.
    static func option(_ id: String) -> Option? { all.first { $0.id == id } }
}

// MARK: - Values

func notEmpty(_ value: String, _ option: String) throws(UsageError) -> String {
    if value.isEmpty { throw UsageError("\(option) needs a value that is not empty") }
    return value
}

private func fileName(_ value: String, _ option: String) throws(UsageError) -> String {
    if value == "-" {
        throw UsageError(
            "\(option) can't be standard input or output, since its paths would have no folder",
            hint: "give \(option) a file")
    }
    return try notEmpty(value, option)
}

private func jobCount(_ value: String) throws(UsageError) -> Int {
    guard let count = Int(value), (1...1024).contains(count) else {
        throw UsageError("--jobs takes a number from 1 to 1024, not '\(value)'")
    }
    return count
}

private func shardRequest(_ value: String) throws(UsageError) -> ShardRequest {
    if value == "auto" { return .auto }
    guard let shard = Shard(value) else {
        throw UsageError(
            "--shard takes I/N or auto, not '\(value)'",
            hint: "for example --shard 1/4 to --shard 4/4; N is at most \(Shard.limit)")
    }
    return .part(shard)
}

private func entryCount(_ value: String) throws(UsageError) -> Int {
    guard let count = Int(value), count > 0, value.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
        throw UsageError("--max-entries takes a number of entries, not '\(value)'")
    }
    return count
}

private func packLimit(_ value: String) throws(UsageError) -> Int {
    guard let count = Int(value), count > 0, value.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
        throw UsageError("--pack-limit takes a number of asset packs, not '\(value)'")
    }
    return count
}

/// A number of bytes, with one of the suffixes K, M and G or none.
func byteCount(_ value: String, _ option: String) throws(UsageError) -> Int64 {
    let shifts: [Character: Int64] = ["K": 10, "M": 20, "G": 30]
    let shift = value.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? value[...] : value.dropLast()
    // `Int64` takes a sign too, which no size has.
    if digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let count = Int64(digits),
        count > 0
    {
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        if !isTooLarge { return bytes }
    }
    throw UsageError(
        "\(option) takes a number of bytes, not '\(value)'", hint: "for example \(option) 500M or \(option) 8G")
}

private func reportRequest(_ value: String) throws(UsageError) -> Options.ReportRequest {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let format = ReportFormat(rawValue: parts[0]) else {
        throw UsageError.unknown(
            "report format", parts[0], in: ReportFormat.allCases.map(\.rawValue))
    }
    guard parts.count == 2 else { return Options.ReportRequest(format: format, file: nil) }
    if parts[1].isEmpty { throw UsageError("--report \(value) names no file behind the '='") }
    return Options.ReportRequest(format: format, file: parts[1] == "-" ? nil : parts[1])
}

private func severityOverride(_ value: String) throws(UsageError) -> (FindingCode, SeverityPolicy.Level) {
    guard let separator = value.lastIndex(of: "=") else {
        throw UsageError("--severity takes CODE=LEVEL, not '\(value)'", hint: "for example --severity FIL-009=off")
    }
    let code = try findingCode(String(value[..<separator]))
    let level = String(value[value.index(after: separator)...])
    if level == "off" { return (code, .off) }
    guard let severity = Severity(rawValue: level) else {
        throw UsageError.unknown("severity", level, in: Severity.allCases.map(\.rawValue) + ["off"])
    }
    return (code, .report(severity))
}

/// The code with this id or slug, in any letter case.
func findingCode(_ name: String) throws(UsageError) -> FindingCode {
    if let code = CheckCatalog.code(named: name) { return code }
    let codes = CheckCatalog.descriptions.map(\.code)
    throw UsageError.unknown(
        "finding", name, in: codes.flatMap { [$0.id, $0.slug] }, listedBy: "iapkit explain lists all of them")
}

extension UsageError {
    /// Nothing has this name: offers the nearest, or lists what there is.
    static func unknown(_ kind: String, _ name: String, in names: [String], listedBy list: String? = nil) -> UsageError
    {
        let hint: String
        if let nearest = NearestName.nearest(to: name, in: names) {
            hint = "did you mean '\(nearest)'?"
        } else {
            hint = list ?? "there \(names.count == 1 ? "is" : "are"): \(names.joined(separator: ", "))"
        }
        return UsageError("there is no \(kind) '\(name)'", hint: hint)
    }
}
