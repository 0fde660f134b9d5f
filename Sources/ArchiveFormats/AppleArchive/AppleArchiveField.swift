/// One field of an entry's header: a key of three characters, the character of a type, and a value.
struct AppleArchiveField {
    /// What a value is.
    enum Value {
        /// It says all by being there (`*`).
        case flag
        /// A number of 1, 2, 4 or 8 bytes (`1`, `2`, `4`, `8`).
        case number(UInt64)
        /// A text (`P`).
        case text(ArraySlice<UInt8>)
        /// A digest of 4, 20, 32, 48 or 64 bytes (`F` to `J`).
        case digest(ArraySlice<UInt8>)
        /// A moment, in whole seconds or with nanoseconds (`S`, `T`).
        case time(seconds: UInt64, nanoseconds: UInt32)
        /// The length of bytes that stand behind the header, after those of the blobs before it (`A`, `B`, `C`).
        case blob(UInt64)
    }

    /// The key.
    let key: String
    /// The character of the type.
    let type: Character
    /// The value.
    let value: Value

    /// Why a field can't be read.
    enum Fault: Error {
        /// The header ends within it.
        case cut
        /// Its key is not of printable characters.
        case key
        /// Nobody knows how long a value of its type is.
        case type(key: String, UInt8)
    }

    /// Reads the next field.
    init(_ reader: inout LittleEndianReader) throws(Fault) {
        guard let name = reader.take(3), let type = reader.nextUInt8() else { throw .cut }
        guard name.allSatisfy({ (0x20..<0x7F).contains($0) }) else { throw .key }
        key = String(decoding: name, as: UTF8.self)
        self.type = Character(Unicode.Scalar(type))
        guard let form = Self.form(of: type) else { throw .type(key: key, type) }
        guard let value = form(&reader) else { throw .cut }
        self.value = value
    }

    /// How a value of a type is read; `nil` from that where the header ends within it.
    private static func form(of type: UInt8) -> ((inout LittleEndianReader) -> Value?)? {
        switch type {
        case UInt8(ascii: "*"): { _ in .flag }
        case UInt8(ascii: "1"): { $0.nextUInt8().map { .number(UInt64($0)) } }
        case UInt8(ascii: "2"): { $0.nextUInt16().map { .number(UInt64($0)) } }
        case UInt8(ascii: "4"): { $0.nextUInt32().map { .number(UInt64($0)) } }
        case UInt8(ascii: "8"): { $0.nextUInt64().map { .number($0) } }
        case UInt8(ascii: "P"): { reader in reader.nextUInt16().flatMap { reader.take(Int($0)) }.map { .text($0) } }
        case UInt8(ascii: "F"): { $0.take(4).map { .digest($0) } }
        case UInt8(ascii: "G"): { $0.take(20).map { .digest($0) } }
        case UInt8(ascii: "H"): { $0.take(32).map { .digest($0) } }
        case UInt8(ascii: "I"): { $0.take(48).map { .digest($0) } }
        case UInt8(ascii: "J"): { $0.take(64).map { .digest($0) } }
        case UInt8(ascii: "S"): { $0.nextUInt64().map { .time(seconds: $0, nanoseconds: 0) } }
        case UInt8(ascii: "T"):
            { reader in
                guard let seconds = reader.nextUInt64(), let nanoseconds = reader.nextUInt32() else { return nil }
                return .time(seconds: seconds, nanoseconds: nanoseconds)
            }
        case UInt8(ascii: "A"): { $0.nextUInt16().map { .blob(UInt64($0)) } }
        case UInt8(ascii: "B"): { $0.nextUInt32().map { .blob(UInt64($0)) } }
        case UInt8(ascii: "C"): { $0.nextUInt64().map { .blob($0) } }
        default: nil
        }
    }
}
