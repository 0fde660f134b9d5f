import Findings

/// A file or folder that a report names: relative to the current folder where it lies in it, else absolute.
struct ArtifactPath {
    private let parts: [[UInt8]]
    private let isAbsolute: Bool

    /// Takes a path apart; parts that say nothing (`.`, and nothing at all) are dropped.
    init(_ path: [UInt8], workingFolders: [[UInt8]]) {
        let parts = Self.parts(of: path)
        guard path.first == UInt8(ascii: "/") else {
            (self.parts, isAbsolute) = (parts, false)
            return
        }
        let folder = workingFolders.map(Self.parts).first { parts.starts(with: $0) }
        (self.parts, isAbsolute) = (Array(parts.dropFirst(folder?.count ?? 0)), folder == nil)
    }

    /// The path as a reference of RFC 3986: relative, or a `file:` URI.
    ///
    /// Every byte but letters, digits and `-._~` is percent-encoded, so no name can begin with a scheme.
    var uri: String {
        let path = parts.map(Self.percentEncoded).joined(separator: "/")
        if isAbsolute { return "file:///" + path }
        return path.isEmpty ? "." : path
    }

    /// The path as text: as it is where it can be seen whole, with what can't be seen escaped elsewhere.
    var text: String {
        let path = parts.map(Self.shown).joined(separator: "/")
        if isAbsolute { return "/" + path }
        return path.isEmpty ? "." : path
    }

    private static func parts(of path: [UInt8]) -> [[UInt8]] {
        path.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }

    private static func percentEncoded(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + hexadecimal(byte)
            }
        }.joined()
    }

    /// A name with what can't be seen as its code point, and each byte that is not UTF-8 as `\xFF`.
    private static func shown(_ bytes: [UInt8]) -> String {
        var (text, valid, index) = ("", "", 0)
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar):
                valid.unicodeScalars.append(Unicode.UTF8.decode(scalar))
                index += scalar.count
            case .error(let length):
                text += SafeText.escaped(valid) + bytes[index..<index + length].map { "\\x" + hexadecimal($0) }.joined()
                valid = ""
                index += length
            case .emptyInput:
                return text + SafeText.escaped(valid)
            }
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

/// Where a finding is, in the terms of programs that know files and nothing inside of packages.
struct ReportPlace {
    /// The file or folder: that of a content folder itself, or the package that holds the member.
    let artifact: ArtifactPath
    /// The path inside the package; `nil` where the artifact is all there is to name.
    let member: String?
    /// The place in the artifact's own text.
    let position: TextPosition?
    /// The place in the text of the member of a package.
    let memberPosition: TextPosition?
}

/// Finds the places of a report's findings.
struct PlaceFinder {
    private let folders: Set<[UInt8]>
    private let workingFolders: [[UInt8]]

    init(_ report: Report) {
        folders = Set(report.inputs.filter { $0.kind == .folder }.map { Array($0.path.utf8) })
        workingFolders = report.workingFolders.map { Array($0.utf8) }
    }

    func place(of location: Location) -> ReportPlace {
        let input = Array(location.input.utf8)
        guard let member = location.member else {
            return ReportPlace(
                artifact: artifact(input), member: nil, position: location.position, memberPosition: nil)
        }
        guard folders.contains(input) else {
            return ReportPlace(
                artifact: artifact(input), member: member, position: nil, memberPosition: location.position)
        }
        return ReportPlace(
            artifact: artifact(input + [UInt8(ascii: "/")] + Self.bytes(ofShown: member)), member: nil,
            position: location.position, memberPosition: nil)
    }

    private func artifact(_ path: [UInt8]) -> ArtifactPath { ArtifactPath(path, workingFolders: workingFolders) }

    /// The bytes of a member's name. In its text each `\x5C` and the like stands for one byte, and no other backslash
    /// occurs.
    private static func bytes(ofShown text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\"), rest.dropFirst().first == UInt8(ascii: "x"),
                let value = UInt8(String(decoding: rest.dropFirst(2).prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(4)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }
}
