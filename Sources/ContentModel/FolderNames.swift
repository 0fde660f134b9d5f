#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The names in one folder, kept in one array, since folders can have very many.
struct FolderNames {
    /// The names, each ended by a NUL.
    private var bytes: [UInt8] = []
    private var places: [(start: Int, count: Int)] = []

    /// How many there are.
    var count: Int { places.count }

    /// Whether there is none.
    var isEmpty: Bool { places.isEmpty }

    /// Adds a name, unless it is `.` or `..`.
    mutating func append(_ name: UnsafeRawBufferPointer) {
        let dot = UInt8(ascii: ".")
        if name.first == dot, name.count == 1 || (name.count == 2 && name[1] == dot) { return }
        places.append((bytes.count, name.count))
        bytes.append(contentsOf: name)
        bytes.append(0)
    }

    /// Sorts by bytes.
    mutating func sort() {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            places.sort { left, right in
                // Of two that begin alike, the NUL behind the shorter decides.
                memcmp(base + left.start, base + right.start, min(left.count, right.count) + 1) < 0
            }
        }
    }

    /// A name without its NUL.
    subscript(index: Int) -> ArraySlice<UInt8> {
        let (start, count) = places[index]
        return bytes[start..<start + count]
    }

    /// Calls `body` with a name as a C string.
    func withName<Result>(at index: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return "".withCString(body) }
            return body((base + places[index].start).assumingMemoryBound(to: CChar.self))
        }
    }
}
