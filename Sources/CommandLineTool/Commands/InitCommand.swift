import ContentModel
import Findings

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `iapkit init`.
enum InitCommand: Command {
    static let name = "init"
    static let summary = "make a content folder that validates, or a configuration"
    static let operands = "DIR"
    static let usage = "DIR --product-id ID"
    static let optionNames = ["product-id", "content-version", "init-config"] + OptionGroup.reporting
    static let optionTexts = [
        "product-id": "the product ID as set up in App Store Connect; required, but with --config",
        "content-version": "integers separated by periods (default: 1.0)",
    ]
    static let discussion = [
        "Makes DIR with ContentInfo.plist and an empty Contents, for you to fill: until then, iapkit validate warns of "
            + "it. A DIR that exists must be empty.",
        "With --config, DIR (default: the current folder) is looked through for content folders and .storekit files, three "
            + "levels deep, and is given an iapkit.json that names them and has every other setting worth a look with its "
            + "default; iapkit.schema.json beside it is what editors complete and check it by. What exists is never replaced.",
    ]
    static let examples = [
        CommandExample(
            "iapkit init CatPhotos --product-id com.example.Photos.CatPhotos", "makes CatPhotos, version 1.0"),
        CommandExample("iapkit init --config", "makes iapkit.json; then 'iapkit validate' needs no operand"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        if options.startsConfiguration { return try ConfigurationStart.run(options, in: session) }
        guard options.operands.count == 1, let operand = options.operands.first, !operand.isEmpty else {
            throw UsageError("init needs one DIR", hint: "iapkit init CatPhotos --product-id com.example.CatPhotos")
        }
        guard let identifier = try options.checkedProductIdentifier() else {
            throw UsageError("init needs --product-id ID", hint: "the product ID as set up in App Store Connect")
        }
        let version = try options.checkedContentVersion() ?? "1.0"
        let path = InputCollector.withoutTrailingSlashes(operand)
        try ReportFiles.keep(options, apartFrom: [path], "the content folder")
        var report = Report(command: name, toolVersion: session.version)
        do {
            try make(path, contentInfo(identifier: identifier, version: version))
            report.inputs = [
                InputSummary(path: path, kind: .folder, productIdentifier: identifier, contentVersion: version)
            ]
        } catch let error as RunFailureError {
            report.failures = [error.failure]
        }
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    private static func make(_ path: String, _ contentInfo: String) throws {
        let isNew = mkdir(path, 0o777) == 0
        if !isNew {
            guard errno == EEXIST else {
                let remedy = errno == ENOENT ? "make the folder above it first" : nil
                throw failure(path, "the folder can't be made: \(systemReason)", remedy: remedy)
            }
            try requireEmptyFolder(path)
        }
        let contents = "\(path)/Contents"
        let plist = "\(path)/ContentInfo.plist"
        do {
            guard mkdir(contents, 0o777) == 0 else {
                throw failure(contents, "the folder can't be made: \(systemReason)")
            }
            do {
                try TextFile.write(contentInfo, to: plist)
            } catch {
                throw failure(plist, "the file can't be written: \(error.reason)")
            }
        } catch {
            rmdir(contents)
            if isNew { rmdir(path) }
            throw error
        }
    }

    private static func requireEmptyFolder(_ path: String) throws {
        switch FolderReader.isEmpty(folderAtPath: path) {
        case true?: return
        case false?: throw failure(path, "is not empty", remedy: "choose a DIR that is new or empty")
        case nil: throw failure(path, "exists and is no folder that can be read", remedy: "choose another DIR")
        }
    }

    private static var systemReason: String { String(cString: strerror(errno)) }

    private static func failure(_ path: String, _ reason: String, remedy: String? = nil) -> RunFailureError {
        RunFailureError(RunFailure(subject: path, reason: reason, remedy: remedy))
    }

    /// As Xcode's template wrote it. Both values hold only characters that XML takes as they are.
    private static func contentInfo(identifier: String, version: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>ContentVersion</key>
        \t<string>\(version)</string>
        \t<key>IAPProductIdentifier</key>
        \t<string>\(identifier)</string>
        </dict>
        </plist>

        """
    }
}
