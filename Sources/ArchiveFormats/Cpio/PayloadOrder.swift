/// The order of what stands in one folder of a payload.
///
/// Apple's packages of 2015 have it as the disk gave it: without regard to the case of letters, so that `_` comes before
/// `a` and `Drums` between `c` and `e`. The rule here folds the letters of ASCII and nothing else, so it is the same on
/// every machine; names that differ in case only are ordered by their bytes.
package enum PayloadOrder {
    /// Whether one name comes before another.
    package static func precedes(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
        var (left, right) = (first.makeIterator(), second.makeIterator())
        // What the first difference in the bytes says, in case there is no other than that of case.
        var tie: Bool?
        while true {
            switch (left.next(), right.next()) {
            case (nil, nil): return tie ?? false
            case (nil, _): return true
            case (_, nil): return false
            case (let one?, let other?):
                if one == other { continue }
                let (lowerOne, lowerOther) = (lowercased(one), lowercased(other))
                if lowerOne != lowerOther { return lowerOne < lowerOther }
                tie = tie ?? (one < other)
            }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
