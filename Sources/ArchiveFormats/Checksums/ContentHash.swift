internal import CContentHash

/// A hash of 128 bits that tells content apart: XXH3, whose values the xxhash project has promised to keep since 0.8.
///
/// It costs a fiftieth of what SHA-256 costs. It shows every change that happens, but is no proof against somebody who
/// makes two contents with one hash on purpose.
package struct ContentHash: Sendable, Hashable {
    private let low: UInt64
    private let high: UInt64

    /// The hash of bytes.
    package init(of bytes: UnsafeRawBufferPointer) {
        var hash: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &hash) { hash in
            iapkit_content_hash(bytes.baseAddress, bytes.count, hash.assumingMemoryBound(to: UInt64.self).baseAddress)
        }
        (low, high) = hash
    }

    /// Adds the 16 bytes of the hash, the lowest first.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(littleEndian: low)
        bytes.append(littleEndian: high)
    }
}
