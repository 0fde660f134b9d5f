import Findings
import Testing

@Suite struct NumberTextTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (2_147_483_648, "2,147,483,648"),
        (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func `a comma stands between each three digits`(number: Int, text: String) {
        #expect(NumberText.grouped(number) == text)
    }

    @Test func `one is one, and none and two are several`() {
        #expect(
            [0, 1, 2, 1000].map { NumberText.count($0, "file") } == ["0 files", "1 file", "2 files", "1,000 files"])
    }
}
