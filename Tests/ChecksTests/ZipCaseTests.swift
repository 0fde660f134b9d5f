import Checks
import ContentModel
import Findings
import Packaging
import TestSupport
import Testing

/// Zips of the real world from the file to the findings.
@Suite struct ZipCaseTests {
    /// The findings for a zip that a few lines of Python add to, whose `archive` has `ContentInfo.plist` already.
    private static func findings(_ script: String) throws -> [Finding] {
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
            return Examination.run([try ContentInput.open(path)])[0].findings
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
}
