import Findings
import JSONReading

// The rows of a report, each from the object that `JSONReporter` makes of it.

extension Finding {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        let line = try fields.optional("line", JSONFields.count)
        let column = try fields.optional("column", JSONFields.count)
        var position: TextPosition?
        if let line, let column, line > 0, column > 0 { position = TextPosition(line: line, column: column) }
        let command = try fields.optional("command", JSONFields.text)
        let advice = try fields.optional("remedy", JSONFields.text)
        self.init(
            code: FindingCode(
                try fields.required("code", JSONFields.text), try fields.required("slug", JSONFields.text)),
            severity: try fields.required("severity", JSONFields.name),
            message: try fields.required("message", JSONFields.text),
            location: Location(
                input: try fields.required("input", JSONFields.text),
                member: try fields.optional("member", JSONFields.text),
                key: try fields.optional("key", JSONFields.text), position: position),
            notes: try fields.list("notes", JSONFields.text),
            remedy: advice.map { Remedy($0, command: command) },
            suggestion: try fields.optional("suggestion", JSONFields.text))
        sourceLine = try fields.optional("sourceLine") { node throws(JSONFields.Fault) in
            try SourceLine(JSONFields(node))
        }
    }
}

extension RunFailure {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            subject: try fields.required("subject", JSONFields.text),
            reason: try fields.required("reason", JSONFields.text),
            remedy: try fields.optional("remedy", JSONFields.text))
    }
}

extension ShardSummary {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            index: try fields.required("index", JSONFields.count),
            count: try fields.required("count", JSONFields.count),
            inputCount: try fields.required("inputCount", JSONFields.count),
            positions: try fields.list("positions", JSONFields.count),
            failedPositions: try fields.list("failedPositions", JSONFields.count))
        guard (1...Self.limit).contains(count), (1...count).contains(index) else {
            throw fields.fault("there is no shard \(index) of \(count)")
        }
    }
}

extension OutputSummary {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            path: try fields.required("path", JSONFields.text), kind: try fields.required("kind", JSONFields.name),
            bytes: try fields.optional("bytes", JSONFields.integer),
            sha256: try fields.optional("sha256", JSONFields.text),
            savedBytes: try fields.optional("savedBytes", JSONFields.integer),
            isUpToDate: try fields.optional("upToDate", JSONFields.truth) ?? false,
            replaces: try fields.optional("replaces", JSONFields.truth) ?? false,
            assetPackID: try fields.optional("assetPackID", JSONFields.text),
            manifest: try fields.optional("manifest", JSONFields.text))
    }
}

extension ProductRow {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            productIdentifier: try fields.required("productIdentifier", JSONFields.text),
            source: try fields.required("source", JSONFields.text),
            type: try fields.optional("type", JSONFields.text), state: try fields.optional("state", JSONFields.text),
            name: try fields.optional("name", JSONFields.text), hosted: try fields.optional("hosted", JSONFields.truth),
            app: try fields.optional("app", JSONFields.text))
    }
}

extension MatchRow {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            path: try fields.required("path", JSONFields.text),
            productIdentifier: try fields.optional("productIdentifier", JSONFields.text),
            status: try fields.required("status", JSONFields.name),
            candidate: try fields.optional("candidate", JSONFields.text),
            reason: try fields.optional("reason", JSONFields.text))
    }
}

extension EditRow {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            path: try fields.required("path", JSONFields.text), key: try fields.required("key", JSONFields.text),
            old: try fields.optional("old", JSONFields.text), new: try fields.required("new", JSONFields.text),
            isWritten: try fields.required("written", JSONFields.truth))
    }
}

extension Inspection {
    /// What `inspect` adds to an input; `nil` where it added nothing.
    init?(ofInput fields: JSONFields) throws(JSONFields.Fault) {
        let entries = try fields.optionalList("entries") { node throws(JSONFields.Fault) in
            try InspectedEntry(JSONFields(node))
        }
        guard let entries else { return nil }
        self.init(
            bytes: try fields.optional("bytes", JSONFields.integer),
            madeBy: try fields.optional("madeBy", JSONFields.text), entries: entries,
            leftOut: try fields.list("leftOut") { node throws(JSONFields.Fault) in try LeftOutRow(JSONFields(node)) },
            flatPackage: try fields.optional("package") { node throws(JSONFields.Fault) in
                try FlatPackageRow(JSONFields(node))
            },
            assetPack: try fields.optional("assetPack") { node throws(JSONFields.Fault) in
                try AssetPackRow(JSONFields(node))
            })
    }
}

extension InspectedEntry {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        let digits = try fields.required("mode", JSONFields.text)
        guard let mode = UInt16(digits, radix: 8), mode <= 0o7777 else {
            throw fields.fault("\(SafeText.quoted(digits, limit: 20)) is no mode")
        }
        self.init(
            path: try fields.required("path", JSONFields.text), type: try fields.required("type", JSONFields.name),
            bytes: try fields.required("bytes", JSONFields.integer), mode: mode,
            target: try fields.optional("target", JSONFields.text))
    }
}

extension LeftOutRow {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            path: try fields.required("path", JSONFields.text), reason: try fields.required("reason", JSONFields.text))
    }
}

extension AssetPackRow {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            identifier: try fields.optional("assetPackID", JSONFields.text),
            downloadPolicy: try fields.optional("downloadPolicy", JSONFields.text),
            installationEvents: try fields.list("installationEventTypes", JSONFields.text),
            platforms: try fields.list("platforms", JSONFields.text),
            selectorCount: try fields.optional("fileSelectors", JSONFields.count),
            manifestBytes: try fields.optional("manifestBytes", JSONFields.integer).map { UInt64($0) },
            contentRoot: try fields.optional("contentRoot", JSONFields.text),
            compression: try fields.required("compression", JSONFields.text),
            blockBytes: try fields.optional("blockBytes", JSONFields.integer).map { UInt64($0) },
            blockCount: try fields.required("blocks", JSONFields.count),
            storedBlockCount: try fields.required("storedBlocks", JSONFields.count),
            unpackedBytes: UInt64(try fields.required("unpackedBytes", JSONFields.integer)),
            entryCount: try fields.required("archiveEntries", JSONFields.count),
            fields: try fields.list("fields", JSONFields.text))
    }
}

extension FlatPackageRow {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        self.init(
            component: try fields.required("component", JSONFields.text),
            identifier: try fields.required("identifier", JSONFields.text),
            version: try fields.optional("version", JSONFields.text),
            contentType: try fields.optional("contentType", JSONFields.text),
            generator: try fields.optional("generator", JSONFields.text),
            creationTime: try fields.optional("creationTime", JSONFields.text),
            checksum: try fields.optional("checksum", JSONFields.text),
            payloadEntries: try fields.required("payloadEntries", JSONFields.count),
            payloadBytes: UInt64(try fields.required("payloadBytes", JSONFields.integer)),
            signatures: try fields.list("signatures") { node throws(JSONFields.Fault) in
                let fields = try JSONFields(node)
                return SignatureRow(
                    style: try fields.required("style", JSONFields.text),
                    certificates: try fields.list("certificates", JSONFields.text))
            },
            trailingBytes: UInt64(try fields.required("trailingBytes", JSONFields.integer)))
    }
}
