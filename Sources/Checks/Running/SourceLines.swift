import AssetPacks
import ContentModel
import Findings
import Packaging
import PropertyLists
import XMLReading

/// The lines of a property list or a manifest, for findings to be shown with.
///
/// Nothing is guessed: a binary property list has none, and a finding without a place none either.
struct SourceLines {
    /// So much of a line is carried before and behind what is meant: more than a terminal shows.
    private static let margin = 400

    /// What the text is written in.
    private enum Syntax {
        case xml
        case oldStyle
        case json
    }

    private let text: [UInt8]
    private let syntax: Syntax
    /// The last line found, for findings come in the order of the text.
    private var known = (line: 1, start: 0)

    /// The findings of one input, each with its line where there is one.
    static func adding(to findings: [Finding], in context: CheckContext) -> [Finding] {
        guard findings.contains(where: { $0.location.position != nil }) else { return findings }
        let contentInfo = ContentTree.contentInfoPath.displayText
        var lines = SourceLines(context.contentInfoBytes, context.contentInfo?.document.format)
        var itself = SourceLines(context.storeProductList?.bytes, context.storeProductList?.document.format)
        var manifest = SourceLines(manifest: context.assetPack?.manifestBytes)
        return findings.map { finding in
            guard let position = finding.location.position, finding.sourceLine == nil else { return finding }
            var finding = finding
            switch finding.location.member {
            case contentInfo?: finding.sourceLine = lines?.line(at: position)
            case nil: finding.sourceLine = itself?.line(at: position)
            case AssetPackManifest.fileName?: finding.sourceLine = manifest?.line(at: position)
            case _?: break
            }
            return finding
        }
    }

    /// Takes a file; `nil` where it is none, or no text.
    init?(_ bytes: [UInt8]?, _ format: PropertyListFormat?) {
        guard let bytes, let format else { return nil }
        switch format {
        case .xml: syntax = .xml
        case .oldStyle: syntax = .oldStyle
        case .binary: return nil
        }
        let decoded = SourceText(bytes)
        let unmarked = Self.unmarked(bytes)
        // A text that has a fault ends before it; what stands there is to be seen too.
        text = decoded.fault != nil && unmarked.starts(with: decoded.utf8) ? unmarked : decoded.utf8
    }

    /// Takes a manifest, which is UTF-8; `nil` where it is none.
    private init?(manifest bytes: [UInt8]?) {
        guard let bytes else { return nil }
        syntax = .json
        text = Self.unmarked(bytes)
    }

    /// A text without the byte-order mark of UTF-8.
    private static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }

    /// The line at a position, with what is meant there; `nil` where the text has no such place.
    mutating func line(at position: TextPosition) -> SourceLine? {
        guard let line = range(ofLine: position.line) else { return nil }
        var (place, column) = (line.lowerBound, 1)
        while column < position.column, place < line.upperBound {
            place = next(place, in: line)
            column += 1
        }
        guard column == position.column else { return nil }
        var (start, before) = (place, 0)
        while start > line.lowerBound, before < Self.margin {
            start -= 1
            while start > line.lowerBound, text[start] & 0xC0 == 0x80 { start -= 1 }
            before += 1
        }
        var (end, behind) = (place, 0)
        while end < line.upperBound, behind < Self.margin {
            end = next(end, in: line)
            behind += 1
        }
        let columns = TextColumn.all(in: Array(text[start..<end]))
        // Bytes that are no UTF-8 may be counted otherwise, and then come only behind the place.
        let first = min(before, columns.count)
        return SourceLine(
            bytes: Array(text[start..<end]), columns: first..<Self.end(ofWhatIsAt: first, in: columns, syntax),
            isCutAtStart: start > line.lowerBound, isCutAtEnd: end < line.upperBound)
    }

    private func next(_ place: Int, in line: Range<Int>) -> Int {
        var place = place + 1
        while place < line.upperBound, text[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }

    /// The bytes of a line without its end. A line ends as it does for `SourcePosition`.
    private mutating func range(ofLine number: Int) -> Range<Int>? {
        if number < known.line { known = (1, 0) }
        while true {
            let end = text[known.start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
            if known.line == number { return known.start..<end }
            guard end < text.count else { return nil }
            let isPair = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A
            known = (known.line + 1, end + (isPair ? 2 : 1))
        }
    }
}

// MARK: - What is meant

extension SourceLines {
    /// How far that goes which starts at a column: a value to its end, a tag or a conflict marker whole, else one column.
    /// - Returns: `start` itself where nothing stands there.
    private static func end(ofWhatIsAt start: Int, in columns: [TextColumn], _ syntax: Syntax) -> Int {
        guard start < columns.count else { return start }
        let line = columns.map { column -> Unicode.Scalar in
            if case .scalar(let scalar) = column { scalar } else { "\u{FFFD}" }
        }
        if start == 0, let marker = line.first, "<>=|".unicodeScalars.contains(marker) {
            let count = line.prefix { $0 == marker }.count
            if count >= 7 { return count }
        }
        switch syntax {
        case .xml: return endInXML(start, line)
        case .oldStyle: return endInOldStyle(start, line)
        case .json: return endInJSON(start, line)
        }
    }

    private static func endInXML(_ start: Int, _ line: [Unicode.Scalar]) -> Int {
        let isBehindTag = start > 0 && line[start - 1] == ">"
        if line[start] == "<" {
            // An empty value: nothing stands between its tags.
            if isBehindTag, start + 1 < line.count, line[start + 1] == "/" { return start }
            return line[start...].firstIndex(of: ">").map { $0 + 1 } ?? start + 1
        }
        return isBehindTag ? line[start...].firstIndex(of: "<") ?? line.count : start + 1
    }

    private static func endInOldStyle(_ start: Int, _ line: [Unicode.Scalar]) -> Int {
        let opening = start > 0 ? line[start - 1] : " "
        if opening == "<" { return line[start...].firstIndex(of: ">") ?? line.count }
        if opening == "\"" || opening == "'" {
            var end = start
            while end < line.count, line[end] != opening { end += line[end] == "\\" ? 2 : 1 }
            return min(end, line.count)
        }
        let word = line[start...].prefix { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_$/:.-".unicodeScalars.contains(scalar)
        }
        return start + max(1, word.count)
    }

    /// A string with its quotation marks, a comment to the end of its line, a word or number, else one sign.
    private static func endInJSON(_ start: Int, _ line: [Unicode.Scalar]) -> Int {
        if line[start] == "\"" {
            var end = start + 1
            while end < line.count, line[end] != "\"" { end += line[end] == "\\" ? 2 : 1 }
            return min(end + 1, line.count)
        }
        if line[start] == "/" { return line.count }
        let word = line[start...].prefix { !"{}[]\",: \t".unicodeScalars.contains($0) }
        return start + max(1, word.count)
    }
}
