/// A day in UTC; no time zone, locale or clock has a say in it.
struct CalendarDate: CustomStringConvertible {
    let year: Int
    let month: Int
    let day: Int

    /// The day of a moment, given as Apple's frameworks count: in seconds since 2001-01-01T00:00:00Z.
    ///
    /// `nil` before then and after the year 9999.
    init?(secondsSince2001 seconds: Double) {
        // 7999 years of 365.2425 days.
        guard seconds >= 0, seconds < 2_921_575 * 86_400 else { return nil }
        // Days since 0000-03-01, so that a leap day is the last day of its year. The Gregorian calendar repeats itself
        // every 146,097 days, which are 400 years.
        let days = Int(seconds / 86_400) + 730_791
        let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The date as `2001-01-01`.
    var description: String { "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))" }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
