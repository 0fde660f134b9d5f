import ContentModel
import DeliveryRehearsal
import Findings
import Foundation
import Packaging
import TestSupport

/// A folder with packages and the container of an app.
struct Stage {
    let folder: TemporaryFolder
    /// The container.
    var app: String { folder.path("app") }

    static func with<Result>(_ body: (Stage) throws -> Result) throws -> Result {
        try withTemporaryFolder { folder in try body(Stage(folder: folder)) }
    }

    /// Packs content.
    func product(
        _ identifier: String, version: String = "1.0", kind: PackageKind = .zip,
        _ contents: [String: String] = ["a.txt": "a", "deep/b.txt": "b"]
    ) throws -> HostedProduct {
        let name = identifier.filter { $0.isLetter || $0.isNumber || $0 == "." } + "-" + version
        let source = try folder.makeContentFolder(
            "sources/\(name)", productIdentifier: identifier, contentVersion: version, contents: contents)
        let path = folder.path("\(name).\(kind.rawValue)")
        _ = try PackageWriter.write(FolderReader.tree(atPath: source), named: "x", as: kind, to: path)
        return try HostedProduct(package: path)
    }

    /// Plays.
    @discardableResult
    func play(
        _ products: [HostedProduct], _ plan: RehearsalPlan, state: StoreState = StoreState(),
        by makeHandler: (RehearsedApp, PaymentQueue) -> any DeliveryHandler = { StandardHandler(app: $0, queue: $1) },
        timeline: @escaping (RehearsalEvent) -> Void = { _ in }
    ) throws -> RehearsalResult {
        var rehearsal = try Rehearsal(of: products, inApp: app, plan: plan, state: state)
        return rehearsal.run(timeline: timeline, handledBy: makeHandler)
    }

    /// The files below a folder with what is in them; `nil` where it isn't there.
    func files(_ path: String) -> [String: String]? { Self.files(path) }

    static func files(_ path: String) -> [String: String]? {
        guard let names = FileManager.default.enumerator(atPath: path) else { return nil }
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        var files: [String: String] = [:]
        for case let name as String in names {
            if let data = FileManager.default.contents(atPath: "\(path)/\(name)"), !isFolder("\(path)/\(name)") {
                files[name] = String(decoding: data, as: UTF8.self)
            }
        }
        return files
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The content of a product as the app reads it.
    func content(_ product: String) -> [String: String]? {
        files("\(app)/Library/Application Support/Downloads/\(product)")
    }

    /// What the store has not removed.
    var leftInStore: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(app)/Library/Caches/StoreKit")) ?? []
    }
}

extension RehearsalResult {
    var codes: [String] { findings.map(\.code.id) }
}
