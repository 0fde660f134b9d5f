extension ForeignEncoding {
    /// The encoding of a name; `nil` where it is not known. Only letters and digits count: `Shift_JIS` is `shift-jis`.
    init?(_ name: String) {
        let letters = name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        var key = String(String.UnicodeScalarView(letters))
        // A name outside IANA's list starts with `x-`, and some names of IANA's with `cs`.
        for prefix in ["x", "cs"] where key.hasPrefix(prefix) { key.removeFirst(prefix.count) }
        guard let encoding = Self.multiByte(key) ?? Self.singleByteTable(key).map(Self.singleByte) else { return nil }
        self = encoding
    }

    private static func multiByte(_ key: String) -> ForeignEncoding? {
        switch key {
        case "shiftjis", "sjis", "mskanji", "windows31j", "cp932", "ms932": .shiftJIS
        case "eucjp", "eucpkdfmtjapanese": .eucJP
        case "gbk", "cp936", "ms936", "windows936", "gb2312", "euccn", "gb231280", "chinese": .gbk
        case "gb18030": .gb18030
        case "euckr", "cp949", "ms949", "windows949", "uhc", "ksc56011987", "ksc5601", "korean": .eucKR
        case "big5", "cp950", "ms950", "windows950", "cnbig5", "xbig5": .big5
        default: nil
        }
    }

    private static func singleByteTable(_ key: String) -> CharacterTable? {
        switch key {
        case "windows1250", "cp1250": .windows1250
        case "windows1251", "cp1251": .windows1251
        case "windows1252", "cp1252", "ansi": .windows1252
        case "windows1253", "cp1253": .windows1253
        case "windows1254", "cp1254": .windows1254
        case "windows1255", "cp1255": .windows1255
        case "windows1256", "cp1256": .windows1256
        case "windows1257", "cp1257": .windows1257
        case "windows1258", "cp1258": .windows1258
        case "windows874", "cp874", "dos874": .windows874
        case "iso88592", "latin2", "l2", "isolatin2": .iso2
        case "iso88593", "latin3", "l3", "isolatin3": .iso3
        case "iso88594", "latin4", "l4", "isolatin4": .iso4
        case "iso88595", "cyrillic", "isolatincyrillic": .iso5
        case "iso88596", "arabic", "isolatinarabic", "ecma114", "asmo708": .iso6
        case "iso88597", "greek", "greek8", "isolatingreek", "ecma118", "elot928": .iso7
        case "iso88598", "hebrew", "isolatinhebrew", "iso88598i": .iso8
        case "iso88599", "latin5", "l5", "isolatin5": .iso9
        case "iso885910", "latin6", "l6", "isolatin6": .iso10
        case "iso885911", "tis620": .iso11
        case "iso885913", "latin7", "l7": .iso13
        case "iso885914", "latin8", "l8": .iso14
        case "iso885915", "latin9", "l9": .iso15
        case "iso885916", "latin10", "l10": .iso16
        case "ibm437", "cp437", "437": .ibm437
        case "ibm850", "cp850", "850": .ibm850
        case "ibm852", "cp852", "852": .ibm852
        case "ibm866", "cp866", "866": .ibm866
        case "koi8r", "koi8", "koi": .koi8r
        case "koi8u", "koi8ru": .koi8u
        case "macintosh", "mac", "macroman": .macintosh
        case "maccentraleurope", "macce": .macCentralEurope
        case "maccyrillic", "macukrainian": .macCyrillic
        case "macgreek": .macGreek
        case "macturkish": .macTurkish
        default: nil
        }
    }
}
