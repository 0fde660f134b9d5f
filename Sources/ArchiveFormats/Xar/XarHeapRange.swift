/// A part of the heap that the table of contents gives to something.
struct XarHeapRange {
    /// What it is given to.
    enum Owner: Hashable {
        case tableChecksum
        case signature
        /// The content or an attribute of the entry with this index.
        case entry(Int)
    }

    let offset: UInt64
    let length: UInt64
    let owner: Owner

    /// Where it ends; `nil` where 64 bits don't hold that.
    var end: UInt64? {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow ? nil : end
    }

    /// Makes sure that every range lies in the heap, and that none but whole ones are shared: two files may have the
    /// same bytes, but a range that runs into another belongs to no archive that a packer wrote.
    /// - Parameters:
    ///   - heapSize: the bytes from the heap's start to the file's end.
    ///   - path: the path of an entry.
    /// - Returns: where the last range ends, from the start of the heap.
    static func check(
        _ ranges: [XarHeapRange], heapSize: UInt64, path: (Int) -> [UInt8]
    ) throws(XarFault) -> UInt64 {
        func fault(_ range: XarHeapRange, _ text: String) -> XarFault {
            switch range.owner {
            case .tableChecksum: .damaged("the checksum of its table of contents \(text)")
            case .signature: .damaged("a signature in it \(text)")
            case .entry(let index): .damagedEntry(name: path(index), "it \(text)")
            }
        }
        // The index makes the order complete, so that the same fault is told each time.
        let order = ranges.indices.filter { ranges[$0].length > 0 }
            .sorted { (ranges[$0].offset, ranges[$0].length, $0) < (ranges[$1].offset, ranges[$1].length, $1) }
        var last: (range: XarHeapRange, end: UInt64)?
        var furthest: UInt64 = 0
        for index in order {
            let range = ranges[index]
            guard let end = range.end, end <= UInt64(Int64.max) else {
                throw fault(range, "lies where no file reaches")
            }
            if let last, range.offset < last.end {
                guard range.offset == last.range.offset, range.length == last.range.length,
                    case .entry = range.owner, case .entry = last.range.owner
                else { throw fault(range, "shares bytes with something else") }
            }
            last = (range, end)
            furthest = max(furthest, end)
        }
        guard furthest <= heapSize else { throw .truncated("it ends \(furthest - heapSize) bytes too early") }
        return furthest
    }
}
