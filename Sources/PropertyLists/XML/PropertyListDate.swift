/// Dates of property lists: `YYYY-MM-DDThh:mm:ssZ`, always in UTC.
enum PropertyListDate {
    /// Seconds since 2001-01-01T00:00:00Z; `nil` where the text is no date.
    static func seconds(_ text: String) -> Double? {
        var rest = Substring(text).utf8
        let isBeforeYear0 = rest.first == UInt8(ascii: "-")
        if isBeforeYear0 { rest = rest.dropFirst() }
        guard let year = number(&rest, digits: 1...9, before: "-"),
            let month = number(&rest, digits: 2...2, before: "-"), (1...12).contains(month),
            let day = number(&rest, digits: 2...2, before: "T"),
            let hour = number(&rest, digits: 2...2, before: ":"), hour < 24,
            let minute = number(&rest, digits: 2...2, before: ":"), minute < 60,
            let second = number(&rest, digits: 2...2, before: "Z"), second <= 60, rest.isEmpty
        else { return nil }
        let signedYear = isBeforeYear0 ? -year : year
        guard day >= 1, day <= days(of: month, in: signedYear) else { return nil }
        let days = daysSince2001(year: signedYear, month: month, day: day)
        return Double(days) * 86_400 + Double(hour * 3_600 + minute * 60 + second)
    }

    private static func number(
        _ text: inout Substring.UTF8View, digits: ClosedRange<Int>, before end: Unicode.Scalar
    ) -> Int? {
        let found = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.contains(found.count), text[found.endIndex...].first == UInt8(ascii: end) else { return nil }
        text = text[found.endIndex...].dropFirst()
        return Int(Substring(found))
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days of the Gregorian calendar, counted from years that start in March so that the leap day comes last.
    private static func daysSince2001(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        // 730,791 days lie between 0000-03-01 and 2001-01-01.
        return era * 146_097 + dayOfEra - 730_791
    }
}
