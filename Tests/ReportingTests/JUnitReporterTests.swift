import Findings
import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite struct JUnitReporterTests {
    @Test func `an empty report is a whole document`() {
        #expect(
            JUnitReporter().render(CISamples.empty) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="iapkit validate" tests="0" failures="0" errors="0">
                </testsuites>

                """)
    }

    @Test func `each check is a case: passed, failed, skipped, or passed with something to say`() {
        #expect(
            JUnitReporter().render(CISamples.oneOfEach) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="iapkit validate" tests="7" failures="1" errors="0">
                  <testsuite name="Packs/CatPhotos" tests="3" failures="1" errors="0" skipped="0">
                    <testcase classname="Packs/CatPhotos" name="FIL-009 hidden-file"/>
                    <testcase classname="Packs/CatPhotos" name="PID-010 product-not-found">
                      <failure message="product ID &apos;CatPhotos&apos; does not exist" type="error">/home/me/repo/Packs/CatPhotos/ContentInfo.plist:8:10: error: product ID 'CatPhotos' does not exist [PID-010 product-not-found]
                    It can't be changed.
                    To mend it, change it:
                        iapkit edit Packs/CatPhotos --product-id com.example.CatPhotos
                </failure>
                    </testcase>
                    <testcase classname="Packs/CatPhotos" name="PLI-006 old-style-property-list"/>
                  </testsuite>
                  <testsuite name="dist/Dogs.zip" tests="1" failures="0" errors="0" skipped="0">
                    <testcase classname="dist/Dogs.zip" name="PLI-006 old-style-property-list">
                      <system-out>dist/Dogs.zip/ContentInfo.plist:1:1: warning: ContentInfo.plist is an old-style property list [PLI-006 old-style-property-list]
                    To mend it, write it as XML.
                </system-out>
                    </testcase>
                  </testsuite>
                  <testsuite name="/elsewhere/Birds" tests="1" failures="0" errors="0" skipped="0">
                    <testcase classname="/elsewhere/Birds" name="FIL-009 hidden-file">
                      <system-out>/elsewhere/Birds: note: '.nomedia' is hidden [FIL-009 hidden-file]
                </system-out>
                    </testcase>
                  </testsuite>
                  <testsuite name="Fish" tests="2" failures="0" errors="0" skipped="1">
                    <testcase classname="Fish" name="FIL-009 hidden-file"/>
                    <testcase classname="Fish" name="PID-010 product-not-found">
                      <skipped message="no list of products was given"/>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func `hostile names stay text`() {
        #expect(
            JUnitReporter().render(CISamples.hostile) == #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="iapkit validate" tests="3" failures="1" errors="1">
                  <testsuite name="a&lt;U+000A&gt;&lt;U+000D&gt;%0A::error::&lt;b&gt;&amp;&quot;&apos;&lt;U+001B&gt;[31m&lt;U+202E&gt;&lt;U+0000&gt;" tests="1" failures="0" errors="0" skipped="0">
                    <testcase classname="a&lt;U+000A&gt;&lt;U+000D&gt;%0A::error::&lt;b&gt;&amp;&quot;&apos;&lt;U+001B&gt;[31m&lt;U+202E&gt;&lt;U+0000&gt;" name="FIL-009 hidden-file">
                      <system-out>a&lt;U+000A&gt;&lt;U+000D&gt;%0A::error::&lt;b&gt;&amp;"'&lt;U+001B&gt;[31m&lt;U+202E&gt;&lt;U+0000&gt;/Contents/\xFF\x5C%41\x0A::x é: note: 'a&lt;U+000A&gt;&lt;U+000D&gt;%0A::error::&lt;b&gt;&amp;"'&lt;U+001B&gt;[31m&lt;U+202E&gt;&lt;U+0000&gt;' and {0} and [a link](http://example.com) [FIL-009 hidden-file]
                </system-out>
                    </testcase>
                  </testsuite>
                  <testsuite name="a,b:c.zip" tests="1" failures="1" errors="0" skipped="0">
                    <testcase classname="a,b:c.zip" name="PID-010 product-not-found">
                      <failure message="m" type="error">a,b:c.zip/Contents/]]&gt; --&gt; 100%&lt;U+202E&gt;: error: m [PID-010 product-not-found]
                </failure>
                    </testcase>
                  </testsuite>
                  <testsuite name="iapkit validate" tests="1" failures="0" errors="1" skipped="0">
                    <testcase classname="iapkit validate" name="a&lt;U+000A&gt;&lt;U+000D&gt;%0A::error::&lt;b&gt;&amp;&quot;&apos;&lt;U+001B&gt;[31m&lt;U+202E&gt;&lt;U+0000&gt;">
                      <error message="can&apos;t be read; read it &lt;U+FFFE&gt;" type="failure">a&lt;U+000A&gt;&lt;U+000D&gt;%0A::error::&lt;b&gt;&amp;"'&lt;U+001B&gt;[31m&lt;U+202E&gt;&lt;U+0000&gt;: can't be read; read it &lt;U+FFFE&gt;
                </error>
                    </testcase>
                  </testsuite>
                </testsuites>

                """#)
    }

    @Test func `what could not be done is an error, and a finding has a suite in any case`() {
        #expect(
            JUnitReporter().render(CISamples.noLocation) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="iapkit validate" tests="2" failures="0" errors="1">
                  <testsuite name="." tests="1" failures="0" errors="0" skipped="0">
                    <testcase classname="." name="FIL-009 hidden-file">
                      <system-out>.: note: m [FIL-009 hidden-file]
                </system-out>
                    </testcase>
                  </testsuite>
                  <testsuite name="iapkit validate" tests="1" failures="0" errors="1" skipped="0">
                    <testcase classname="iapkit validate" name="Gone">
                      <error message="there is no such file" type="failure">Gone: there is no such file
                </error>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test(arguments: [(Severity.error, 1), (.warning, 2), (.note, 3)])
    func `what the run counts as failed fails its case`(severity: Severity, failures: Int) {
        var report = CISamples.oneOfEach
        report.failedSeverity = severity
        let text = JUnitReporter().render(report)
        #expect(text.contains("tests=\"7\" failures=\"\(failures)\" errors=\"0\">"))
        #expect(text.components(separatedBy: "<failure ").count - 1 == failures)
        #expect(text.components(separatedBy: "<system-out>").count - 1 == 3 - failures)
    }

    @Test func `several findings of one check are one case, with the lesser ones beside`() {
        var report = CISamples.empty
        report.inputs = [InputSummary(path: "Cats", kind: .folder)]
        report.findings = [(Severity.error, "a"), (.note, "b"), (.error, "c")].map { severity, message in
            Finding(
                code: CISamples.hidden.code, severity: severity, message: message, location: Location(input: "Cats"))
        }
        #expect(
            JUnitReporter().render(report) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="iapkit validate" tests="1" failures="1" errors="0">
                  <testsuite name="Cats" tests="1" failures="1" errors="0" skipped="0">
                    <testcase classname="Cats" name="FIL-009 hidden-file">
                      <failure message="a (and 1 more)" type="error">Cats: error: a [FIL-009 hidden-file]
                Cats: error: c [FIL-009 hidden-file]
                </failure>
                      <system-out>Cats: note: b [FIL-009 hidden-file]
                </system-out>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func `an input given twice is one suite with the checks of both`() {
        var report = CISamples.empty
        report.inputs = [CISamples.hidden, CISamples.notFound].map {
            InputSummary(path: "Cats", kind: .folder, checks: [CheckRecord(code: $0.code)])
        }
        #expect(
            JUnitReporter().render(report) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="iapkit validate" tests="2" failures="0" errors="0">
                  <testsuite name="Cats" tests="2" failures="0" errors="0" skipped="0">
                    <testcase classname="Cats" name="FIL-009 hidden-file"/>
                    <testcase classname="Cats" name="PID-010 product-not-found"/>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test(
        .enabled(if: Program("xmllint") != nil, "xmllint is not installed"),
        arguments: [CISamples.empty, CISamples.oneOfEach, CISamples.hostile, CISamples.noLocation])
    func `xmllint reads it, and counts what the attributes say`(report: Report) throws {
        let xmllint = try #require(Program("xmllint"))
        let document = Data(JUnitReporter().render(report).utf8)
        func evaluate(_ path: String) throws -> String {
            let outcome = try xmllint.run(["--nonet", "--xpath", path, "-"], input: document)
            #expect(outcome.status == 0)
            #expect(outcome.errorText.isEmpty)
            return outcome.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        for (attribute, path) in [("tests", "//testcase"), ("failures", "//failure"), ("errors", "//error")] {
            #expect(try evaluate("number(/testsuites/@\(attribute)) = count(\(path))") == "true")
            #expect(try evaluate("sum(//testsuite/@\(attribute)) = count(\(path))") == "true")
        }
        #expect(try evaluate("sum(//testsuite/@skipped) = count(//skipped)") == "true")
        #expect(try evaluate("count(//@time | //@timestamp | //@hostname)") == "0")
    }
}
