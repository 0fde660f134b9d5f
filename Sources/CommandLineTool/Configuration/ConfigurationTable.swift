import ArchiveFormats
import AssetPacks
import Checks
import ContentModel
import Findings
import JSONReading
import Packaging
import ProductCatalogs
import Reporting

/// Every setting of `iapkit.json`, in the order of the documentation. They are carried out in this order too: what a
/// later one means may depend on an earlier one.
enum ConfigurationTable {
    static let all: [ConfigurationSetting] = inputs + output + judgement

    /// The form of the whole file.
    static var form: ConfigurationForm {
        let schema = ConfigurationForm.Member(
            name: "$schema", summary: "The schema of this file, for editors; iapkit does not look at it.",
            form: .anyText)
        return .record(
            [schema]
                + all.map {
                    ConfigurationForm.Member(name: $0.name, summary: $0.summary, form: $0.form, example: $0.example)
                })
    }

    // MARK: - What is looked at

    private static let inputs: [ConfigurationSetting] = [
        ConfigurationSetting(
            "content",
            "The content folders, and folders that hold content folders: what 'validate', 'pack' and 'match' take where no "
                + "PATH is given. A pattern (*, ?, [a-z], ** for any number of folders) takes the content folders, and the "
                + "folders that hold some, among what it matches.",
            .list(.path), example: ["Packs"], option: nil, commands: ["validate", "pack", "match", "migrate"]
        ) { node, run in
            guard run.options.operands.isEmpty else { return }
            for item in node.array ?? [] {
                guard let path = item.string else { continue }
                let found = try ContentPattern.expand(path, in: run.file)
                if found.isEmpty { run.remarks.append("\(run.file.name): no content folder is like '\(path)'") }
                run.options.operands += found
            }
            if run.options.operands.isEmpty {
                run.reader.note(
                    "'content' names no content folder", at: node.offset,
                    hint: "a content folder holds ContentInfo.plist and Contents")
            }
        },
        ConfigurationSetting(
            "products",
            "The files that list the products that exist. Each is recognised by its content; where that fails, an object "
                + "says the format.",
            .list(
                .either(
                    .path,
                    .record([
                        ConfigurationForm.Member(
                            name: "path", summary: "The file.", form: .path, isRequired: true),
                        ConfigurationForm.Member(
                            name: "format", summary: "What kind of file it is.",
                            form: .choice(kind: "format of products", ProductSourceFormats.all.map { $0.name })),
                    ]))),
            example: ["Photos.storekit"], option: "products", commands: ["validate", "pack", "match", "migrate"]
        ) { node, run in
            for item in node.array ?? [] {
                guard let path = item.string ?? item["path"]?.string else { continue }
                let source = run.file.path(path)
                run.options.productSources.append(source)
                run.options.productFormats[source] = item["format"]?.string
            }
        },
        ConfigurationSetting(
            "expect", "Product IDs that exist, as if a file listed them.", .list(.text),
            example: ["com.example.Photos.CatPhotos"], option: "expect",
            commands: ["validate", "pack", "match", "migrate"]
        ) { node, run in run.options.expectedProducts = node.texts },
        ConfigurationSetting(
            "app",
            "Take the products of this app only: its App Store number, or its name, bundle ID or SKU where the file of "
                + "products has it.",
            .text, example: "com.example.Photos", option: "app", commands: ["validate", "pack", "match", "migrate"]
        ) { node, run in
            // Without sources there is nothing to pick from, and sources that were typed may not be of this app.
            if !run.isGiven("products"), !run.options.productSources.isEmpty { run.options.app = node.string }
        },
        ConfigurationSetting(
            "exclude",
            "Patterns for what is left out of packages, their size and their checks. A pattern without '/' matches a name at "
                + "any depth, one with '/' the whole path inside the content folder. ContentInfo.plist is never left out.",
            .list(.text), example: ["*.psd"], option: "exclude",
            commands: ["validate", "pack", "match", "inspect", "compare", "migrate"]
        ) { node, run in run.options.exclusions = node.texts.map { ContentGlob($0) } },
    ]

    // MARK: - What is written

    private static let output: [ConfigurationSetting] = [
        ConfigurationSetting(
            "output",
            "Where packages go: a folder, made if only it is missing, or a file that ends in .zip, .pkg or .aar.",
            .path, example: "dist", option: "output", commands: ["pack"]
        ) { node, run in run.options.output = run.output(node, "output") },
        ConfigurationSetting(
            "formats", "The kinds of package.",
            .list(.choice(kind: "kind of package", PackageKind.allCases.map(\.rawValue))), example: ["zip"],
            option: "format", commands: ["validate", "pack"]
        ) { node, run in
            // A file that was typed says by its name what kind it is.
            if run.isGiven("output"), PackageDestination.namesPackage(run.options) { return }
            for kind in node.texts.compactMap(PackageKind.init(rawValue:)) where !run.options.formats.contains(kind) {
                run.options.formats.append(kind)
            }
        },
        ConfigurationSetting(
            "pkgProfile", "Whose .pkg to equal: today's tools (current) or those of 2015 (xcode6).",
            .choice(kind: "profile", FlatPackageProfile.allCases.map(\.rawValue)), example: "current",
            option: "pkg-profile", commands: ["pack"]
        ) { node, run in
            guard PackageDestination.kinds(run.options).contains(.pkg) else { return }
            run.options.flatPackageProfile = node.string.flatMap(FlatPackageProfile.init(rawValue:))
        },
        ConfigurationSetting(
            "assetPackIDs", "The file that says which asset-pack ID each product has, as 'iapkit migrate' writes it.",
            .path, example: "asset-packs.json", option: "pack-ids", commands: ["validate", "pack", "migrate"]
        ) { node, run in
            // migrate writes it again.
            run.options.packIdentifiers = run.output(node, "assetPackIDs")
        },
        ConfigurationSetting(
            "download", "When devices download asset packs.",
            .choice(kind: "download policy", Options.DownloadChoice.allCases.map(\.rawValue)), example: "on-demand",
            option: "download", commands: ["validate", "pack", "migrate"]
        ) { node, run in run.options.download = node.string.flatMap(Options.DownloadChoice.init(rawValue:)) },
        ConfigurationSetting(
            "downloadEvents",
            "On which events of the app's installation devices download what is prefetch or essential.",
            .list(.choice(kind: "event", InstallationEvent.allCases.map(\.rawValue))),
            example: ["firstInstallation", "subsequentUpdate"], option: "on", commands: ["validate", "pack", "migrate"]
        ) { node, run in
            // Only what is downloaded without being asked for has events.
            guard let download = run.options.download, download != .onDemand else { return }
            run.options.installationEvents = node.texts.compactMap(InstallationEvent.init(rawValue:)).uniqued
        },
        ConfigurationSetting(
            "platforms", "Where asset packs are for.",
            .list(.choice(kind: "platform", AssetPackPlatform.allCases.map(\.rawValue))), example: ["iOS"],
            option: "platform", commands: ["validate", "pack", "migrate"]
        ) { node, run in run.options.platforms = node.texts.compactMap(AssetPackPlatform.init(rawValue:)).uniqued },
        ConfigurationSetting(
            "compression", "How hard to try.",
            .choice(kind: "level of compression", CompressionLevel.allCases.map(\.rawValue)), example: "default",
            option: "compression", commands: ["pack", "migrate"]
        ) { node, run in
            if run.isGiven("pkg-profile"), run.options.flatPackageProfile == .xcode6 { return }
            run.options.compression = node.string.flatMap(CompressionLevel.init(rawValue:))
        },
        ConfigurationSetting(
            "reports", "Reports that 'validate' and 'pack' write to files, by format.",
            .map(kind: "report format", keys: ReportFormat.allCases.map(\.rawValue), .path),
            example: ["sarif": "findings.sarif"], option: "report", commands: ["validate", "pack"]
        ) { node, run in
            for member in node.members ?? [] {
                guard let format = ReportFormat(rawValue: member.key),
                    let file = run.output(member.node, "reports.\(member.key)", as: format)
                else { continue }
                run.options.reports.append(Options.ReportRequest(format: format, file: file))
            }
        },
    ]
}

extension Array where Element: Equatable {
    /// The same, each once.
    fileprivate var uniqued: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension JSONNode {
    /// The strings of an array.
    fileprivate var texts: [String] { array?.compactMap(\.string) ?? [] }
}
