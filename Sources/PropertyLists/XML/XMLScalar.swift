internal import XMLReading

/// The value that an element of text stands for, by the rules of Apple's own reader (`CFPropertyList.c`).
struct XMLScalar {
    let value: PropertyListValue
    /// The text, for numbers and dates.
    var sourceText: String?
    /// What is wrong with the text; then the value is 0 or empty.
    var problem: String?

    init(element: String, text: String) {
        switch element {
        case "integer":
            let number = Self.integer(text)
            value = .integer(number ?? 0)
            sourceText = text
            if let number {
                if number < Int128(Int64.min) || number > Int128(UInt64.max) {
                    problem = "<integer> holds \(Self.quoted(text)), more than 64 bits can hold"
                }
            } else {
                problem = "<integer> holds \(Self.quoted(text)), which is not a whole number"
            }
        case "real":
            let number = Self.real(text)
            value = .real(number ?? 0)
            sourceText = text
            if number == nil { problem = "<real> holds \(Self.quoted(text)), which is not a number" }
        case "date":
            let seconds = PropertyListDate.seconds(text)
            value = .date(seconds ?? 0)
            sourceText = text
            if seconds == nil {
                problem = "<date> holds \(Self.quoted(text)), which is not a date like 2026-01-31T12:00:00Z"
            }
        case "data":
            let bytes = Base64.decode(text)
            value = .data(bytes ?? [])
            if bytes == nil { problem = "<data> holds text that is not Base64" }
        case "true", "false":
            value = .boolean(element == "true")
            if !text.isEmpty { problem = "<\(element)> holds \(Self.quoted(text)); it must be empty" }
        default:
            value = .string(text)
        }
    }

    private static func quoted(_ text: String) -> String {
        text.isEmpty ? "nothing" : "'\(text.prefix(40))\(text.count > 40 ? "…" : "")'"
    }

    /// White space, a sign, white space, then decimal digits or `0x` and hexadecimal ones. White space at the end is an
    /// error, as it is for Apple's reader.
    static func integer(_ text: String) -> Int128? {
        var rest = Substring(text).utf8.drop(while: TextScan.isSpace)
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst().drop(while: TextScan.isSpace)
        }
        var radix: Int128 = 10
        if rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8) {
            radix = 16
            rest = rest.dropFirst(2)
        }
        guard !rest.isEmpty else { return nil }
        var value: Int128 = 0
        for byte in rest {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return nil }
            let (product, hasOverflown) = value.multipliedReportingOverflow(by: radix)
            let (sum, hasOverflownToo) = product.subtractingReportingOverflow(Int128(digit))
            // Counted downwards, since the smallest number has no positive twin.
            guard !hasOverflown, !hasOverflownToo else { return nil }
            value = sum
        }
        if isNegative { return value }
        let (negated, hasOverflown) = Int128(0).subtractingReportingOverflow(value)
        return hasOverflown ? nil : negated
    }

    /// White space, then a decimal number or a word for infinity or not-a-number.
    static func real(_ text: String) -> Double? {
        switch text.lowercased() {
        case "nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default: break
        }
        let number = Substring(text).utf8.drop(while: TextScan.isSpace)
        var rest = number
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        var digitCount = 0
        func skipDigits() {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            digitCount += digits.count
            rest = rest[digits.endIndex...]
        }
        skipDigits()
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            skipDigits()
        }
        guard digitCount > 0 else { return nil }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            digitCount = 0
            skipDigits()
            guard digitCount > 0 else { return nil }
        }
        guard rest.isEmpty else { return nil }
        return Double(Substring(number))
    }
}
