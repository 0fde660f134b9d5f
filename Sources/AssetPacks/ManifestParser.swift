internal import JSONReading

/// Takes a manifest apart.
struct ManifestParser {
    /// A fault, with where it is as an index into the text.
    struct Fault {
        let kind: AssetPackManifestFault.Kind
        let offset: Int
        let keyPath: String
        /// Which one it is, to keep the order of faults of one place.
        let number: Int
    }

    private(set) var faults: [Fault] = []
    private(set) var faultCount = 0
    private(set) var identifier: String?
    private(set) var downloadPolicy: DownloadPolicy?
    private(set) var fileSelectors: [FileSelector]?
    private(set) var selectorOffsets: [Int] = []
    private(set) var platforms: [String]?
    private(set) var language: String?
    private(set) var sourceRoot: String?
    private(set) var hasUserInfo = false
    private(set) var keyOffsets: [String: Int] = [:]
    private var laterKeys: Set<String> = []

    /// Notes a fault.
    ///
    /// - Parameter keyPath: Put together only where the fault is kept: a file may have a million of them.
    mutating func note(
        _ kind: @autoclosure () -> AssetPackManifestFault.Kind, at offset: Int,
        _ keyPath: @autoclosure () -> String = ""
    ) {
        if faults.count < AssetPackManifestReading.faultLimit {
            faults.append(Fault(kind: kind(), offset: offset, keyPath: keyPath(), number: faultCount))
        }
        faultCount += 1
    }

    /// Takes a text apart.
    /// - Parameter bytes: Without a byte-order mark.
    mutating func read(_ bytes: [UInt8]) {
        if let offset = JSONPlaces.firstInvalid(bytes) {
            return note(.notJSON(reason: Self.reason(forNoUTF8: bytes)), at: offset)
        }
        let text = LenientText(bytes)
        if let comment = text.comment { note(.hasComments, at: comment) }
        if let comma = text.trailingComma { note(.hasTrailingCommas, at: comma) }
        if let fault = text.fault, text.second == nil {
            note(.notJSON(reason: Self.reason(bytes) ?? fault.reason), at: fault.offset)
        } else if let second = text.second {
            note(.notJSON(reason: "more text follows its end"), at: second)
        }
        guard let root = text.values.first else { return }
        guard let members = root.members else {
            // What can't be read may have become an object yet.
            if text.fault == nil { note(.notAnObject(root.kind), at: root.offset) }
            return
        }
        manifest(members, at: root.offset, isWhole: text.fault == nil || text.second != nil)
    }

    private static func reason(forNoUTF8 bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return "it is UTF-16, and a manifest is UTF-8"
        }
        if bytes.starts(with: "bplist".utf8) { return "it is a binary property list" }
        return "it is not UTF-8"
    }

    /// What a text is that is no JSON at all; `nil` where that can't be told.
    private static func reason(_ bytes: [UInt8]) -> String? {
        switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case nil: "it is empty"
        case UInt8(ascii: "<"): "it is XML"
        case 0: "it has NUL bytes, as UTF-16 has, and a manifest is UTF-8"
        default: nil
        }
    }
}

// MARK: - The manifest

extension ManifestParser {
    private mutating func manifest(_ members: [JSONNode.Member], at offset: Int, isWhole: Bool) {
        noteDuplicates(among: members, below: "")
        for member in members { note(ofKey: member) }
        for key in AssetPackManifestReading.requiredKeys where keyOffsets[key] == nil && isWhole {
            note(.missingKey(key), at: offset, key)
        }
        // The last of equal keys counts.
        var values: [String: JSONNode] = [:]
        for member in members where keyOffsets[member.key] == member.offset { values[member.key] = member.node }
        if let node = values["assetPackID"] { identifier(node) }
        if let node = values["downloadPolicy"] { downloadPolicy(node, isWhole: isWhole) }
        if let node = values["fileSelectors"] { fileSelectors(node, isWhole: isWhole) }
        if let node = values["platforms"] { platforms(node, isWhole: isWhole) }
        language = optionalText("language", in: values)
        sourceRoot = optionalText("sourceRoot", in: values)
        if let node = values["userInfo"], !node.isNull {
            hasUserInfo = true
            note(.userInfo, at: keyOffsets["userInfo"] ?? node.offset, "userInfo")
        }
    }

    private mutating func note(ofKey member: JSONNode.Member) {
        let isRequired = AssetPackManifestReading.requiredKeys.contains(member.key)
        guard isRequired || AssetPackManifestReading.optionalKeys.contains(member.key) else {
            return note(.unknownKey(member.key), at: member.offset, member.key)
        }
        keyOffsets[member.key] = member.offset
        if !isRequired, member.key != "userInfo", !member.node.isNull { noteLater(member, below: "") }
    }

    private mutating func identifier(_ node: JSONNode) {
        guard let text = node.string else { return noteType("a string", node, "assetPackID") }
        identifier = text
        if let reason = AssetPackIdentifier.fault(in: text) {
            note(.badIdentifier(reason: reason), at: node.offset, "assetPackID")
        }
    }

    private mutating func platforms(_ node: JSONNode, isWhole: Bool) {
        guard let nodes = node.array else { return noteType("an array", node, "platforms") }
        if nodes.isEmpty, isWhole { note(.emptyPlatforms, at: node.offset, "platforms") }
        var names: [String] = []
        for (index, node) in nodes.enumerated() {
            guard let name = node.string else {
                noteType("a string", node, "platforms[\(index)]")
                continue
            }
            names.append(name)
            if AssetPackPlatform(rawValue: name) == nil {
                note(.badPlatform(name), at: node.offset, "platforms[\(index)]")
            }
        }
        platforms = names
    }

    private mutating func optionalText(_ key: String, in values: [String: JSONNode]) -> String? {
        guard let node = values[key], !node.isNull else { return nil }
        if node.string == nil { noteType("a string", node, key) }
        return node.string
    }
}

// MARK: - The download policy

extension ManifestParser {
    private mutating func downloadPolicy(_ node: JSONNode, isWhole: Bool) {
        let path = "downloadPolicy"
        guard let members = node.members else { return noteType("an object", node, path) }
        noteDuplicates(among: members, below: path)
        let known = members.filter { DownloadPolicy.keys.contains($0.key) }
        let names = Set(known.map(\.key))
        for member in members where !DownloadPolicy.keys.contains(member.key) && !known.isEmpty {
            note(.unknownKey(member.key), at: member.offset, "\(path).\(member.key)")
        }
        guard let last = known.last else {
            guard isWhole else { return }
            let found = members.first.map { "it has '\(Self.shown($0.key))'" } ?? "it is empty"
            return note(
                .badDownloadPolicy(reason: "\(found), and takes one of 'essential', 'prefetch' and 'onDemand'"),
                at: members.first?.offset ?? node.offset, path)
        }
        guard names.count == 1 else {
            let list = DownloadPolicy.keys.filter(names.contains).map { "'\($0)'" }.joined(separator: " and ")
            return note(
                .badDownloadPolicy(reason: "it has \(list), and takes one policy"), at: known[1].offset, path)
        }
        switch last.key {
        case "onDemand": onDemand(last.node)
        default:
            guard let events = events(last.node, of: last.key, isWhole: isWhole) else { return }
            downloadPolicy = last.key == "essential" ? .essential(events) : .prefetch(events)
        }
    }

    private mutating func onDemand(_ node: JSONNode) {
        let path = "downloadPolicy.onDemand"
        if node.isNull {
            note(.onDemandNull, at: node.offset, path)
        } else if let members = node.members {
            if let first = members.first {
                note(
                    .badDownloadPolicy(reason: "'onDemand' has '\(Self.shown(first.key))' in it, and takes nothing"),
                    at: first.offset, path)
            }
        } else {
            return note(
                .badDownloadPolicy(reason: "'onDemand' is \(node.kind), and must be an empty object"), at: node.offset,
                path)
        }
        downloadPolicy = .onDemand
    }

    /// The events of a policy; `nil` where it is no policy.
    private mutating func events(_ node: JSONNode, of key: String, isWhole: Bool) -> [InstallationEvent]? {
        let path = "downloadPolicy.\(key)"
        guard let members = node.members else {
            note(
                .badDownloadPolicy(
                    reason: "'\(key)' is \(node.kind), and must be an object with 'installationEventTypes'"),
                at: node.offset, path)
            return nil
        }
        noteDuplicates(among: members, below: path)
        for member in members where member.key != "installationEventTypes" {
            note(.unknownKey(member.key), at: member.offset, "\(path).\(member.key)")
        }
        let eventPath = "\(path).installationEventTypes"
        guard let list = members.last(where: { $0.key == "installationEventTypes" }) else {
            if isWhole {
                note(.badEventTypes(reason: "'\(key)' has no 'installationEventTypes'"), at: node.offset, eventPath)
            }
            return []
        }
        guard let nodes = list.node.array else {
            note(
                .badEventTypes(reason: "it is \(list.node.kind), and must be an array"), at: list.node.offset, eventPath
            )
            return []
        }
        if nodes.isEmpty, isWhole { note(.badEventTypes(reason: "it is empty"), at: list.node.offset, eventPath) }
        var events: [InstallationEvent] = []
        for (index, node) in nodes.enumerated() {
            if let name = node.string, let event = InstallationEvent(rawValue: name) {
                if !events.contains(event) { events.append(event) }
            } else {
                let found = node.string.map { "'\(Self.shown($0))'" } ?? node.kind
                note(
                    .badEventTypes(reason: "it has \(found), and takes 'firstInstallation' and 'subsequentUpdate'"),
                    at: node.offset, "\(eventPath)[\(index)]")
            }
        }
        return events
    }
}

// MARK: - Selectors

extension ManifestParser {
    private mutating func fileSelectors(_ node: JSONNode, isWhole: Bool) {
        guard let nodes = node.array else { return noteType("an array", node, "fileSelectors") }
        var selectors: [FileSelector] = []
        selectors.reserveCapacity(nodes.count)
        selectorOffsets.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            // The last of a list that breaks off may be half of a selector.
            if !isWhole, index + 1 == nodes.count { break }
            guard let selector = selector(node, "fileSelectors[\(index)]") else { continue }
            selectors.append(selector)
            selectorOffsets.append(node.offset)
        }
        fileSelectors = selectors
    }

    private mutating func selector(_ node: JSONNode, _ path: @autoclosure () -> String) -> FileSelector? {
        guard let members = node.members else {
            note(.badSelector(reason: "it is \(node.kind), and must be an object"), at: node.offset, path())
            return nil
        }
        // Nearly every selector.
        if members.count == 1, let text = members[0].node.string {
            if members[0].key == "file" { return checked(.file(text), members, path()) }
            if members[0].key == "directory" { return checked(.directory(text), members, path()) }
        }
        noteDuplicates(among: members, below: path())
        var values: [String: String] = [:]
        for member in members {
            guard let key = FileSelector.keys.first(where: { $0.key == member.key }) else { continue }
            guard let text = member.node.string else {
                note(
                    .badSelector(reason: "'\(member.key)' is \(member.node.kind), and must be a string"),
                    at: member.node.offset, path())
                return nil
            }
            values[member.key] = text
            if !key.isFirst { noteLater(member, below: path()) }
        }
        guard let selector = Self.selector(values) else {
            note(.badSelector(reason: Self.fault(ofKeys: values, members)), at: node.offset, path())
            return nil
        }
        for member in members where values[member.key] == nil {
            note(.unknownKey(member.key), at: member.offset, "\(path()).\(member.key)")
        }
        return checked(selector, members, path())
    }

    private static func selector(_ values: [String: String]) -> FileSelector? {
        switch values.count {
        case 1:
            if let path = values["file"] { return .file(path) }
            if let path = values["directory"] { return .directory(path) }
            if let pattern = values["filePattern"] { return .filePattern(pattern) }
            if let path = values["fileExclusion"] { return .fileExclusion(path) }
            return nil
        case 2:
            if let source = values["fileSource"], let destination = values["fileDestination"] {
                return .fileRenamed(source: source, destination: destination)
            }
            if let source = values["directorySource"], let destination = values["directoryDestination"] {
                return .directoryRenamed(source: source, destination: destination)
            }
            return nil
        default: return nil
        }
    }

    private static func fault(ofKeys values: [String: String], _ members: [JSONNode.Member]) -> String {
        let keys = FileSelector.keys.map(\.key).filter { values[$0] != nil }
        let partners = [
            "fileSource": "fileDestination", "fileDestination": "fileSource",
            "directorySource": "directoryDestination", "directoryDestination": "directorySource",
        ]
        switch keys.count {
        case 0:
            let found = members.first.map { "it has '\(shown($0.key))'" } ?? "it is empty"
            return "\(found), and none of the keys of a selector, such as 'file' and 'directory'"
        case 1: return "it has '\(keys[0])' without '\(partners[keys[0]] ?? "")'"
        default:
            return "it has " + keys.map { "'\($0)'" }.joined(separator: " and ") + ", which make no selector together"
        }
    }

    /// The selector, with what is wrong with its paths noted.
    private mutating func checked(
        _ selector: FileSelector, _ members: [JSONNode.Member], _ path: @autoclosure () -> String
    ) -> FileSelector {
        for (key, text) in selector.members {
            guard let member = members.last(where: { $0.key == key }) else { continue }
            if let reason = FileSelector.fault(inPath: text) {
                note(.badSelectorPath(text, reason: reason), at: member.node.offset, "\(path()).\(key)")
            } else if key == "directory", text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) {
                note(.wholeFolderSelector, at: member.node.offset, "\(path()).\(key)")
            }
        }
        return selector
    }
}

// MARK: - Shared

extension ManifestParser {
    private mutating func noteType(_ expected: String, _ node: JSONNode, _ path: String) {
        note(.wrongType(expected: expected, found: node.kind), at: node.offset, path)
    }

    private mutating func noteLater(_ member: JSONNode.Member, below path: @autoclosure () -> String) {
        guard laterKeys.insert(member.key).inserted else { return }
        let above = path()
        note(.laterKey(member.key), at: member.offset, above.isEmpty ? member.key : "\(above).\(member.key)")
    }

    private mutating func noteDuplicates(among members: [JSONNode.Member], below path: @autoclosure () -> String) {
        guard members.count > 1 else { return }
        var seen: Set<String> = []
        for member in members where !seen.insert(member.key).inserted {
            let above = path()
            note(.duplicateKey(member.key), at: member.offset, above.isEmpty ? member.key : "\(above).\(member.key)")
        }
    }

    /// The start of a name of any length.
    private static func shown(_ name: String) -> String {
        let scalars = name.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 100, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return name }
        return String(scalars[..<end]) + "…"
    }
}

extension JSONNode {
    /// Whether it is `null`.
    var isNull: Bool { if case .null = value { true } else { false } }
}
