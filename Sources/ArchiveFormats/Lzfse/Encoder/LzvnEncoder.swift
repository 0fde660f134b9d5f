/// Packs small inputs as LZVN, whose codes `LzvnLoop` tells.
///
/// An input this small is given every way through it that is worth a look: for each place, the fewest bytes that lead
/// there are known, and each code from there on is tried. Only the distance of the match before is not part of that: it
/// is the one of the best way.
final class LzvnEncoder {
    /// The most bytes of an input.
    static let largest = 4095

    /// How a place is reached.
    private struct Way {
        /// Bytes of codes and literals up to here.
        var cost = UInt32.max
        /// The last code: its literals, its match, and what distance that has.
        var run: UInt16 = 0
        var match: UInt16 = 0
        var distance: UInt16 = 0
    }

    /// A match that may be taken: a longer one than those that are nearer.
    private struct Match {
        var length: UInt16 = 0
        var distance: UInt16 = 0
    }

    private var ways = [Way](repeating: Way(), count: largest + 1)
    private var matches = [Match](repeating: Match(), count: (largest + 1) * mostMatches)
    private var heads = [Int16](repeating: -1, count: 1 << headBits)
    private var chain = [Int16](repeating: -1, count: largest + 1)

    private static let headBits = 11
    private static let mostMatches = 6
    private static let depth = 64
    /// The shortest match, and the longest with a distance of its own.
    private static let shortest = 3
    private static let longest = 34
    /// The longest match that one byte tells beside so many literals.
    private static let mostShort = [10, 8, 6, 4]
    /// From here on a distance takes two bytes.
    private static let farDistance = 0x600
    /// The most that a code of two bytes alone tells.
    private static let most = 16 + 255

    /// Packs an input of at most ``largest`` bytes.
    func encode(_ input: UnsafeRawBufferPointer) -> [UInt8] {
        precondition(input.count <= Self.largest)
        findMatches(input)
        findWays(input)
        return codes(input)
    }

    // MARK: Matches

    private func findMatches(_ input: UnsafeRawBufferPointer) {
        for index in heads.indices { heads[index] = -1 }
        for place in 0..<input.count {
            let first = place * Self.mostMatches
            for index in 0..<Self.mostMatches { matches[first + index] = Match() }
            guard place + Self.shortest <= input.count else { continue }
            let key = UInt32(input[place]) | UInt32(input[place + 1]) << 8 | UInt32(input[place + 2]) << 16
            let head = Int((key &* 0x9E37_79B1) >> UInt32(32 - Self.headBits))
            var candidate = Int(heads[head])
            chain[place] = heads[head]
            heads[head] = Int16(place)
            var (longest, found) = (Self.shortest - 1, 0)
            for _ in 0..<Self.depth where candidate >= 0 && found < Self.mostMatches {
                let length = Self.common(input, place, candidate, most: Self.longest)
                if length > longest {
                    matches[first + found] = Match(length: UInt16(length), distance: UInt16(place - candidate))
                    (longest, found) = (length, found + 1)
                }
                candidate = Int(chain[candidate])
            }
        }
    }

    private static func common(_ input: UnsafeRawBufferPointer, _ place: Int, _ before: Int, most: Int) -> Int {
        let most = min(most, input.count - place)
        var length = 0
        while length < most, input[place + length] == input[before + length] { length += 1 }
        return length
    }

    // MARK: Ways

    private func findWays(_ input: UnsafeRawBufferPointer) {
        for place in 0...input.count { ways[place] = Way() }
        ways[0].cost = 0
        for place in 0..<input.count {
            let here = ways[place]
            let left = input.count - place
            for run in 1...min(left, Self.most) { offer(here, place, run: run, 0, here.distance, run < 16 ? 1 : 2) }
            if here.distance > 0 {
                let most = Self.common(input, place, place - Int(here.distance), most: Self.most)
                for match in 0..<most { offer(here, place, run: 0, match + 1, here.distance, match < 15 ? 1 : 2) }
            }
            for run in 0...min(3, left - 1) {
                if run > 0, here.distance > 0 {
                    let start = place + run
                    let most = Self.common(input, start, start - Int(here.distance), most: Self.mostShort[run])
                    offer(
                        here, place, run: run, lengths: Self.shortest..<max(Self.shortest, most + 1), here.distance, 1)
                }
                offerMatches(here, place, run)
            }
        }
    }

    /// Tries the matches behind so many literals.
    private func offerMatches(_ here: Way, _ place: Int, _ run: Int) {
        let first = (place + run) * Self.mostMatches
        var (nearest, next) = (Self.shortest, Self.shortest)
        for match in matches[first..<first + Self.mostMatches] {
            let length = Int(match.length)
            if length < Self.shortest { break }
            if match.distance < Self.farDistance {
                let end = min(length, Self.mostShort[run]) + 1
                offer(here, place, run: run, lengths: nearest..<max(nearest, end), match.distance, 2)
                nearest = max(nearest, end)
            }
            offer(here, place, run: run, lengths: next..<length + 1, match.distance, 3)
            next = length + 1
        }
    }

    private func offer(_ here: Way, _ place: Int, run: Int, lengths: Range<Int>, _ distance: UInt16, _ size: Int) {
        for length in lengths { offer(here, place, run: run, length, distance, size) }
    }

    /// Takes a code of `size` bytes where it leads somewhere in fewer bytes than known.
    @inline(__always)
    private func offer(_ here: Way, _ place: Int, run: Int, _ match: Int, _ distance: UInt16, _ size: Int) {
        let cost = here.cost + UInt32(size + run)
        let end = place + run + match
        guard cost < ways[end].cost else { return }
        ways[end] = Way(cost: cost, run: UInt16(run), match: UInt16(match), distance: distance)
    }

    // MARK: Codes

    private func codes(_ input: UnsafeRawBufferPointer) -> [UInt8] {
        var ends: [Int] = []
        var end = input.count
        while end > 0 {
            ends.append(end)
            end -= Int(ways[end].run) + Int(ways[end].match)
        }
        var output: [UInt8] = []
        output.reserveCapacity(Int(ways[input.count].cost) + 8)
        var (place, before) = (0, 0)
        for end in ends.reversed() {
            let (run, match, distance) = (Int(ways[end].run), Int(ways[end].match), Int(ways[end].distance))
            output += Self.code(run: run, match: match, distance: distance, isSame: distance == before)
            output.append(contentsOf: input[place..<place + run])
            (place, before) = (end, distance)
        }
        return output + [0x06, 0, 0, 0, 0, 0, 0, 0]
    }

    private static func code(run: Int, match: Int, distance: Int, isSame: Bool) -> [UInt8] {
        func bytes(_ numbers: Int...) -> [UInt8] { numbers.map { UInt8($0) } }
        if match == 0 { return run < 16 ? bytes(0xE0 | run) : bytes(0xE0, run - 16) }
        if isSame, run == 0 { return match < 16 ? bytes(0xF0 | match) : bytes(0xF0, match - 16) }
        let length = match - shortest
        if match <= mostShort[run] {
            let first = run << 6 | length << 3
            if isSame { return bytes(first | 6) }
            if distance < farDistance { return bytes(first | distance >> 8, distance & 0xFF) }
        }
        return bytes(0xA0 | run << 3 | length >> 2, (distance & 0x3F) << 2 | length & 3, distance >> 6)
    }
}
