import ContentModel
import Findings
import PropertyLists
import XMLReading

/// The shell command that changes one value of a folder's `ContentInfo.plist`.
///
/// `iapkit edit` where that does it. For what it does not do (a value that it would refuse, another key or type), `sed`,
/// where the value stands on one line: Linux and macOS both have it, and every other byte stays too.
struct MendingCommand {
    private let context: CheckContext

    init(in context: CheckContext) { self.context = context }

    /// The advice with the command that sets the value of an entry.
    func remedy(_ advice: String, setting entry: PropertyListEntry, to value: String) -> Remedy {
        Remedy(advice, command: setting(entry, to: value))
    }

    /// Raises the version by one.
    /// - Returns: `nil` where the version is none, and where no command does it.
    func raisingVersion() -> String? {
        guard context.isEditable, let bytes = context.contentInfoBytes,
            let next = context.contentInfo?.contentVersion.text.flatMap(ContentVersion.raised),
            (try? ContentInfoEdit(bytes, contentVersion: next)) != nil,
            let folder = ShellText.quoted(context.folderPath)
        else { return nil }
        return "iapkit edit \(folder) --bump"
    }

    /// Sets the value of an entry of the root dictionary to a string.
    /// - Returns: `nil` where no single command does it safely: in packages, in a file with a fault, and where a name or
    /// value could not be copied from a terminal.
    func setting(_ entry: PropertyListEntry, to value: String) -> String? {
        if let command = editing(entry.key, to: value) { return command }
        guard context.contentInfo?.document.format == .xml, case .string(let old) = entry.node.value,
            let position = entry.node.position
        else { return nil }
        return editingLine(
            position, from: ">\(Self.xmlEscaped(old))<", to: ">\(Self.xmlEscaped(value))<", textOffset: 1)
    }

    /// `iapkit edit`, where it would do it.
    private func editing(_ key: String, to value: String) -> String? {
        let (isProduct, isVersion) = (
            key == ContentInfo.productIdentifierKey && ProductIdentifier.violations(of: value).isEmpty,
            key == ContentInfo.contentVersionKey && ContentVersion(value) != nil
        )
        guard isProduct || isVersion, context.isEditable, let bytes = context.contentInfoBytes,
            (try? ContentInfoEdit(
                bytes, productIdentifier: isProduct ? value : nil, contentVersion: isVersion ? value : nil)) != nil,
            let folder = ShellText.quoted(context.folderPath), let value = ShellText.quoted(value)
        else { return nil }
        return "iapkit edit \(folder) \(isProduct ? "--product-id" : "--content-version") \(value)"
    }

    /// Writes a number's own text as a string: `<real>1.10</real>` becomes `<string>1.10</string>`.
    func makingString(of entry: PropertyListEntry) -> String? {
        guard context.contentInfo?.document.format == .xml, let text = entry.node.sourceText,
            let position = entry.node.position
        else { return nil }
        let element = entry.node.value.typeName
        return editingLine(
            position, from: "<\(element)>\(text)</\(element)>", to: "<string>\(text)</string>",
            textOffset: element.unicodeScalars.count + 2)
    }

    /// Gives an entry of the root dictionary another key.
    func renaming(_ entry: PropertyListEntry, to key: String) -> String? {
        guard context.contentInfo?.document.format == .xml, let position = entry.keyPosition else { return nil }
        let (old, new) = (Self.xmlEscaped(entry.key), Self.xmlEscaped(key))
        return editingLine(position, from: "<key>\(old)</key>", to: "<key>\(new)</key>", textOffset: 5)
    }

    // MARK: sed

    /// A command for both the GNU and the BSD `sed`: `-i` with a suffix, a line number, and a basic regular expression.
    private func editingLine(_ position: SourcePosition, from old: String, to new: String, textOffset: Int) -> String? {
        guard let file, let bytes = context.contentInfoBytes, bytes.allSatisfy({ $0 != 0 }),
            old.utf8.allSatisfy(Self.isPlain), new.utf8.allSatisfy(Self.isPlain),
            // Sed of macOS refuses bytes that are not UTF-8.
            let line = Self.line(position.line, of: bytes).flatMap({ String(validating: $0, as: UTF8.self) }),
            String(validating: bytes, as: UTF8.self) != nil
        else { return nil }
        let scalars = Array(line.unicodeScalars)
        let places = Self.places(of: Array(old.unicodeScalars), in: scalars)
        let markLength = scalars.first == "\u{FEFF}" ? 1 : 0
        guard places.count == 1, let place = places.first,
            place + textOffset - markLength + 1 == position.column,
            let delimiter = "|#,%@!~:/;=_".first(where: { !old.contains($0) && !new.contains($0) })
        else { return nil }

        let pattern = Self.escaped(old, special: #"\.*[]^$"#)
        let replacement = Self.escaped(new, special: #"\&"#)
        let suffix = unusedSuffix
        guard
            let script = ShellText.quoted(
                "\(position.line)s\(delimiter)\(pattern)\(delimiter)\(replacement)\(delimiter)"),
            let path = ShellText.quoted(file), let copy = ShellText.quoted(file + suffix)
        else { return nil }
        return "sed -i\(suffix) \(script) \(path) && rm \(copy)"
    }

    /// ASCII that can be seen: a terminal or clipboard may change the Unicode form of anything else, and `sed`, which
    /// compares bytes, would then find nothing.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    private static func escaped(_ text: String, special: String) -> String {
        text.reduce(into: "") { result, character in
            if special.contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// The line as `sed` counts: only a line feed ends one.
    private static func line(_ number: Int, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var start = bytes.startIndex
        for _ in 1..<max(1, number) {
            guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
            start = end + 1
        }
        return bytes[start...].prefix { $0 != 0x0A }
    }

    private static func places(of pattern: [Unicode.Scalar], in text: [Unicode.Scalar]) -> [Int] {
        guard !pattern.isEmpty, text.count >= pattern.count else { return [] }
        return (0...text.count - pattern.count).filter { text[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }

    private static func xmlEscaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }

    /// A suffix for the copy that `sed` makes, such that the copy replaces no file of the user's.
    private var unusedSuffix: String {
        let name = ContentTree.contentInfoPath.displayText
        let taken = Set(context.tree?.leftOut.map(\.path) ?? [])
        let suffixes = [".bak"] + (1...100).map { ".bak\($0)" }
        return suffixes.first { !taken.contains(ContentPath(name + $0)) } ?? ".iapkit-copy"
    }

    // MARK: The file

    /// The path of `ContentInfo.plist` such that no program takes it for an option.
    private var file: String? {
        context.isEditable ? context.path(of: ContentTree.contentInfoPath.displayText) : nil
    }
}
