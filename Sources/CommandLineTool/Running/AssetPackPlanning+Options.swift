import AssetPacks
import Checks
import Findings
import Packaging

extension AssetPackPlanning {
    /// What the options say of asset packs, and what the file of IDs does.
    /// - Throws: `UsageError` for options that can't be meant together, `RunFailureError` for a file that can't be used.
    init(_ options: Options) throws {
        let events = options.installationEvents.isEmpty ? InstallationEvent.allCases : options.installationEvents
        let policy: DownloadPolicy
        switch options.download ?? .onDemand {
        case .onDemand:
            guard options.installationEvents.isEmpty else {
                throw UsageError(
                    "--on says when a pack is downloaded by itself, and it is downloaded when the app asks for it",
                    hint: "add --download prefetch or --download essential")
            }
            policy = .onDemand
        case .prefetch: policy = .prefetch(events)
        case .essential: policy = .essential(events)
        }
        self.init(
            identifiers: try Self.identifiers(options),
            downloadPolicy: policy, platforms: options.platforms.isEmpty ? [.iOS] : options.platforms)
    }
}

extension AssetPackPlanning {
    /// The IDs that there are. A file that a configuration names need not be there yet: migrate makes it.
    private static func identifiers(_ options: Options) throws -> AssetPackIDMap {
        guard let path = options.packIdentifiers else { return AssetPackIDMap() }
        if !options.given.contains("pack-ids"), !SmallOutputFile.exists(path) { return AssetPackIDMap() }
        return try AssetPackIDMap(readFrom: path)
    }
}

extension AssetPackIDMap {
    /// Reads a file of IDs.
    /// - Throws: `RunFailureError` where it can't be read, or is not such a file: with IDs guessed, a pack would be
    ///   uploaded under an ID that it keeps for ever.
    init(readFrom path: String) throws {
        let bytes = try FileBytes.bytes(
            of: path, named: path, as: "file of asset-pack IDs", limit: AssetPackIDMap.sizeLimit)
        self = try Self.read(bytes, named: path)
    }

    /// Reads the bytes of a file of IDs.
    static func read(_ bytes: [UInt8], named path: String) throws -> AssetPackIDMap {
        let reading = AssetPackIDMapReading(bytes)
        guard let fault = reading.faults.first else { return reading.map }
        let more = reading.faults.count > 1 ? ", and \(reading.faults.count - 1) more of the kind" : ""
        throw RunFailureError(
            RunFailure(
                subject: "\(path):\(fault.place.line):\(fault.place.column)",
                reason: "can't be used as the file of asset-pack IDs: \(fault.reason)\(more)",
                remedy: "mend it; it looks like {\"assetPackIDs\": {\"com.example.cats\": \"com-example-cats\"}, "
                    + "\"formatVersion\": 1}"))
    }
}
