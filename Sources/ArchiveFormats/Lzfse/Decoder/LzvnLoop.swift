/// Unpacks LZVN, the format of small blocks: codes of one to three bytes for a run of literals, for a match, or for both.
///
/// The first byte tells which (L and M are bits of the length of the run and of the match, D of the distance, the highest
/// first; `+n` is added to a length):
///
/// | | | |
/// |---|---|---|
/// | `LLMMMDDD DDDDDDDD` | M + 3 | the three highest bits of D are none of 110 and 111 |
/// | `LLMMM111`, D in 16 bits, the lower byte first | M + 3 | |
/// | `LLMMM110` | M + 3 | the distance of the match before |
/// | `101LLMMM DDDDDDMM DDDDDDDD` | M + 3 | the second byte has the lower bits of M and D; the third the higher ones of D |
/// | `1111MMMM`, `11110000 MMMMMMMM` | M, M + 16 | the distance of the match before |
/// | `1110LLLL`, `11100000 LLLLLLLL` | L, L + 16 | literals alone |
/// | `00000110` and 7 bytes of any value | | the end |
/// | `00001110`, `00010110` | | nothing |
///
/// What is left of `LLMMM110` with L = 0, and all that begin with 0111 and 1101, means nothing. Literals follow the code.
struct LzvnLoop {
    /// The distance of the match before; 0 where there is none.
    var distance = 0

    /// Why a run ended.
    enum Stop {
        /// The next code, or its literals, are not all there.
        case input
        /// There is too little to write to for the next code.
        case output
        /// That was the code that ends the block.
        case end
        /// The next code means nothing, or its match lies before all bytes.
        case damaged
    }

    /// The longest code with its literals.
    static let mostInput = 2 + 271
    /// The most that a code makes.
    static let mostOutput = 271
    private static let endSize = 8

    private struct Code {
        var size: Int
        var run: Int
        var match: Int
        var distance: Int
    }

    /// Unpacks codes.
    /// - Parameters:
    ///   - input: What is left of the block, or the start of it; afterwards, what was not taken.
    ///   - output: Where the next byte goes; afterwards, where the one after the last goes.
    ///   - history: The first byte that a match may lie at.
    ///   - outputEnd: Where the memory that can be written to ends.
    mutating func run(
        input: inout UnsafeRawBufferPointer, output: inout UnsafeMutableRawPointer, history: UnsafeMutableRawPointer,
        outputEnd: UnsafeMutableRawPointer
    ) -> Stop {
        while let first = input.first {
            if first == 0x06 {
                guard input.count >= Self.endSize else { return .input }
                input = UnsafeRawBufferPointer(rebasing: input[Self.endSize...])
                return .end
            }
            if first == 0x0E || first == 0x16 {
                input = UnsafeRawBufferPointer(rebasing: input[1...])
                continue
            }
            guard let size = Self.size(first) else { return .damaged }
            guard input.count >= size else { return .input }
            let code = code(first, input, size)
            guard input.count - size >= code.run else { return .input }
            guard outputEnd - output >= code.run + code.match else { return .output }
            if code.match > 0 {
                guard code.distance > 0, code.distance <= output - history + code.run else { return .damaged }
                distance = code.distance
            }
            for index in size..<size + code.run {
                output.storeBytes(of: input[index], as: UInt8.self)
                output += 1
            }
            for _ in 0..<code.match {
                output.storeBytes(of: (output - code.distance).load(as: UInt8.self), as: UInt8.self)
                output += 1
            }
            input = UnsafeRawBufferPointer(rebasing: input[(size + code.run)...])
        }
        return .input
    }

    /// How many bytes a code has; `nil` where it means nothing.
    private static func size(_ first: UInt8) -> Int? {
        switch first {
        case 0x70...0x7F, 0xD0...0xDF: return nil
        case 0xA0...0xBF: return 3
        case 0xE0, 0xF0: return 2
        case 0xE1...0xEF, 0xF1...0xFF: return 1
        default: break
        }
        switch first & 7 {
        case 7: return 3
        case 6: return first < 0x40 ? nil : 1
        default: return 2
        }
    }

    private func code(_ first: UInt8, _ input: UnsafeRawBufferPointer, _ size: Int) -> Code {
        let second = size > 1 ? Int(input[1]) : 0
        let third = size > 2 ? Int(input[2]) : 0
        let (low, first) = (first, Int(first))
        switch low {
        case 0xA0...0xBF:
            return Code(
                size: size, run: first >> 3 & 3, match: (first & 7) << 2 + second & 3 + 3,
                distance: second >> 2 + third << 6)
        case 0xE0: return Code(size: size, run: second + 16, match: 0, distance: 0)
        case 0xE1...0xEF: return Code(size: size, run: first & 15, match: 0, distance: 0)
        case 0xF0: return Code(size: size, run: 0, match: second + 16, distance: distance)
        case 0xF1...0xFF: return Code(size: size, run: 0, match: first & 15, distance: distance)
        default:
            var code = Code(size: size, run: first >> 6, match: first >> 3 & 7 + 3, distance: distance)
            if size == 2 { code.distance = (first & 7) << 8 + second }
            if size == 3 { code.distance = second + third << 8 }
            return code
        }
    }
}
