import CXML2

/// Converts the rarer encodings (`windows-1252`, `Shift_JIS`) by way of libxml2.
enum ForeignEncoding {
    enum Outcome {
        case converted
        case misfit
        case unknown
    }

    static func convert(_ bytes: [UInt8], from name: String) -> (utf8: [UInt8], outcome: Outcome) {
        guard let count = Int32(exactly: bytes.count) else { return ([], .misfit) }
        LibXML.prepare()
        var converted: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &converted) { result in
            bytes.withUnsafeBufferPointer { buffer in
                iapkit_xml_convert(name, buffer.baseAddress, count, result) { context, piece, count in
                    guard let context, let piece else { return }
                    let result = context.assumingMemoryBound(to: [UInt8].self)
                    result.pointee.append(contentsOf: UnsafeBufferPointer(start: piece, count: Int(count)))
                }
            }
        }
        return (converted, status == 1 ? .converted : status == 0 ? .misfit : .unknown)
    }

    /// The way back. A character that the encoding lacks comes out as a reference, or as nothing: whoever needs to know
    /// converts the result back.
    static func convert(_ utf8: [UInt8], to name: String) -> [UInt8]? {
        guard let count = Int32(exactly: utf8.count) else { return nil }
        LibXML.prepare()
        var converted: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &converted) { result in
            utf8.withUnsafeBufferPointer { buffer in
                iapkit_xml_convert_back(name, buffer.baseAddress, count, result) { context, piece, count in
                    guard let context, let piece else { return }
                    let result = context.assumingMemoryBound(to: [UInt8].self)
                    result.pointee.append(contentsOf: UnsafeBufferPointer(start: piece, count: Int(count)))
                }
            }
        }
        return status == 1 ? converted : nil
    }
}
