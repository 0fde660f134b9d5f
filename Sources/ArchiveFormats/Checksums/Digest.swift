#if canImport(CryptoKit)
    internal import CryptoKit
#else
    internal import CCrypto
#endif

/// The digests that archives name, by the names that xar gives them.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
    /// MD5: 16 bytes. Broken; only read.
    case md5
    /// SHA-1: 20 bytes. What Apple's package tools still write.
    case sha1
    /// SHA-256: 32 bytes.
    case sha256
    /// SHA-512: 64 bytes.
    case sha512

    /// The length of a digest in bytes.
    package var length: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }
}

/// A digest that is fed piece by piece.
package final class Digest {
    #if canImport(CryptoKit)
        private var hasher: any HashFunction

        /// Starts with no bytes.
        package init(_ algorithm: DigestAlgorithm) {
            switch algorithm {
            case .md5: hasher = Insecure.MD5()
            case .sha1: hasher = Insecure.SHA1()
            case .sha256: hasher = SHA256()
            case .sha512: hasher = SHA512()
            }
        }

        /// Takes more bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) { hasher.update(bufferPointer: bytes) }

        /// The digest of all bytes; the object is used up.
        package func finish() -> [UInt8] { Self.finalize(hasher) }

        private static func finalize(_ hasher: some HashFunction) -> [UInt8] { Array(hasher.finalize()) }
    #else
        private let context: OpaquePointer
        private let length: Int

        /// Starts with no bytes.
        package init(_ algorithm: DigestAlgorithm) {
            LibCrypto.prepare()
            let type =
                switch algorithm {
                case .md5: EVP_md5()
                case .sha1: EVP_sha1()
                case .sha256: EVP_sha256()
                case .sha512: EVP_sha512()
                }
            // Both fail only where memory has run out or where libcrypto was built without the digest.
            guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, type, nil) == 1 else {
                preconditionFailure("libcrypto gives no \(algorithm.rawValue)")
            }
            self.context = context
            length = algorithm.length
        }

        deinit { EVP_MD_CTX_free(context) }

        /// Takes more bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
            precondition(status == 1, "libcrypto's digests do not fail on memory")
        }

        /// The digest of all bytes; the object is used up.
        package func finish() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: length)
            let status = EVP_DigestFinal_ex(context, &digest, nil)
            precondition(status == 1, "libcrypto's digests do not fail on memory")
            return digest
        }
    #endif

    /// Bytes in lower-case hexadecimal.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// The digest of these bytes.
    package static func of(_ bytes: [UInt8], _ algorithm: DigestAlgorithm) -> [UInt8] {
        let digest = Digest(algorithm)
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.finish()
    }
}
