import ContentModel
import TestSupport
import Testing

@testable import Checks

/// Most names are passed over at a glance; the result must be that of a look at all of them.
struct SiblingNamesTests {
    /// Compares every two names of each folder.
    private static func slowly(
        _ entries: [ContentEntry], _ fold: (String) -> String, _ areRivals: (String, String) -> Bool
    ) -> [[ContentPath]] {
        entries.compactMap { entry -> [ContentPath]? in
            guard let name = String(validating: entry.path.name, as: UTF8.self) else { return nil }
            let rivals = entries.filter { other in
                guard other.path != entry.path, other.path.parent == entry.path.parent,
                    let otherName = String(validating: other.path.name, as: UTF8.self)
                else { return false }
                return fold(name) == fold(otherName) && areRivals(name, otherName)
            }
            return rivals.isEmpty ? nil : [entry.path] + rivals.map(\.path)
        }
    }

    /// ASCII, what Unicode takes for ASCII (the Kelvin sign, the long s), accents in two forms, and a byte that is no text.
    private static let pieces: [[UInt8]] = [
        Array("k".utf8), Array("K".utf8), Array("\u{212A}".utf8), Array("s".utf8), Array("S".utf8),
        Array("\u{17F}".utf8), Array("ß".utf8), Array("\u{E9}".utf8), Array("e\u{301}".utf8), [0xFF], Array("-".utf8),
    ]

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `the names found are those that comparing every two finds`(seed: UInt64) {
        var random = TestRandom(seed: seed)
        var paths: Set<ContentPath> = []
        for _ in 0..<60 {
            // The folder "0" has names in ASCII only.
            let folder = Int.random(in: 0..<4, using: &random)
            let pieces = folder == 0 ? Self.pieces.filter { $0.allSatisfy { $0 < 0x80 } } : Self.pieces
            let name = (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            paths.insert(ContentPath("Contents/\(folder)").appending(name))
        }
        let entries = paths.sorted().map { ContentEntry(path: $0, type: .file) }
        for foldsCase in [false, true] {
            let fold: (String) -> String = { foldsCase ? $0.uppercased().lowercased() : $0 }
            let areRivals: (String, String) -> Bool = { !foldsCase || $0 != $1 }
            let clashes = SiblingNames.clashes(
                among: entries[...], foldsCase: foldsCase, fold: fold, areRivals: areRivals)
            #expect(
                clashes.map { [$0.entry.path] + $0.rivals.map(\.path) } == Self.slowly(entries, fold, areRivals))
        }
    }
}
