/// The extra fields of a header that we look at (APPNOTE.TXT 4.5; 0x5455 is Info-ZIP's).
struct ZipExtraFields {
    /// The 64-bit numbers, for those of the header that don't fit.
    private(set) var zip64: ArraySlice<UInt8>?
    /// The modification time in seconds since 1970, free of the time zone.
    private(set) var modificationTime: Int64?
    /// Whether each field is as long as it says. Fewer bytes than a field's header may follow: some tools align so.
    private(set) var areWhole = true

    /// Reads the fields up to the first that is not whole.
    init(_ extra: ArraySlice<UInt8>) {
        var reader = LittleEndianReader(extra)
        while let kind = reader.nextUInt16(), let length = reader.nextUInt16() {
            guard let content = reader.take(Int(length)) else {
                areWhole = false
                return
            }
            switch kind {
            case 0x0001: zip64 = zip64 ?? content
            case 0x5455: modificationTime = modificationTime ?? Self.extendedTime(content)
            default: break
            }
        }
    }

    /// The number of a header, or the next of the extra field where the header says that it is there.
    static func wide(_ value: UInt32, from large: inout LittleEndianReader?) -> UInt64 {
        value == .max ? large?.nextUInt64() ?? UInt64(value) : UInt64(value)
    }

    private static func extendedTime(_ content: ArraySlice<UInt8>) -> Int64? {
        var reader = LittleEndianReader(content)
        guard let flags = reader.nextUInt8(), flags & 1 != 0, let time = reader.nextUInt32() else { return nil }
        return Int64(Int32(bitPattern: time))
    }
}
