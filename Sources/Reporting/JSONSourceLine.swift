import Findings
import JSONReading

/// The line of text that a finding is about, as the JSON report has it: what is meant starts at the column `start` of
/// `text`, counted from 1, and is `length` columns long.
///
/// A line that is not UTF-8 is no text of JSON: in place of `text` it has `hex`, two digits a byte.
struct WireSourceLine: Encodable {
    var text: String?
    var hex: String?
    var start: Int
    var length: Int
    var cutAtStart: Bool?
    var cutAtEnd: Bool?

    init(_ line: SourceLine) {
        text = String(validating: line.bytes, as: UTF8.self)
        hex = text == nil ? line.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() : nil
        start = line.columns.lowerBound + 1
        length = line.columns.count
        cutAtStart = line.isCutAtStart ? true : nil
        cutAtEnd = line.isCutAtEnd ? true : nil
    }
}

extension SourceLine {
    init(_ fields: JSONFields) throws(JSONFields.Fault) {
        let start = max(1, try fields.required("start", JSONFields.count)) - 1
        let (end, isTooLarge) = start.addingReportingOverflow(try fields.required("length", JSONFields.count))
        var bytes = try fields.optional("text", JSONFields.text).map { Array($0.utf8) }
        if bytes == nil { bytes = Self.bytes(ofHex: try fields.required("hex", JSONFields.text)) }
        guard let bytes, !isTooLarge else { throw fields.fault("the line of a finding is none") }
        self.init(
            bytes: bytes, columns: start..<end,
            isCutAtStart: try fields.optional("cutAtStart", JSONFields.truth) ?? false,
            isCutAtEnd: try fields.optional("cutAtEnd", JSONFields.truth) ?? false)
    }

    private static func bytes(ofHex text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
