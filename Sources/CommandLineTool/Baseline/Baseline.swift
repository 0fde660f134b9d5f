import Checks
import Findings
import JSONReading

/// Findings that are known and accepted: those that a repository had when it began to be checked.
///
/// An entry is known again by its code, its input, the member and the key, never by its wording or its line. Two findings
/// that are equal in these need two entries.
struct Baseline {
    /// The version of the file's form. Keys may be added within a major version.
    static let schemaVersion = "1.0"
    /// The largest file that is read, in bytes: some 200,000 entries.
    static let sizeLimit = 32 << 20

    /// What a finding is known by. Texts are compared by their bytes.
    struct Identity: Hashable {
        let code: String
        /// The path of the input from the folder of the file, with `/`.
        let input: String
        let member: String?
        let key: String?

        static func == (left: Identity, right: Identity) -> Bool {
            left.parts == right.parts
        }

        func hash(into hasher: inout Hasher) { hasher.combine(parts) }

        private var parts: [[UInt8]?] { [code, input, member, key].map { $0.map { Array($0.utf8) } } }
    }

    /// One entry.
    struct Entry {
        let identity: Identity
        /// Where it stands in the file.
        let position: TextPosition
    }

    /// How the user knows the file.
    let name: String
    /// The folder that its paths start from.
    let folder: BaselineFolder
    /// In the order of the file.
    let entries: [Entry]
}

extension Baseline {
    /// Reads a file.
    /// - Throws: `RunFailureError` where it can't be read, or is no baseline.
    static func read(_ name: String) throws(RunFailureError) -> Baseline {
        let bytes: [UInt8]
        switch SmallInputFile.bytes(of: name, limit: sizeLimit + 1) {
        case .success(let read): bytes = read
        case .failure(let error):
            throw failure(
                name, "the baseline can't be read: \(error.reason)",
                "check the path, or write it with iapkit validate --write-baseline")
        }
        guard bytes.count <= sizeLimit else {
            throw failure(name, "is larger than \(sizeLimit >> 20) MiB, which no baseline is", "check the path")
        }
        let text = Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        var places = JSONPlaces(text)
        func fault(_ reason: String, at offset: Int) -> RunFailureError {
            let place = places.place(at: offset)
            return failure(
                "\(name):\(place.line):\(place.column)", reason,
                "mend it, or write it with iapkit validate --write-baseline")
        }
        if let offset = JSONPlaces.firstInvalid(text) { throw fault("the baseline is not UTF-8", at: offset) }
        let (values, second, broken) = JSONReader.read(text)
        if let broken { throw fault("the baseline is not well-formed JSON: \(broken.reason)", at: broken.offset) }
        if let second { throw fault("more text follows the end of the baseline", at: second) }
        guard let root = values.first, let items = root["findings"]?.array else {
            throw fault("is no baseline: it has no array \"findings\"", at: values.first?.offset ?? 0)
        }
        if root["tool"] != nil {
            throw fault("is a report, and no baseline", at: root.offset)
        }
        guard let version = root["schemaVersion"]?.string, version.split(separator: ".").first == "1" else {
            throw fault(
                "is no baseline of a version that this iapkit reads, 1",
                at: root["schemaVersion"]?.offset ?? root.offset)
        }
        guard let folder = BaselineFolder(of: name) else { throw failure(name, "its folder can't be found", nil) }
        var entries: [Entry] = []
        for item in items {
            guard let code = item["code"]?.string, let input = item["input"]?.string else {
                throw fault("the entry lacks \"code\" or \"input\", or one of them is no string", at: item.offset)
            }
            for key in ["member", "key"] {
                guard let value = item[key], value.string == nil else { continue }
                throw fault("\"\(key)\" of the entry is no string", at: value.offset)
            }
            let place = places.place(at: item.offset)
            let identity = Identity(
                code: CheckCatalog.code(named: code)?.id ?? code, input: plain(input), member: item["member"]?.string,
                key: item["key"]?.string)
            entries.append(
                Entry(identity: identity, position: TextPosition(line: place.line, column: place.column)))
        }
        return Baseline(name: name, folder: folder, entries: entries)
    }

    /// A path without the parts that say nothing: people write `./Packs/`.
    private static func plain(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return path.hasPrefix("/") ? "/" + parts : parts.isEmpty ? "." : parts
    }

    private static func failure(_ subject: String, _ reason: String, _ remedy: String?) -> RunFailureError {
        RunFailureError(RunFailure(subject: subject, reason: reason, remedy: remedy))
    }
}

extension Baseline {
    /// A baseline of findings, for a file that is to be written.
    /// - Throws: `RunFailureError` where there is no folder for it.
    init(of findings: [Finding], named name: String) throws(RunFailureError) {
        guard let folder = BaselineFolder(of: name) else {
            throw Self.failure(name, "there is no folder for the baseline", "make the folder first")
        }
        self.name = name
        self.folder = folder
        // The path of an input is looked up once; a catalogue has thousands of findings.
        var inputs: [[UInt8]: String] = [:]
        let identities = findings.map { finding in
            let input = Array(finding.location.input.utf8)
            let path = inputs[input] ?? folder.path(of: finding.location.input)
            inputs[input] = path
            return Identity(
                code: finding.code.id, input: path, member: finding.location.member, key: finding.location.key)
        }
        entries = identities.sorted(by: Identity.precedes)
            .map { Entry(identity: $0, position: TextPosition(line: 1, column: 1)) }
    }

    /// The file's text: an entry a line, sorted, so that two branches that change it seldom clash.
    /// - Parameter slugs: The names of the codes, for people; nothing goes by them.
    func text(slugs: [String: String]) -> String {
        let lines = entries.map { entry in
            let identity = entry.identity
            let members = [
                ("input", identity.input), ("member", identity.member), ("code", identity.code),
                ("slug", slugs[identity.code]), ("key", identity.key),
            ]
            return "    "
                + JSONOutline.object(
                    members.compactMap { key, value in value.map { JSONOutline.Member(key, .text($0)) } }
                ).line
        }
        let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
        return "{\n  \"schemaVersion\": \"\(Self.schemaVersion)\",\n  \"findings\": \(list)\n}\n"
    }
}

extension Baseline.Identity {
    /// Orders by input, member, code and key.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
        for (one, other) in [
            (left.input, right.input), (left.member ?? "", right.member ?? ""), (left.code, right.code),
            (left.key ?? "", right.key ?? ""),
        ] where !one.utf8.elementsEqual(other.utf8) {
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return false
    }
}
