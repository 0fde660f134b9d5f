/// The forms of cpio archives that are read.
package enum CpioForm: Sendable, Hashable {
    /// The portable form of POSIX, also called odc: octal digits, nothing aligned. What a payload has.
    case portable
    /// The form of SVR4, also called newc: hexadecimal digits, names and data aligned to four bytes.
    case new
    /// The same with a sum of each file's bytes.
    case newWithSums

    /// The form that a header begins with the magic of.
    init?(magic: [UInt8]) {
        switch magic {
        case Array("070707".utf8): self = .portable
        case Array("070701".utf8): self = .new
        case Array("070702".utf8): self = .newWithSums
        default: return nil
        }
    }

    /// The length of a header with its magic and without the name.
    var headerSize: Int { self == .portable ? CpioHeader.fixedSize : 110 }

    /// How many NULs follow so many bytes, counted from the start of the archive.
    func padding(after position: UInt64) -> Int { self == .portable ? 0 : Int((4 - position % 4) % 4) }

    /// The numbers of a header behind its magic.
    struct Fields {
        /// The entry, whose name is yet to come.
        var header: CpioHeader
        /// The length of the name with its NUL.
        var nameSize: Int
        /// The sum of all bytes of the data.
        var sum: UInt32?
    }

    /// Reads the numbers of a header.
    /// - Returns: `nil` where one has something other than digits.
    func fields(of bytes: ArraySlice<UInt8>) -> Fields? { self == .portable ? octal(bytes) : hexadecimal(bytes) }

    private func octal(_ bytes: ArraySlice<UInt8>) -> Fields? {
        var rest = bytes
        func next(_ count: Int) -> UInt64? { Self.number(&rest, digits: count, bits: 3) }
        guard let dev = next(6), let ino = next(6), let mode = next(6), let uid = next(6), let gid = next(6),
            let nlink = next(6), let rdev = next(6), let time = next(11), let nameSize = next(6), let size = next(11)
        else { return nil }
        let header = CpioHeader(
            ino: UInt32(ino), mode: UInt32(mode), nlink: UInt32(nlink), modificationTime: time, name: [], size: size,
            uid: UInt32(uid), gid: UInt32(gid), dev: UInt32(dev), rdev: UInt32(rdev))
        return Fields(header: header, nameSize: Int(nameSize), sum: nil)
    }

    private func hexadecimal(_ bytes: ArraySlice<UInt8>) -> Fields? {
        var rest = bytes
        func next() -> UInt32? { Self.number(&rest, digits: 8, bits: 4).map { UInt32(truncatingIfNeeded: $0) } }
        guard let ino = next(), let mode = next(), let uid = next(), let gid = next(), let nlink = next(),
            let time = next(), let size = next(), let devMajor = next(), let devMinor = next(),
            let rdevMajor = next(), let rdevMinor = next(), let nameSize = next(), let sum = next()
        else { return nil }
        // Devices have two numbers here, and one in the portable form; the two are never wider than this in practice.
        let header = CpioHeader(
            ino: ino, mode: mode, nlink: nlink, modificationTime: UInt64(time), name: [], size: UInt64(size),
            uid: uid, gid: gid, dev: devMajor << 20 | devMinor, rdev: rdevMajor << 20 | rdevMinor)
        return Fields(header: header, nameSize: Int(nameSize), sum: self == .newWithSums ? sum : nil)
    }

    /// Takes a number off the start of `rest`, of digits that stand for so many bits each.
    private static func number(_ rest: inout ArraySlice<UInt8>, digits count: Int, bits: Int) -> UInt64? {
        guard count <= rest.count else { return nil }
        var value: UInt64 = 0
        for byte in rest.prefix(count) {
            guard let digit = digit(byte), digit < 1 << bits else { return nil }
            value = value << UInt64(bits) | UInt64(digit)
        }
        rest = rest.dropFirst(count)
        return value
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
