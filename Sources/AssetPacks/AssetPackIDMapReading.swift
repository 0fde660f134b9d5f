internal import JSONReading

/// What is wrong with a file of pack IDs.
public struct AssetPackIDMapFault: Sendable, Hashable {
    /// A clause, with what the file holds made fit to be shown.
    public let reason: String
    /// Where it is.
    public let place: AssetPackPlace

    /// Creates a fault.
    public init(_ reason: String, place: AssetPackPlace) {
        self.reason = reason
        self.place = place
    }
}

/// A file of pack IDs as it was read.
public struct AssetPackIDMapReading: Sendable, Hashable {
    /// The most faults that are told.
    public static let faultLimit = 100

    /// What could be understood. A file with faults is not to be written again: what was not understood would be lost.
    public let map: AssetPackIDMap
    /// What is wrong, in the order of the text, ``faultLimit`` at most.
    public let faults: [AssetPackIDMapFault]

    /// Reads a file.
    public init(_ bytes: [UInt8]) {
        var parser = IDMapParser()
        let text = Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        parser.read(text)
        map = parser.map
        var places = JSONPlaces(text)
        let found = parser.faults.enumerated()
            .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        faults = found.map { fault in
            let place = places.place(at: fault.element.offset)
            return AssetPackIDMapFault(
                fault.element.reason, place: AssetPackPlace(line: place.line, column: place.column))
        }
    }
}

/// Takes a file of pack IDs apart.
private struct IDMapParser {
    private(set) var map = AssetPackIDMap()
    private(set) var faults: [(reason: String, offset: Int)] = []
    /// The first product of each ID, letter case aside.
    private var owners: [String: (product: String, identifier: AssetPackIdentifier)] = [:]

    private mutating func note(_ reason: @autoclosure () -> String, at offset: Int) {
        if faults.count < AssetPackIDMapReading.faultLimit { faults.append((reason(), offset)) }
    }

    mutating func read(_ bytes: [UInt8]) {
        if let offset = JSONPlaces.firstInvalid(bytes) { return note("it is not UTF-8", at: offset) }
        let (values, second, fault) = JSONReader.read(bytes)
        if let second { return note("more text follows its end", at: second) }
        if let fault { return note("it is not well-formed JSON: \(fault.reason)", at: fault.offset) }
        guard let root = values.first else { return }
        guard let members = root.members else {
            return note("it is \(root.kind), and must be an object", at: root.offset)
        }
        var seen: Set<String> = []
        for member in members where !seen.insert(member.key).inserted {
            note("the key \(Shown.quoted(member.key)) stands there twice", at: member.offset)
        }
        // A form of another version is not guessed at.
        guard version(members, root) else { return }
        for member in members where member.key != "formatVersion" && member.key != "assetPackIDs" {
            note(
                "there is no key \(Shown.quoted(member.key)) in this file, only 'assetPackIDs' and 'formatVersion'",
                at: member.offset)
        }
        guard let list = members.last(where: { $0.key == "assetPackIDs" }) else {
            return note("it has no 'assetPackIDs'", at: root.offset)
        }
        guard let entries = list.node.members else {
            return note("'assetPackIDs' is \(list.node.kind), and must be an object", at: list.node.offset)
        }
        for entry in entries { take(entry) }
    }

    private mutating func version(_ members: [JSONNode.Member], _ root: JSONNode) -> Bool {
        guard let version = members.last(where: { $0.key == "formatVersion" }) else {
            note("it has no 'formatVersion'", at: root.offset)
            return true
        }
        guard let number = version.node.integer else {
            let kind = version.node.number == nil ? version.node.kind : "no whole number"
            note("'formatVersion' is \(kind), and must be \(AssetPackIDMap.formatVersion)", at: version.node.offset)
            return true
        }
        if number == AssetPackIDMap.formatVersion { return true }
        note(
            "'formatVersion' is \(number), and this iapkit knows \(AssetPackIDMap.formatVersion)",
            at: version.node.offset)
        return false
    }

    private mutating func take(_ entry: JSONNode.Member) {
        let product = Shown.quoted(entry.key)
        guard !entry.key.isEmpty else { return note("a product ID is empty", at: entry.offset) }
        guard map[entry.key] == nil else {
            return note("the product \(product) stands there twice", at: entry.offset)
        }
        guard let text = entry.node.string else {
            return note(
                "the asset pack ID of \(product) is \(entry.node.kind), and must be a string", at: entry.node.offset)
        }
        guard let identifier = AssetPackIdentifier(text) else {
            let reason = AssetPackIdentifier.fault(in: text) ?? ""
            return note(
                "the asset pack ID \(Shown.quoted(text)) of \(product) is none: \(reason)", at: entry.node.offset)
        }
        if let (other, known) = owners[identifier.folded] {
            let subject =
                known == identifier
                ? "the asset pack ID '\(identifier.text)' is that"
                : "the asset pack IDs '\(known.text)' and '\(identifier.text)', which differ in letter case alone, are those"
            note(
                "\(subject) of \(Shown.quoted(other)) and of \(product), and each product needs its own",
                at: entry.node.offset)
        } else {
            owners[identifier.folded] = (entry.key, identifier)
        }
        map.set(identifier, for: Array(entry.key.utf8))
    }
}
