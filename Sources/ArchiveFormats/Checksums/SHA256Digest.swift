#if canImport(CryptoKit)
    internal import CryptoKit
#else
    internal import CCrypto
#endif

/// A SHA-256 that is fed piece by piece.
package final class SHA256Digest {
    #if canImport(CryptoKit)
        private var hasher = SHA256()

        /// Starts with no bytes.
        package init() {}

        /// Takes more bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) { hasher.update(bufferPointer: bytes) }

        /// The digest of all bytes, in lower-case hexadecimal; the object is used up.
        package func finish() -> String { Self.hexadecimal(hasher.finalize()) }
    #else
        private let context: OpaquePointer

        /// Starts with no bytes.
        package init() {
            // Both fail only where memory has run out or where libcrypto was built without SHA-256.
            guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
                preconditionFailure("libcrypto gives no SHA-256")
            }
            self.context = context
        }

        deinit { EVP_MD_CTX_free(context) }

        /// Takes more bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
            precondition(status == 1, "libcrypto's SHA-256 does not fail on memory")
        }

        /// The digest of all bytes, in lower-case hexadecimal; the object is used up.
        package func finish() -> String {
            var digest = [UInt8](repeating: 0, count: 32)
            let status = EVP_DigestFinal_ex(context, &digest, nil)
            precondition(status == 1, "libcrypto's SHA-256 does not fail on memory")
            return Self.hexadecimal(digest)
        }
    #endif

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
