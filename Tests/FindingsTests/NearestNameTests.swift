import Findings
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("IAPProductionIdentifier", "IAPProductIdentifier"), ("iapproductidentifier", "IAPProductIdentifier"),
        ("ContentsVersion", "ContentVersion"), ("ContentVersoin", "ContentVersion"),
    ])
    func `a slip is near`(name: String, meant: String) {
        #expect(NearestName.nearest(to: name, in: ["IAPProductIdentifier", "ContentVersion"]) == meant)
    }

    @Test func `another name is not near`() {
        #expect(NearestName.nearest(to: "Folder", in: ["IAPProductIdentifier", "ContentVersion"]) == nil)
    }

    @Test func `of two names as near none is offered`() {
        #expect(NearestName.nearest(to: "pack3", in: ["pack1", "pack2"]) == nil)
        #expect(NearestName.nearest(to: "pack3", in: ["pack1", "pack1"]) == "pack1")
        #expect(NearestName.nearest(to: "pack3", in: ["pack1", "pack2", "pack1"]) == nil)
    }

    @Test func `a nearer name ends a tie`() {
        #expect(NearestName.nearest(to: "abcdef", in: ["abcdxy", "abcdyx", "abcdeg"]) == "abcdeg")
    }

    @Test(arguments: [
        ("", "", 3, 0), ("abc", "", 3, 3), ("", "abc", 3, 3), ("abc", "abd", 3, 1), ("abc", "acb", 3, 1),
        ("kitten", "sitting", 9, 3), ("kitten", "sitting", 2, 3), ("abcdef", "", 2, 3),
    ])
    func `edit distances`(left: String, right: String, limit: Int, distance: Int) {
        #expect(NearestName.editDistance(left, right, limit: limit) == distance)
    }
}
