/// What the value of a setting may be: the reader of `iapkit.json` and the schema that editors use both come from it, so
/// that they can't disagree.
indirect enum ConfigurationForm: Sendable {
    /// Any string.
    case anyText
    /// A string that is not empty, not too long, and holds no NUL, which no argument of a program could hold either.
    case text
    /// Such a string that names a file or folder; `-` is none, since standard input and output are the command line's.
    case path
    /// One of these words.
    case choice(kind: String, [String])
    /// An array.
    case list(ConfigurationForm)
    /// A value, or in its place an object.
    case either(ConfigurationForm, ConfigurationForm)
    /// An object with these members.
    case record([Member])
    /// An object with some of these words as keys.
    case map(kind: String, keys: [String], ConfigurationForm)

    /// The most Unicode scalars of a text: as many bytes as a path may have.
    static let textLimit = 4096

    /// A member of an object.
    struct Member: Sendable {
        let name: String
        /// What it means: a sentence.
        let summary: String
        let form: ConfigurationForm
        var isRequired = false
        /// A value to copy.
        var example: JSONOutline?
    }

    /// What a value must be, with an article ("an array of strings").
    var expectation: String {
        switch self {
        case .anyText, .text, .path: "a string"
        case .choice(let kind, let words):
            words.count > 8 ? "the code of a \(kind)" : "one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .list(let form): "an array of \(form.plural)"
        case .either(let first, let second): "\(first.expectation) or \(second.expectation)"
        case .record, .map: "an object"
        }
    }

    private var plural: String {
        switch self {
        case .anyText, .text, .path: "strings"
        case .choice(let kind, let words):
            words.count > 8 ? "codes of \(kind)s" : "\(words.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .list: "arrays"
        case .either(let first, let second): "\(first.plural) or \(second.plural)"
        case .record, .map: "objects"
        }
    }
}

extension ConfigurationForm {
    /// The form as a schema of JSON Schema, draft 7.
    var schema: JSONOutline {
        switch self {
        case .anyText: ["type": "string"]
        case .text: Self.textSchema
        case .path: Self.textSchema.adding("not", ["const": "-"])
        case .choice(_, let words): ["type": "string", "enum": .array(words.map { .text($0) })]
        case .list(let form): ["type": "array", "items": form.schema]
        case .either(let first, let second): ["anyOf": [first.schema, second.schema]]
        case .record(let members): Self.schema(of: members)
        case .map(_, let keys, let form):
            [
                "type": "object",
                "propertyNames": ["enum": .array(keys.map { .text($0) })],
                "additionalProperties": form.schema,
            ]
        }
    }

    private static let textSchema: JSONOutline = [
        "type": "string", "pattern": "^[^\\u0000]+$", "maxLength": .number(textLimit),
    ]

    private static func schema(of members: [Member]) -> JSONOutline {
        let properties = members.map { member -> JSONOutline.Member in
            let schema = member.form.schema.adding("description", .text(member.summary))
            return JSONOutline.Member(member.name, member.example.map { schema.adding("examples", [$0]) } ?? schema)
        }
        let required = members.filter(\.isRequired).map { JSONOutline.text($0.name) }
        let schema: JSONOutline = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        return required.isEmpty ? schema : schema.adding("required", .array(required))
    }
}
