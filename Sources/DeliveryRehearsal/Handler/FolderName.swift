/// The name of a product's folder.
///
/// A product ID comes from a file that a stranger wrote, and is used as a name only where it can do no harm: a slash, a dot
/// in front and whatever else no product ID has is written as a percent sign and two digits.
public enum FolderName {
    /// The longest name that is used as it is, in bytes. Apple's IDs have 100 characters at most.
    private static let longest = 150

    /// The name for a product ID: the ID itself, for every ID that App Store Connect takes and that begins with no dot.
    public static func name(forProduct productIdentifier: String) -> String {
        var name = escaped(productIdentifier) { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        if name.isEmpty { return "%" }
        guard name.utf8.count > longest else { return name }
        // No other name has a tilde.
        return "\(name.prefix(longest))~\(String(checksum(productIdentifier), radix: 16))"
    }

    /// A text in which each byte that is not allowed is written as a percent sign and two digits.
    static func escaped(_ text: String, isAllowed: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isAllowed(byte) {
                bytes.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += Array((digits.utf8.count == 1 ? "%0" : "%").utf8) + Array(digits.utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// FNV-1a, which tells apart IDs that begin alike.
    private static func checksum(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
