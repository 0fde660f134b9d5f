/// A time as people write it: in UTC, by the Gregorian calendar.
package struct CivilTime: Sendable, Hashable {
    /// The year, from 1970 to 9999.
    package let year: Int
    /// The month, from 1.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int
    /// The hour, from 0.
    package let hour: Int
    /// The minute, from 0.
    package let minute: Int
    /// The second, from 0; there are no leap seconds.
    package let second: Int

    /// 9999-12-31T23:59:59Z, the last time that four digits hold the year of, in seconds since 1970.
    package static let latest: Int64 = 253_402_300_799

    /// Takes a time in seconds since 1970-01-01T00:00:00Z; one before that or after ``latest`` becomes the nearest.
    package init(secondsSince1970 seconds: Int64) {
        let seconds = min(max(seconds, 0), Self.latest)
        let (days, rest) = (Int(seconds / 86_400), Int(seconds % 86_400))
        (year, month, day) = Self.date(daysSince1970: days)
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// The time as `YYYY-MM-DDThh:mm:ss`, without a zone.
    package var text: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        return "\(date)T\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))"
    }

    /// The proleptic Gregorian date of a day; the year is taken to begin in March, so that the leap day comes last.
    private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468  // days since 0000-03-01
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
