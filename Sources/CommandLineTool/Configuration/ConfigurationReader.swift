import Findings
import JSONReading

/// Reads the text of an `iapkit.json` against a form and collects everything that is wrong, each with its place.
struct ConfigurationReader {
    /// The largest file that is read, in bytes.
    static let sizeLimit = 1 << 20

    /// How the user knows the file.
    private let file: String
    private var places: JSONPlaces
    private var found: [(offset: Int, message: String, hint: String?)] = []

    /// Reads a text.
    /// - Returns: the value of the file, and the reader, to tell places in it.
    /// - Throws: `ConfigurationError` with all faults.
    static func read(
        _ bytes: [UInt8], named file: String, as form: ConfigurationForm
    ) throws(ConfigurationError) -> (root: JSONNode, reader: ConfigurationReader) {
        if bytes.count > sizeLimit {
            throw ConfigurationError(
                file, "is larger than \(sizeLimit >> 20) MiB, which no configuration is", hint: "check the path")
        }
        let text = Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        var reader = ConfigurationReader(file: file, places: JSONPlaces(text))
        if let offset = JSONPlaces.firstInvalid(text) {
            throw reader.error("is not UTF-8", at: offset, hint: "save the file as UTF-8")
        }
        if text.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
            throw ConfigurationError(file, "is empty", hint: "write {} for a configuration that sets nothing")
        }
        let (values, second, fault) = JSONReader.read(text)
        if let fault, second == nil || fault.offset < second ?? 0 {
            let isComment =
                fault.offset < text.count && [UInt8(ascii: "/"), UInt8(ascii: "#")].contains(text[fault.offset])
            throw reader.error(
                "is not well-formed JSON: \(fault.reason)", at: fault.offset,
                hint: isComment ? "JSON has no comments" : nil)
        }
        if let second { throw reader.error("more text follows its end", at: second, hint: "remove it") }
        reader.check(values[0], form, path: "")
        try reader.finish()
        return (values[0], reader)
    }

    private init(file: String, places: JSONPlaces) {
        self.file = file
        self.places = places
    }

    /// Notes a fault at a byte.
    mutating func note(_ message: String, at offset: Int, hint: String? = nil) {
        found.append((offset, message, hint))
    }

    /// Throws what was noted.
    mutating func finish() throws(ConfigurationError) {
        if found.isEmpty { return }
        // Places are quickest told in the order of the text.
        let faults = found.sorted { $0.offset < $1.offset }
        var told: [ConfigurationError.Fault] = []
        for fault in faults { told.append(self.fault(fault.message, at: fault.offset, hint: fault.hint)) }
        throw ConfigurationError(told)
    }

    private mutating func error(_ message: String, at offset: Int, hint: String?) -> ConfigurationError {
        ConfigurationError([fault(message, at: offset, hint: hint)])
    }

    private mutating func fault(_ message: String, at offset: Int, hint: String?) -> ConfigurationError.Fault {
        let place = places.place(at: offset)
        return ConfigurationError.Fault(place: "\(file):\(place.line):\(place.column)", message: message, hint: hint)
    }
}

// MARK: - Forms

extension ConfigurationReader {
    /// - Parameters:
    ///   - path: The way to the value (`products[0].format`); empty for the whole file.
    ///   - example: What could stand there.
    private mutating func check(_ node: JSONNode, _ form: ConfigurationForm, path: String, example: String? = nil) {
        switch form {
        case .anyText:
            if node.string == nil { noteType(node, form, path, example) }
        case .text, .path:
            guard let text = node.string else { return noteType(node, form, path, example) }
            if text.isEmpty { return note("\(Self.shown(path)) is an empty string", at: node.offset) }
            if text.utf8.contains(0) { return note("\(Self.shown(path)) holds a NUL", at: node.offset) }
            if text.unicodeScalars.count > ConfigurationForm.textLimit {
                return note(
                    "\(Self.shown(path)) has more than \(NumberText.grouped(ConfigurationForm.textLimit)) characters",
                    at: node.offset)
            }
            if case .path = form, text == "-" {
                note(
                    "\(Self.shown(path)) is '-', which no file is", at: node.offset,
                    hint: "standard input and output are named on the command line only")
            }
        case .choice(let kind, let words):
            guard let text = node.string else { return noteType(node, form, path, example) }
            if !words.contains(text) { noteUnknown(kind, text, words, at: node.offset) }
        case .list(let form):
            guard let items = node.array else { return noteType(node, .list(form), path, example) }
            for (index, item) in items.enumerated() { check(item, form, path: "\(path)[\(index)]", example: example) }
        case .either(let first, let second):
            switch node.value {
            case .object: check(node, second, path: path, example: example)
            case .string: check(node, first, path: path, example: example)
            default: noteType(node, form, path, example)
            }
        case .record(let members): check(node, members, form, path: path, example: example)
        case .map(let kind, let keys, let form):
            guard let members = node.members else {
                return noteType(node, .map(kind: kind, keys: keys, form), path, example)
            }
            noteDuplicates(members)
            for member in members {
                if keys.contains(member.key) {
                    check(member.node, form, path: Self.joined(path, member.key), example: example)
                } else {
                    noteUnknown(kind, member.key, keys, at: member.offset)
                }
            }
        }
    }

    private mutating func check(
        _ node: JSONNode, _ known: [ConfigurationForm.Member], _ form: ConfigurationForm, path: String,
        example: String?
    ) {
        guard let members = node.members else { return noteType(node, form, path, example) }
        noteDuplicates(members)
        for member in members {
            if let known = known.first(where: { $0.name == member.key }) {
                let own = known.example.map {
                    "for example \(JSONOutline.object([JSONOutline.Member(known.name, $0)]).line)"
                }
                check(member.node, known.form, path: Self.joined(path, member.key), example: own ?? example)
            } else {
                noteUnknown(path.isEmpty ? "setting" : "key", member.key, known.map(\.name), at: member.offset)
            }
        }
        for missing in known where missing.isRequired && !members.contains(where: { $0.key == missing.name }) {
            note("\(Self.shown(path)) lacks \"\(missing.name)\"", at: node.offset)
        }
    }

    private mutating func noteDuplicates(_ members: [JSONNode.Member]) {
        var lines: [[UInt8]: Int] = [:]
        for member in members {
            let key = Array(member.key.utf8)
            if let line = lines[key] {
                note(
                    "the key \(SafeText.quoted(member.key)) stands twice; first on line \(line)", at: member.offset,
                    hint: "remove one of them")
            } else {
                lines[key] = places.place(at: member.offset).line
            }
        }
    }

    private mutating func noteType(_ node: JSONNode, _ form: ConfigurationForm, _ path: String, _ example: String?) {
        note(
            "\(Self.shown(path)) must be \(form.expectation), and is \(node.kind)", at: node.offset, hint: example)
    }

    private mutating func noteUnknown(_ kind: String, _ name: String, _ names: [String], at offset: Int) {
        // Beyond what is told nobody reads a hint, and to look for the nearest of many names takes its time.
        if found.count >= ConfigurationError.toldFaults { return note("there is no \(kind) of this name", at: offset) }
        let error = UsageError.unknown(kind, SafeText.escaped(name, limit: 80), in: names, listedBy: Self.list(kind))
        note(error.message, at: offset, hint: error.hint)
    }

    /// Where many names are listed.
    private static func list(_ kind: String) -> String? {
        switch kind {
        case "finding": "iapkit explain lists all of them"
        default: nil
        }
    }

    private static func joined(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private static func shown(_ path: String) -> String { path.isEmpty ? "the whole" : "'\(path)'" }
}
