import Checks
import ContentModel
import Findings
import Packaging
import TestSupport
import Testing

/// Zips of the real world from the file to the findings.
@Suite struct ZipCaseTests {
    /// The findings for a zip that a few lines of Python add to, whose `archive` has `ContentInfo.plist` already.
    static func findings(_ script: String, policy: SeverityPolicy = SeverityPolicy()) throws -> [Finding] {
        try withTemporaryFolder { folder in
            let path = folder.path("pack1.zip")
            let start = """
                import sys, warnings, zipfile
                warnings.simplefilter('ignore')
                path = sys.argv[1]
                archive = zipfile.ZipFile(path, 'w')
                archive.writestr('ContentInfo.plist', sys.argv[2])

                """
            let outcome = try #require(Program("python3")).run(["-c", start + script, path, ContentInfoText.xml()])
            try #require(outcome.status == 0, "\(outcome.errorText)")
            return Examination.run([try ContentInput.open(path)], policy: policy)[0].findings
        }
    }

    @Test func `a zip of a content folder gives no finding`() throws {
        #expect(try Self.findings("archive.writestr('Contents/a.txt', 'a'); archive.close()").isEmpty)
    }

    @Test func `C12: a link whose long target ends outside is an error at the entry`() throws {
        let found = try Self.findings(
            """
            link = zipfile.ZipInfo('Contents/link')
            link.create_system, link.external_attr = 3, 0o120777 << 16
            archive.writestr(link, 'x' * 1991 + '/../../..')
            archive.close()
            """)
        #expect(summaries(found) == ["FIL-004 error Contents/link"])
    }

    @Test func `C24: a backslash where a slash belongs is an error at the entry, and Contents is missing`() throws {
        // The writer of Python mends names on Windows only, so here the backslash stays.
        let found = try Self.findings("archive.writestr('Contents\\\\a.txt', 'a'); archive.close()")
        #expect(summaries(found) == ["LAY-001 error Contents", "NAM-005 error Contents\\x5Ca.txt"])
    }

    @Test func `C29: an entry with two names is an error that tells both`() throws {
        let found = try Self.findings(
            """
            archive.writestr('Contents/a.txt', 'a'); archive.close()
            data = open(path, 'rb').read().replace(b'Contents/a.txt', b'Contents/b.txt', 1)
            open(path, 'wb').write(data)
            """)
        #expect(summaries(found) == ["PKG-003 error -"])
        #expect(found.first?.message.contains("'Contents/a.txt' is called 'Contents/b.txt'") == true)
    }

    @Test func `C31: a zip that was cut off is said to be incomplete`() throws {
        let found = try Self.findings(
            """
            archive.writestr('Contents/a.txt', 'a' * 5000); archive.close()
            data = open(path, 'rb').read()
            open(path, 'wb').write(data[:len(data) * 6 // 10])
            """)
        #expect(summaries(found) == ["PKG-002 error -"])
        #expect(found.first?.message.contains("incomplete") == true)
    }

    /// Damages a byte in the middle of the packed bytes of an entry of 20,000 bytes.
    private static func damaging(_ name: String, compression: String = "ZIP_DEFLATED") -> String {
        """
        import random
        random.seed(1)
        noise = bytes(random.randrange(16) for _ in range(20000))
        archive.writestr('Contents/a.txt', 'a')
        archive.writestr('\(name)', noise, zipfile.\(compression))
        entry = archive.getinfo('\(name)')
        archive.close()
        data = bytearray(open(path, 'rb').read())
        data[entry.header_offset + 30 + len(entry.filename) + entry.compress_size // 2] ^= 0x55
        open(path, 'wb').write(data)
        """
    }

    private static let packAgain = "copy or download the package again, or pack the content folder again"

    @Test(arguments: ["ZIP_STORED", "ZIP_DEFLATED"])
    func `a damaged byte far behind a file's head is a damaged package, at the file`(compression: String) throws {
        let found = try Self.findings(Self.damaging("Contents/b.bin", compression: compression))
        #expect(summaries(found) == ["PKG-003 error Contents/b.bin"])
        #expect(found.first?.message.hasPrefix("package is damaged: 'Contents/b.bin' can't be unpacked: ") == true)
        #expect(found.first?.remedy == Remedy(Self.packAgain))
    }

    @Test func `damage is found where nothing but damage is looked for`() throws {
        let code = try #require(CheckCatalog.code(named: "PKG-003"))
        let found = try Self.findings(Self.damaging("Contents/b.bin"), policy: SeverityPolicy(only: [code]))
        #expect(summaries(found) == ["PKG-003 error Contents/b.bin"])
    }

    @Test func `a damaged ContentInfo.plist is a damaged package, not a file to be made readable`() throws {
        let found = try Self.findings(
            """
            archive.writestr('Contents/a.txt', 'a'); archive.close()
            data = open(path, 'rb').read().replace(b'IAPProductIdentifier', b'IAPProductIdentifies', 1)
            open(path, 'wb').write(data)
            """)
        #expect(summaries(found) == ["PKG-003 error ContentInfo.plist"])
        #expect(found.first?.remedy == Remedy(Self.packAgain))
    }

    @Test func `an encrypted entry is said to be encrypted, and the way out is a package without a password`() throws {
        let found = try Self.findings(
            """
            archive.writestr('Contents/a.txt', 'a'); archive.close()
            data = bytearray(open(path, 'rb').read())
            for mark, flags in ((b'PK\\x03\\x04', 6), (b'PK\\x01\\x02', 8)): data[data.rfind(mark) + flags] |= 1
            open(path, 'wb').write(data)
            """)
        #expect(summaries(found) == ["PKG-003 error -"])
        #expect(
            found.first?.message == "package is encrypted: 'Contents/a.txt' can't be unpacked without a password")
        #expect(found.first?.remedy == Remedy("make the package without a password"))
    }

    @Test(arguments: ["", "archive.writestr('__MACOSX/Cat/._a.txt', 'x');"])
    func `a zip of the folder itself is one finding that says to zip what is in it`(more: String) throws {
        let found = try Self.findings(
            """
            archive.close(); archive = zipfile.ZipFile(path, 'w')
            archive.writestr('Cat/ContentInfo.plist', sys.argv[2]); archive.writestr('Cat/Contents/a.txt', 'a')
            \(more)archive.close()
            """)
        #expect(summaries(found) == ["PLI-001 error ContentInfo.plist"])
        #expect(
            found.first?.message
                == "'ContentInfo.plist' is not at the root of the zip, but in the folder 'Cat' in it")
        #expect(found.first?.remedy == Remedy("zip what is in 'Cat', not 'Cat' itself"))
    }

    @Test func `a Mac's attributes in a zip are mended by packing again, not by an exclusion`() throws {
        let found = try Self.findings(
            "archive.writestr('Contents/a.txt', 'a'); archive.writestr('__MACOSX/._a.txt', 'x'); archive.close()")
        #expect(summaries(found) == ["FIL-008 warning __MACOSX"])
        #expect(found.first?.remedy?.advice == "pack the content folder again with 'iapkit pack', which leaves it out")
    }
}
