/// How the bytes of a file stand for its text, so that a part of the text can be replaced and all else left alone.
package struct SourceEncoding: Sendable, Hashable {
    /// The way from a character to bytes.
    enum Form: Sendable, Hashable {
        case utf8
        case ascii
        case latin1
        case utf16(isBigEndian: Bool)
        case utf32(isBigEndian: Bool)
        /// One of the rarer ones, by the name that the file declares.
        case foreign(String)
    }

    let form: Form
    /// The bytes of the byte-order mark; 0 where there is none.
    let markLength: Int

    init(_ form: Form, markLength: Int = 0) {
        self.form = form
        self.markLength = markLength
    }

    /// The name as IANA writes it, or as the file declares it.
    var name: String {
        switch form {
        case .utf8: "UTF-8"
        case .ascii: "US-ASCII"
        case .latin1: "ISO-8859-1"
        case .utf16(let isBigEndian): isBigEndian ? "UTF-16BE" : "UTF-16LE"
        case .utf32(let isBigEndian): isBigEndian ? "UTF-32BE" : "UTF-32LE"
        case .foreign(let name): name
        }
    }

    /// Whether there are bytes for a character.
    package func holds(_ scalar: Unicode.Scalar) -> Bool {
        switch form {
        case .utf8, .utf16, .utf32: return true
        case .ascii: return scalar.value < 0x80
        case .latin1: return scalar.value < 0x100
        case .foreign(let name):
            return ForeignEncoding(name)?.encode(Array(String(scalar).utf8)) != nil
        }
    }

    /// The bytes of a text without a byte-order mark; `nil` where the encoding lacks a character of it.
    func encode(_ utf8: some Sequence<UInt8>) -> [UInt8]? {
        let utf8 = Array(utf8)
        switch form {
        case .utf8: return utf8
        case .ascii: return utf8.allSatisfy { $0 < 0x80 } ? utf8 : nil
        case .foreign(let name): return ForeignEncoding(name)?.encode(utf8)
        case .latin1:
            var bytes: [UInt8] = []
            bytes.reserveCapacity(utf8.count)
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
                guard let byte = UInt8(exactly: scalar.value) else { return nil }
                bytes.append(byte)
            }
            return bytes
        case .utf16(let isBigEndian):
            var bytes: [UInt8] = []
            bytes.reserveCapacity(2 * utf8.count)
            for unit in String(decoding: utf8, as: UTF8.self).utf16 {
                let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
                bytes += isBigEndian ? [high, low] : [low, high]
            }
            return bytes
        case .utf32(let isBigEndian):
            var bytes: [UInt8] = []
            bytes.reserveCapacity(4 * utf8.count)
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
                for place in 0..<4 {
                    let shift = UInt32(8 * (isBigEndian ? 3 - place : place))
                    bytes.append(UInt8(truncatingIfNeeded: scalar.value >> shift))
                }
            }
            return bytes
        }
    }
}

extension SourceText {
    /// The file with one part of its text replaced, and every byte outside that part as it was.
    ///
    /// - Parameters:
    ///   - range: The part, in bytes of `utf8`.
    ///   - source: The bytes that this text was decoded from.
    ///   - text: What is to stand there.
    /// - Returns: `nil` where the encoding lacks a character of `text`, and where the text can't be led back to the very
    ///   bytes of the file: some encodings have several ways to write one text.
    package func replacing(_ range: Range<Int>, of source: [UInt8], with text: String) -> [UInt8]? {
        guard let head = encoding.encode(utf8[..<range.lowerBound]), let old = encoding.encode(utf8[range]),
            let tail = encoding.encode(utf8[range.upperBound...]), let new = encoding.encode(text.utf8)
        else { return nil }
        let start = Array(source.prefix(encoding.markLength)) + head
        guard start + old + tail == source else { return nil }
        return start + new + tail
    }
}
