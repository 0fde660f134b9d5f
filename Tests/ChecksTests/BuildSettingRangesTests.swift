import ContentModel
import Testing

@testable import Checks

@Suite struct BuildSettingRangesTests {
    @Test(
        arguments: [
            ("com.example.pack1", []), ("$(A)", [0..<4]), ("x$(A)y$(A)${B:lower}", [1..<5, 6..<10, 10..<20]),
            ("$(A)$(A)", [0..<4, 4..<8]),
            ("$(", []), ("é$(A)", [1..<5]),
        ] as [(String, [Range<Int>])])
    func `settings are found where they stand`(text: String, ranges: [Range<Int>]) {
        #expect(BuildSetting.ranges(in: text) == ranges)
        #expect(BuildSetting.occurs(in: text) == !ranges.isEmpty)
    }
}
