import DeliveryRehearsal
import Findings
import JSONReading
import Packaging
import Reporting

/// What a rehearsal leaves for the next one: `iapkit-rehearsal.json` in the app's container.
///
/// ```json
/// {"delivered": {"com.example.pack": "1.0"}, "schemaVersion": "1.0", "transactionCount": 2,
///  "unfinished": [{"downloadedVersion": "1.1", "isDownloaded": true, "isWanted": true,
///    "placedVersion": "1.1", "productIdentifier": "com.example.pack", "state": "purchased", "transactionIdentifier": "2"}]}
/// ```
enum RehearsalRecord {
    /// The name of the file. A folder that has it is the container of a rehearsal, and nothing else of value.
    static let name = "iapkit-rehearsal.json"
    private static let limit = 16 << 20
    /// The most transactions that may be unfinished: an app has no more products.
    private static let mostUnfinished = 10_000

    /// Reads what an earlier rehearsal left.
    /// - Returns: `nil` where there was none.
    /// - Throws: `RunFailureError` where the file is not what a rehearsal writes.
    static func read(in folder: String) throws(RunFailureError) -> StoreState? {
        let path = "\(folder)/\(name)"
        guard SmallOutputFile.exists(path) else { return nil }
        let bytes: [UInt8]
        switch SmallInputFile.bytes(of: path, limit: limit) {
        case .success(let read): bytes = read
        case .failure(let error): throw failure(path, error.reason)
        }
        let (values, second, fault) = JSONReader.read(bytes)
        guard fault == nil, second == nil, let root = values.first, let state = state(root) else {
            throw failure(path, "it is no record of a rehearsal")
        }
        return state
    }

    /// Writes it, whole or not at all.
    static func write(_ state: StoreState, in folder: String) throws(RunFailureError) {
        do throws(PackagingError) {
            try SmallOutputFile.write(Array(text(of: state).utf8), to: "\(folder)/\(name)")
        } catch {
            throw RunFailureError(RunFailure(error))
        }
    }

    private static func failure(_ path: String, _ reason: String) -> RunFailureError {
        RunFailureError(
            RunFailure(subject: path, reason: reason, remedy: "remove the folder, or name another one with --app"))
    }

    private static func text(of state: StoreState) -> String {
        let delivered = state.delivered.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\(JSONText.quoted($0.key)) : \(JSONText.quoted($0.value))" }
        let unfinished = state.unfinished.map { transaction in
            let placed = transaction.placedVersion.map { "\"placedVersion\" : \(JSONText.quoted($0)), " } ?? ""
            let downloaded =
                transaction.downloadedVersion.map { "\"downloadedVersion\" : \(JSONText.quoted($0)), " } ?? ""
            return
                "{\(downloaded)\"isDownloaded\" : \(transaction.isDownloaded), \"isWanted\" : \(transaction.isWanted), \(placed)"
                + "\"productIdentifier\" : \(JSONText.quoted(transaction.productIdentifier)), "
                + "\"state\" : \"\(transaction.state.rawValue)\", "
                + "\"transactionIdentifier\" : \(JSONText.quoted(transaction.transactionIdentifier))}"
        }
        return """
            {
              "delivered" : {\(list(delivered))},
              "schemaVersion" : "1.0",
              "transactionCount" : \(state.transactionCount),
              "unfinished" : [\(list(unfinished))]
            }

            """
    }

    private static func list(_ items: [String]) -> String {
        items.isEmpty ? "" : items.map { "\n    \($0)" }.joined(separator: ",") + "\n  "
    }

    private static func state(_ root: JSONNode) -> StoreState? {
        guard root["schemaVersion"]?.string?.hasPrefix("1.") == true, let delivered = root["delivered"]?.members,
            let count = root["transactionCount"]?.integer, (0..<1 << 40).contains(count),
            let unfinished = root["unfinished"]?.array, unfinished.count <= mostUnfinished
        else { return nil }
        var state = StoreState()
        state.transactionCount = Int(count)
        for member in delivered {
            guard let version = member.node.string else { return nil }
            state.delivered[member.key] = version
        }
        var known: Set<Int> = []
        for node in unfinished {
            guard let transaction = transaction(node),
                let number = Int(transaction.transactionIdentifier), number <= state.transactionCount,
                known.insert(number).inserted
            else { return nil }
            state.unfinished.append(transaction)
        }
        return state
    }

    private static func transaction(_ node: JSONNode) -> UnfinishedTransaction? {
        // It becomes a part of a path.
        guard let identifier = node["transactionIdentifier"]?.string, let number = Int(identifier), number > 0,
            identifier == String(number),
            let product = node["productIdentifier"]?.string,
            let state = node["state"]?.string.flatMap(PaymentTransaction.State.init(rawValue:)),
            let isDownloaded = node["isDownloaded"]?.bool, let isWanted = node["isWanted"]?.bool
        else { return nil }
        return UnfinishedTransaction(
            transactionIdentifier: identifier, productIdentifier: product, state: state, isDownloaded: isDownloaded,
            downloadedVersion: node["downloadedVersion"]?.string, isWanted: isWanted,
            placedVersion: node["placedVersion"]?.string)
    }
}
