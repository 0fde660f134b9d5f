import Findings
import Testing

@Suite struct FindingOrderTests {
    private static func finding(
        _ id: String, member: String? = nil, line: Int? = nil, column: Int = 1, message: String = "message"
    ) -> Finding {
        Finding(
            code: FindingCode(id, id.lowercased()), severity: .error, message: message,
            location: Location(
                input: "pack1", member: member, position: line.map { TextPosition(line: $0, column: column) }))
    }

    @Test func `findings are ordered by member, place, code and message`() {
        let sorted = [
            Self.finding("PKG-001"),
            Self.finding("FIL-008", member: "ContentInfo.plist"),
            Self.finding("PID-001", member: "ContentInfo.plist", line: 2, column: 9),
            Self.finding("KEY-004", member: "ContentInfo.plist", line: 8, column: 2),
            Self.finding("KEY-001", member: "ContentInfo.plist", line: 8, column: 10),
            Self.finding("KEY-004", member: "ContentInfo.plist", line: 8, column: 10, message: "a"),
            Self.finding("KEY-004", member: "ContentInfo.plist", line: 8, column: 10, message: "b"),
            Self.finding("FIL-001", member: "Contents/B"),
            Self.finding("FIL-001", member: "Contents/a"),
        ]
        #expect(Array(sorted.reversed()).sorted(by: Finding.precedes) == sorted)
    }

    @Test func `no finding precedes itself`() {
        let finding = Self.finding("PKG-001")
        #expect(!Finding.precedes(finding, finding))
    }

    @Test func `severities are ordered by weight`() {
        #expect(Severity.allCases.sorted() == [.note, .warning, .error])
    }

    @Test func `a code shows both of its names`() {
        #expect("\(FindingCode("PID-010", "product-not-found"))" == "PID-010 product-not-found")
    }
}
