/// Where the objects of a `bplist00` are: its trailer and its table of offsets, checked once.
///
/// The format is that of Apple's `CFBinaryPList.c`: a header of eight bytes, the objects, a table with the offset of
/// each object, and a trailer of 32 bytes. All numbers are big-endian.
struct BinaryLayout {
    static let headerSize = 8
    static let trailerSize = 32

    /// Why a file can't be a right one.
    struct Problem: Error {
        let kind: PropertyListFault.Kind
        let detail: String

        static func damaged(_ detail: String) -> Problem { Problem(kind: .damagedBinary, detail: detail) }
    }

    let bytes: [UInt8]
    /// The bytes of one entry of the offset table.
    let offsetSize: Int
    /// The bytes of a reference from one object to another.
    let referenceSize: Int
    let objectCount: Int
    let rootIndex: Int
    let tableOffset: Int

    init(_ bytes: [UInt8]) throws(Problem) {
        guard bytes.count >= Self.headerSize + 2 + Self.trailerSize else {
            throw Problem(
                kind: .truncated, detail: "the file is \(bytes.count) bytes long, shorter than any of its form")
        }
        let trailer = bytes.count - Self.trailerSize
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard
            let objectCount = Self.number(in: bytes, at: trailer + 8, size: 8),
            let rootIndex = Self.number(in: bytes, at: trailer + 16, size: 8),
            let tableOffset = Self.number(in: bytes, at: trailer + 24, size: 8),
            (1...8).contains(offsetSize), (1...8).contains(referenceSize)
        else { throw .damaged(Self.badTrailer) }
        self.objectCount = objectCount
        self.rootIndex = rootIndex
        self.tableOffset = tableOffset
        guard tableOffset > Self.headerSize, tableOffset < trailer, objectCount >= 1 else {
            throw .damaged(Self.badTrailer)
        }
        let (tableSize, hasOverflown) = objectCount.multipliedReportingOverflow(by: offsetSize)
        guard !hasOverflown, tableSize <= trailer - tableOffset else {
            throw .damaged("it claims \(objectCount) objects, more than it has room for")
        }
        guard rootIndex < objectCount else {
            throw .damaged("its root is object \(rootIndex) of \(objectCount)")
        }
    }

    private static let badTrailer =
        "its last 32 bytes are not the trailer they should be; the file was cut short, or something was appended"

    /// Where an object starts.
    func offset(of index: Int) throws(Problem) -> Int {
        guard index < objectCount else { throw .damaged("it refers to object \(index) of \(objectCount)") }
        guard let offset = Self.number(in: bytes, at: tableOffset + index * offsetSize, size: offsetSize),
            offset >= Self.headerSize, offset < tableOffset
        else { throw .damaged("object \(index) is said to be where no object can be") }
        return offset
    }

    /// A number of up to eight bytes in the objects; the caller knows that it lies there.
    func number(at offset: Int, size: Int) throws(Problem) -> Int {
        guard let number = Self.number(in: bytes, at: offset, size: size) else {
            throw .damaged("a number in it is absurdly large")
        }
        return number
    }

    /// Checks that something lies before the offset table.
    func range(at offset: Int, count: Int, itemSize: Int) throws(Problem) -> Range<Int> {
        let (size, hasOverflown) = count.multipliedReportingOverflow(by: itemSize)
        guard !hasOverflown, count >= 0, offset <= tableOffset, size <= tableOffset - offset else {
            throw .damaged("an object in it claims \(count) items, more than the file has room for")
        }
        return offset..<(offset + size)
    }

    private static func number(in bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        var value: UInt64 = 0
        for byte in bytes[offset..<(offset + size)] { value = value << 8 | UInt64(byte) }
        return Int(exactly: value)
    }
}
