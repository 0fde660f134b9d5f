/// Reads JSON (RFC 8259) strictly, with the place of every value and of a fault.
///
/// Foundation's decoder is not used for this: it tells no place, takes a comma before a closing bracket for right, and
/// its errors may quote the text, which may hold a private key. Here no message holds anything of the text.
package struct JSONReader {
    /// What is wrong, and where.
    package struct Fault: Error {
        /// A clause.
        package let reason: String
        /// The index of the byte where reading stopped.
        package let offset: Int
    }

    /// The deepest nesting that is read; product lists have five levels.
    private static let depthLimit = 128
    /// The most values that are read: an app has 10,000 products at most, and each of them some forty values. So the
    /// memory taken stays below some 250 MB, whatever a file of the largest size holds.
    package static let valueLimit = 2_000_000

    private let bytes: [UInt8]
    private var position = 0
    private var valueCount = 0
    /// The innermost value that a fault left unfinished, then those around it in turn.
    private var unfinished: JSONNode?

    /// Reads the values of a text, mostly one; a stream of JSON (NDJSON) has several.
    ///
    /// Of a text that is not well-formed, what stands before the fault is there all the same, to tell what the text was
    /// meant to be.
    /// - Parameter bytes: Valid UTF-8 without a byte-order mark.
    /// - Returns: The values; the index of the first byte behind the first of them, where there is more; the fault.
    package static func read(_ bytes: [UInt8]) -> (values: [JSONNode], second: Int?, fault: Fault?) {
        var reader = JSONReader(bytes: bytes)
        var values: [JSONNode] = []
        var second: Int?
        repeat {
            do throws(Fault) {
                values.append(try reader.value(depth: 0))
            } catch {
                return (values + [reader.unfinished].compactMap(\.self), second, error)
            }
            reader.skipWhiteSpace()
            if second == nil, reader.position < bytes.count { second = reader.position }
        } while reader.position < bytes.count
        return (values, second, nil)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func fault(_ reason: String) -> Fault {
        Fault(reason: position < bytes.count ? reason : "it ends too early", offset: min(position, bytes.count))
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Fault) -> JSONNode {
        skipWhiteSpace()
        guard depth < Self.depthLimit else { throw fault("it is nested deeper than \(Self.depthLimit) levels") }
        valueCount += 1
        guard valueCount <= Self.valueLimit else { throw fault("it holds more than \(Self.valueLimit) values") }
        let start = position
        let value: JSONNode.Value
        switch next {
        case UInt8(ascii: "{"):
            var members: [JSONNode.Member] = []
            do throws(Fault) {
                try object(depth: depth, into: &members)
            } catch {
                unfinished = JSONNode(value: .object(members), offset: start)
                throw error
            }
            value = .object(members)
        case UInt8(ascii: "["):
            var nodes: [JSONNode] = []
            do throws(Fault) {
                try array(depth: depth, into: &nodes)
            } catch {
                unfinished = JSONNode(value: .array(nodes), offset: start)
                throw error
            }
            value = .array(nodes)
        case UInt8(ascii: "\""): value = .string(try string())
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): value = .number(try number())
        case UInt8(ascii: "t"): value = try word("true", .bool(true))
        case UInt8(ascii: "f"): value = try word("false", .bool(false))
        case UInt8(ascii: "n"): value = try word("null", .null)
        default: throw fault("a value is missing")
        }
        let digits =
            if case .number = value { Int64(String(decoding: bytes[start..<position], as: UTF8.self)) } else {
                nil as Int64?
            }
        return JSONNode(value: value, offset: start, digits: digits)
    }

    private mutating func array(depth: Int, into nodes: inout [JSONNode]) throws(Fault) {
        position += 1
        skipWhiteSpace()
        if take("]") { return }
        while true {
            do throws(Fault) {
                nodes.append(try value(depth: depth + 1))
            } catch {
                if let node = unfinished { nodes.append(node) }
                throw error
            }
            skipWhiteSpace()
            if take("]") { return }
            guard take(",") else { throw fault("a comma or a closing bracket is missing") }
            skipWhiteSpace()
            if next == UInt8(ascii: "]") { throw fault("a comma stands before a closing bracket") }
        }
    }

    private mutating func object(depth: Int, into members: inout [JSONNode.Member]) throws(Fault) {
        position += 1
        skipWhiteSpace()
        if take("}") { return }
        while true {
            skipWhiteSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a key in quotation marks is missing") }
            let start = position
            let key = try string()
            skipWhiteSpace()
            guard take(":") else { throw fault("a colon is missing") }
            do throws(Fault) {
                members.append(JSONNode.Member(key: key, node: try value(depth: depth + 1), offset: start))
            } catch {
                if let node = unfinished { members.append(JSONNode.Member(key: key, node: node, offset: start)) }
                throw error
            }
            skipWhiteSpace()
            if take("}") { return }
            guard take(",") else { throw fault("a comma or a closing brace is missing") }
            skipWhiteSpace()
            if next == UInt8(ascii: "}") { throw fault("a comma stands before a closing brace") }
        }
    }

    private mutating func word(_ word: String, _ value: JSONNode.Value) throws(Fault) -> JSONNode.Value {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("a value is missing") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(Fault) -> Double {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? .nan
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func digits() throws(Fault) {
        let start = position
        while let byte = next, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw fault("a digit is missing") }
    }

    private mutating func string() throws(Fault) -> String {
        position += 1
        var text: [UInt8] = []
        var start = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                text += bytes[start..<position]
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += bytes[start..<position]
                text += String(try escape()).utf8
                start = position
            case 0..<0x20:
                throw fault("a string holds a line break or another control character")
            default:
                position += 1
            }
        }
        throw fault("it ends too early")
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        position += 1
        guard let byte = next else { throw fault("it ends too early") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            if unit < 0xDC00, take("\\"), take("u") {
                let low = try codeUnit()
                if (0xDC00...0xDFFF).contains(low),
                    let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))
                {
                    return scalar
                }
            }
            throw fault("an escape stands for half a character")
        default:
            throw fault("a string holds a backslash that starts no escape")
        }
    }

    private mutating func codeUnit() throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("an escape lacks a digit")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }
}
