#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The path of an entry inside a content folder or package: bytes, with `/` between its parts, relative, never empty.
///
/// Names are bytes, since a file system may hold names that are not UTF-8; those are reported, never dropped.
public struct ContentPath: Sendable, Hashable, Comparable {
    /// The bytes, without a leading or trailing `/`.
    public let bytes: [UInt8]

    /// Creates a path from bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a path from its beginning and the rest of it, in as much memory as they need: `+` leaves room for more,
    /// which is half as much again for a tree of many files.
    init(bytes start: [UInt8], _ rest: ArraySlice<UInt8>) {
        bytes = [UInt8](unsafeUninitializedCapacity: start.count + rest.count) { buffer, count in
            count = buffer.initialize(fromContentsOf: start)
            count = buffer[count...].initialize(fromContentsOf: rest)
        }
    }

    /// Creates a path from text.
    public init(_ text: String) { self.bytes = Array(text.utf8) }

    /// Whether the bytes are the same.
    public static func == (left: ContentPath, right: ContentPath) -> Bool {
        guard left.bytes.count == right.bytes.count else { return false }
        return left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return first == second || memcmp(first, second, left.count) == 0
            }
        }
    }

    /// Takes the bytes at one go; an array gives them one by one.
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// Orders by bytes.
    public static func < (left: ContentPath, right: ContentPath) -> Bool {
        // Trees of 100,000 entries are sorted by this; comparing byte by byte through iterators is far slower.
        left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else {
                    return left.count < right.count
                }
                let order = memcmp(first, second, min(left.count, right.count))
                return order == 0 ? left.count < right.count : order < 0
            }
        }
    }

    /// The path as text, or `nil` if it is not valid UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The path for people and reports: bytes that are not UTF-8, control characters, characters without width or
    /// that change the direction of writing, and the backslash are written `\xE9`, so that no name can steer a
    /// terminal or hide a part of itself.
    public var displayText: String { Self.displayText(of: bytes) }

    /// The last part.
    public var name: ArraySlice<UInt8> { bytes[nameStart...] }

    /// The path of the folder that holds this, or `nil` at the root.
    public var parent: ContentPath? { parentEnd.map { ContentPath(bytes: Array(bytes[..<$0])) } }

    /// The parts between the slashes.
    public var components: [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
    }

    /// Whether this is `folder` or lies in it.
    public func isInside(_ folder: ContentPath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == UInt8(ascii: "/")
    }

    /// Whether this lies right in `folder`, and not deeper; an empty path stands for the root.
    package func isDirectly(in folder: ContentPath) -> Bool {
        guard !folder.bytes.isEmpty else { return nameStart == 0 }
        return nameStart == folder.bytes.count + 1 && bytes.starts(with: folder.bytes)
    }

    /// This path with one more part.
    public func appending(_ name: some Sequence<UInt8>) -> ContentPath {
        ContentPath(bytes: bytes + [UInt8(ascii: "/")] + name)
    }

    private var parentEnd: Int? {
        let start = nameStart
        return start > 0 ? start - 1 : nil
    }

    /// Where the last part starts.
    package var nameStart: Int {
        // Asked of every entry by every check; through the collection's own search it was 5 % of a run.
        bytes.withUnsafeBufferPointer { bytes in
            var start = bytes.count
            while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
            return start
        }
    }

    /// Whether the last part holds nothing but printable ASCII without the backslash, so that a check of names need look
    /// no further.
    package var hasPlainName: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var index = bytes.count
            while index > 0, bytes[index - 1] != UInt8(ascii: "/") {
                index -= 1
                let byte = bytes[index]
                if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") { return false }
            }
            return true
        }
    }

    /// Any bytes as text that can be printed: see ``displayText``.
    public static func displayText(of bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = ""
        bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            while index < buffer.count {
                guard let (scalar, length) = UTF8Decoding.scalar(in: buffer, at: index) else {
                    // Only this byte is wrong for certain; the next may start a character.
                    text += escape(buffer[index])
                    index += 1
                    continue
                }
                if isWrittenEscaped(scalar) {
                    for byte in buffer[index..<index + length] { text += escape(byte) }
                } else {
                    text.unicodeScalars.append(scalar)
                }
                index += length
            }
        }
        return text
    }

    /// Whether a character would be unseen, or would change how its neighbours look, or stands for an escape.
    ///
    /// Joiners, variation selectors and tags are unseen too, but emoji and several scripts are written with them.
    private static func isWrittenEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x5C, 0x2028, 0x2029: return true
        case 0x20..<0x7F: return false
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: return false
        default:
            let properties = scalar.properties
            return properties.generalCategory == .control || properties.isBidiControl
                || properties.isDefaultIgnorableCodePoint
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }
}
