import Testing

@testable import ArchiveFormats

@Suite struct ZipTimeTests {
    @Test(arguments: [
        (315_532_800, 1980, 1, 1, 0, 0, 0),
        (951_782_399, 2000, 2, 28, 23, 59, 58),
        (951_868_799, 2000, 2, 29, 23, 59, 58),
        (1_700_000_000, 2023, 11, 14, 22, 13, 20),
        (1_709_251_199, 2024, 2, 29, 23, 59, 58),
        (4_107_542_400, 2100, 3, 1, 0, 0, 0),
        (4_354_819_198, 2107, 12, 31, 23, 59, 58),
    ])
    func `seconds since 1970 become the fields of UTC, rounded down to two seconds`(
        seconds: Int64, year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
    ) {
        let time = ZipTime(secondsSince1970: seconds)
        #expect(time.date == UInt16((year - 1980) << 9 | month << 5 | day))
        #expect(time.time == UInt16(hour << 11 | minute << 5 | second / 2))
    }

    @Test(arguments: [Int64.min, -1, 0, 315_532_799])
    func `C07: a time before 1980 becomes 1980-01-01`(seconds: Int64) {
        #expect(ZipTime(secondsSince1970: seconds) == ZipTime(date: 0x0021, time: 0))
    }

    @Test(arguments: [4_354_819_199, Int64.max])
    func `a time after 2107 becomes the last second that a zip can hold`(seconds: Int64) {
        #expect(ZipTime(secondsSince1970: seconds) == ZipTime(date: 0xFF9F, time: 0xBF7D))
    }

    @Test func `every day between the bounds comes back as it was`() {
        for seconds in stride(from: ZipTime.earliest, through: ZipTime.latest, by: 86_400 + 3602) {
            #expect(ZipTime(secondsSince1970: seconds).secondsSince1970 == seconds)
        }
    }

    @Test func `fields out of range give a time all the same`() {
        #expect(ZipTime(date: 0, time: 0xFFFF).secondsSince1970 == 315_532_800 + 86_399)
        #expect(ZipTime(date: 0xFFFF, time: 0xFFFF).secondsSince1970 > 0)
    }
}
