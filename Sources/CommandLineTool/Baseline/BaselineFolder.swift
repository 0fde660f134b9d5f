#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder that a baseline lies in, which the paths in it start from: so the file means the same on every machine.
struct BaselineFolder {
    private let parts: [ArraySlice<UInt8>]
    private let path: [UInt8]

    /// - Parameter file: The path of the baseline, which need not exist; `nil` is given where its folder does not.
    init?(of file: String) {
        let parent = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        guard let real = RealPath.bytes(parent) else { return nil }
        path = real
        parts = real.split(separator: Self.slash)
    }

    private static let slash = UInt8(ascii: "/")

    /// The path of an input from here, with `..` where it lies elsewhere.
    ///
    /// Links on the way to the input are followed, and the input itself keeps its name where it is one.
    func path(of input: String) -> String {
        let other = Self.realParts(of: input)
        let common = zip(parts, other).prefix { $0 == $1 }.count
        let upwards = [ArraySlice<UInt8>](
            repeating: [UInt8(ascii: "."), UInt8(ascii: ".")], count: parts.count - common)
        let steps = upwards + other[common...]
        if steps.isEmpty { return "." }
        return String(decoding: Array(steps.joined(separator: [Self.slash])), as: UTF8.self)
    }

    /// Whether there is anything at a path from here, a link that leads nowhere too.
    func holds(_ input: String) -> Bool {
        let start = input.hasPrefix("/") ? [] : path + [Self.slash]
        if input.utf8.contains(0) { return false }
        let full = (start + Array(input.utf8) + [0]).map(CChar.init(bitPattern:))
        var status = stat()
        return lstat(full, &status) == 0
    }

    private static func realParts(of input: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(input.utf8)
        let isAbsolute = bytes.first == slash
        let parts = bytes.split(separator: slash)
        guard let last = parts.last, last != [UInt8(ascii: ".")], last != ArraySlice("..".utf8) else {
            return RealPath.bytes(input)?.split(separator: slash) ?? parts
        }
        let parent = parts.dropLast().map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        let real = RealPath.bytes(isAbsolute ? "/" + parent : parent.isEmpty ? "." : parent)
        return (real?.split(separator: slash) ?? parts.dropLast()) + [last]
    }
}
