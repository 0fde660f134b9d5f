#if canImport(Security)
    internal import CoreFoundation
    internal import Security
#else
    internal import CCrypto
#endif

/// Whom a certificate names.
package enum CertificateSubject {
    /// The common name in an X.509 certificate (DER); `nil` where it has none, or is none.
    ///
    /// Nothing is verified: anybody can write any name into a certificate.
    package static func commonName(of certificate: [UInt8]) -> String? {
        #if canImport(Security)
            guard let data = CFDataCreate(nil, certificate, certificate.count),
                let certificate = SecCertificateCreateWithData(nil, data)
            else { return nil }
            var name: CFString?
            guard SecCertificateCopyCommonName(certificate, &name) == errSecSuccess else { return nil }
            return name as String?
        #else
            LibCrypto.prepare()
            guard let count = Int(exactly: certificate.count), count < 1 << 20 else { return nil }
            return certificate.withUnsafeBufferPointer { bytes -> String? in
                var position = bytes.baseAddress
                guard let parsed = d2i_X509(nil, &position, count) else { return nil }
                defer { X509_free(parsed) }
                guard let subject = X509_get_subject_name(parsed) else { return nil }
                let index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
                guard index >= 0, let entry = X509_NAME_get_entry(subject, index) else { return nil }
                var text: UnsafeMutablePointer<UInt8>?
                let length = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
                guard length >= 0, let text else { return nil }
                defer { iapkit_free(text) }
                return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
            }
        #endif
    }
}
