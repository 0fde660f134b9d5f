/// The path of an entry inside a content folder or package: bytes, with `/` between its parts, relative, never empty.
///
/// Names are bytes, since a file system may hold names that are not UTF-8; those are reported, never dropped.
public struct ContentPath: Sendable, Hashable, Comparable {
    /// The bytes, without a leading or trailing `/`.
    public let bytes: [UInt8]

    /// Creates a path from bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a path from text.
    public init(_ text: String) { self.bytes = Array(text.utf8) }

    /// Orders by bytes.
    public static func < (left: ContentPath, right: ContentPath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// The path as text, or `nil` if it is not valid UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The path for people and reports: bytes that are not UTF-8, control characters and the backslash are
    /// written `\xE9`, so that two paths never look the same and no name can steer a terminal.
    public var displayText: String { Self.displayText(of: bytes) }

    /// The last part.
    public var name: ArraySlice<UInt8> { bytes[(parentEnd.map { $0 + 1 } ?? 0)...] }

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

    /// This path with one more part.
    public func appending(_ name: some Sequence<UInt8>) -> ContentPath {
        ContentPath(bytes: bytes + [UInt8(ascii: "/")] + name)
    }

    private var parentEnd: Int? { bytes.lastIndex(of: UInt8(ascii: "/")) }

    /// Any bytes as text that can be printed: see ``displayText``.
    public static func displayText(of bytes: some Sequence<UInt8>) -> String {
        var text = ""
        var decoder = UTF8()
        var iterator = ReplayingIterator(bytes)
        decoding: while true {
            iterator.mark()
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                if scalar == "\\" || scalar.properties.generalCategory == .control
                    || scalar.properties.isBidiControl || scalar.value == 0x2028 || scalar.value == 0x2029
                {
                    for byte in String(scalar).utf8 { text += escape(byte) }
                } else {
                    text.unicodeScalars.append(scalar)
                }
            case .emptyInput:
                break decoding
            case .error:
                // Exactly one byte is taken as wrong, whatever the decoder consumed.
                guard let byte = iterator.rewindToAfterMark() else { break decoding }
                text += escape(byte)
                decoder = UTF8()
            }
        }
        return text
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }
}

/// An iterator over bytes that can go back to just behind a marked one.
private struct ReplayingIterator: IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    private var marked = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func mark() { marked = position }

    mutating func rewindToAfterMark() -> UInt8? {
        guard marked < bytes.count else { return nil }
        position = marked + 1
        return bytes[marked]
    }
}
