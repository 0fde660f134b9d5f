/// A time as zip keeps it: MS-DOS date and time, in steps of two seconds, with no time zone.
///
/// APPNOTE.TXT 4.4.6. The fields are those of UTC, so that the bytes do not depend on where they are made.
package struct ZipTime: Sendable, Hashable {
    /// Bits 0–4 the day, 5–8 the month, 9–15 the years since 1980.
    package let date: UInt16
    /// Bits 0–4 the seconds halved, 5–10 the minute, 11–15 the hour.
    package let time: UInt16

    /// 1980-01-01T00:00:00Z, the first time that a zip can hold, in seconds since 1970.
    package static let earliest: Int64 = 315_532_800
    /// 2107-12-31T23:59:58Z, the last.
    package static let latest: Int64 = 4_354_819_198

    /// Takes a time in seconds since 1970-01-01T00:00:00Z; one that zip can't hold becomes the nearest that it can.
    package init(secondsSince1970 seconds: Int64) {
        let seconds = min(max(seconds, Self.earliest), Self.latest)
        let civil = CivilTime(secondsSince1970: seconds)
        date = UInt16((civil.year - 1980) << 9 | civil.month << 5 | civil.day)
        time = UInt16(civil.hour << 11 | civil.minute << 5 | civil.second / 2)
    }

    /// Takes the fields of a record.
    package init(date: UInt16, time: UInt16) {
        self.date = date
        self.time = time
    }

    /// The time, taken as UTC; fields that are out of range count as the nearest that is in range.
    package var secondsSince1970: Int64 {
        let (year, month, day) = (Int(date >> 9) + 1980, Int(date >> 5 & 15), Int(date & 31))
        let days = Self.daysSince1970(year: year, month: min(max(month, 1), 12), day: max(day, 1))
        let (hour, minute, second) = (Int(time >> 11), Int(time >> 5 & 63), Int(time & 31) * 2)
        return Int64(days * 86_400 + min(hour, 23) * 3600 + min(minute, 59) * 60 + min(second, 59))
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (marchYear / 400, marchYear % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
