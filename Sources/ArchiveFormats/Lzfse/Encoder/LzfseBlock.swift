/// A block that is being made: literals, and runs of them each followed by a match.
struct LzfseBlock: ~Copyable {
    /// The literals, and a margin for those that fill up to a multiple of four.
    let literals: UnsafeMutablePointer<UInt8>
    private(set) var literalCount = 0
    /// How long the runs and the matches are, and at which distances: 0 stands for the distance before.
    let runs: UnsafeMutablePointer<UInt16>
    let matches: UnsafeMutablePointer<UInt16>
    let distances: UnsafeMutablePointer<UInt32>
    private(set) var matchCount = 0
    /// The distance before; 0 at the start.
    private var distance = 0

    static let literalMargin = 16

    init() {
        literals = .allocate(capacity: LzfseFormat.mostLiterals + Self.literalMargin)
        literals.initialize(repeating: 0, count: LzfseFormat.mostLiterals + Self.literalMargin)
        runs = .allocate(capacity: LzfseFormat.mostMatches)
        runs.initialize(repeating: 0, count: LzfseFormat.mostMatches)
        matches = .allocate(capacity: LzfseFormat.mostMatches)
        matches.initialize(repeating: 0, count: LzfseFormat.mostMatches)
        distances = .allocate(capacity: LzfseFormat.mostMatches)
        distances.initialize(repeating: 0, count: LzfseFormat.mostMatches)
    }

    deinit {
        literals.deallocate()
        runs.deallocate()
        matches.deallocate()
        distances.deallocate()
    }

    /// Begins another block.
    mutating func clear() { (literalCount, matchCount, distance) = (0, 0, 0) }

    /// Takes a run of literals and the match behind it, each at most as long as one symbol can tell.
    /// - Parameter distance: Of a match of 0 bytes it does not matter.
    /// - Returns: whether there was room; otherwise nothing was taken.
    @inline(__always)
    mutating func take(_ run: UnsafePointer<UInt8>, count: Int, match: Int, distance: Int) -> Bool {
        guard matchCount < LzfseFormat.mostMatches, literalCount &+ count <= LzfseFormat.mostLiterals else {
            return false
        }
        (literals + literalCount).update(from: run, count: count)
        literalCount &+= count
        runs[matchCount] = UInt16(truncatingIfNeeded: count)
        matches[matchCount] = UInt16(truncatingIfNeeded: match)
        if match == 0, self.distance != 0 {
            distances[matchCount] = 0
        } else {
            // 1 is right behind the first literal already.
            let distance = match == 0 ? 1 : distance
            distances[matchCount] = distance == self.distance ? 0 : UInt32(truncatingIfNeeded: distance)
            self.distance = distance
        }
        matchCount &+= 1
        return true
    }

    /// Fills up with the last literal, as they are packed four at a time: it takes no state that is not taken anyway.
    mutating func padLiterals() {
        while literalCount % LzfseFormat.literalStreams != 0 {
            literals[literalCount] = literals[literalCount - 1]
            literalCount += 1
        }
    }
}
