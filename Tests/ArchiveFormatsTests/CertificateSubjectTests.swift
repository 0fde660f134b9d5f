import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct CertificateSubjectTests {
    @Test(.enabled(if: Program("openssl") != nil, "openssl is not installed"))
    func `the common name of a certificate is read`() throws {
        try withTemporaryFolder { folder in
            let made = try #require(Program("openssl")).run(
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder.path("key.pem"), "-outform",
                    "DER",
                    "-out", folder.path("certificate.der"), "-days", "1", "-utf8", "-subj", "/O=Cats/CN=Jos\u{E9} Cat",
                ])
            try #require(made.status == 0, "\(made.errorText)")
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("certificate.der"))))
            #expect(CertificateSubject.commonName(of: bytes) == "Jos\u{E9} Cat")
            for count in stride(from: 0, to: bytes.count, by: 7) {
                #expect(CertificateSubject.commonName(of: Array(bytes[..<count])) == nil)
            }
        }
    }

    @Test func `what is no certificate has no name`() {
        #expect(CertificateSubject.commonName(of: []) == nil)
        #expect(CertificateSubject.commonName(of: [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
        #expect(CertificateSubject.commonName(of: Array("hello".utf8)) == nil)
    }
}
