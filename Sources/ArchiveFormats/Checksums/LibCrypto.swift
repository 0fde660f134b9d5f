#if !canImport(CryptoKit)
    internal import CCrypto

    /// libcrypto's own state.
    enum LibCrypto {
        private static let isReady = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

        /// To be called before anything else of libcrypto. It would read the system's `openssl.cnf`, which may take
        /// digests away or load libraries into the process; a package's digests are no matter of the system's policy.
        static func prepare() { _ = isReady }
    }
#endif
