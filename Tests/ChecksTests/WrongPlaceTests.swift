import Checks
import ContentModel
import Findings
import Packaging
import TestSupport
import Testing

/// What was named is near to a content folder, but none.
@Suite struct WrongPlaceTests {
    @Test func `a folder that holds nothing but a content folder is one finding that says what to give`() throws {
        try withTemporaryFolder { folder in
            _ = try folder.makeContentFolder("Packs/Cat")
            let findings = Examination.findings(forFolder: folder.path("Packs"))
            #expect(summaries(findings) == ["PLI-001 error ContentInfo.plist"])
            #expect(findings.first?.remedy == Remedy("give '\(folder.path("Packs"))/Cat'"))
        }
    }

    @Test func `Contents itself says to give the folder above it`() {
        for (name, above) in [("Packs/Cat/Contents", "'Packs/Cat'"), ("Contents", "'.'"), ("/Contents", "'/'")] {
            let findings = Examination.findings(for: ContentSketch([ContentPath("a.txt"): .text("a")]), named: name)
            #expect(summaries(findings) == ["PLI-001 error ContentInfo.plist"])
            #expect(
                findings.first?.message
                    == "this is the 'Contents' of a content folder, and 'ContentInfo.plist' lies beside it")
            #expect(findings.first?.remedy == Remedy("give the folder above it, \(above)"))
        }
    }

    @Test(arguments: [("dist", "dist/*.zip"), ("my dist", "'my dist/'*.zip"), (".", "*.zip"), ("-x", "./-x/*.zip")])
    func `a folder of zips says to give the zips`(name: String, glob: String) {
        let sketch = ContentSketch([ContentPath("a.zip"): .text(""), ContentPath("b.zip"): .text("")])
        let findings = Examination.findings(for: sketch, named: name)
        #expect(summaries(findings) == ["PLI-001 error ContentInfo.plist"])
        #expect(findings.first?.remedy == Remedy("give the packages themselves: \(glob)"))
    }

    @Test func `a folder of flat packages says to give these`() {
        let sketch = ContentSketch([ContentPath("a.pkg"): .text(""), ContentPath("b.pkg"): .text("")])
        let findings = Examination.findings(for: sketch, named: "dist")
        #expect(summaries(findings) == ["PLI-001 error ContentInfo.plist"])
        #expect(findings.first?.remedy == Remedy("give the packages themselves: dist/*.pkg"))
    }

    @Test func `where neither name is there, it is one finding, and each check still reports alone`() throws {
        let sketch = ContentSketch([ContentPath("a.txt"): .text("a"), ContentPath(".DS_Store"): .text("")])
        #expect(summaries(Examination.findings(for: sketch)) == ["PLI-001 error ContentInfo.plist"])
        let code = try #require(CheckCatalog.code(named: "LAY-001"))
        #expect(
            summaries(Examination.findings(for: sketch, policy: SeverityPolicy(only: [code])))
                == ["LAY-001 error Contents"])
    }

    @Test func `no remedy tells to run init where it would refuse`() {
        let make = "make one elsewhere with 'iapkit init' and copy its ContentInfo.plist here"
        for text in ["", "<plist><dict>", "{\"a\": 1}"] {
            let findings = Examination.findings(for: .contentFolder(contentInfo: .text(text)))
            #expect(findings.first?.remedy?.advice.hasSuffix(make) == true)
        }
        let missing = Examination.findings(for: .contentFolder().without("ContentInfo.plist"))
        #expect(missing.first?.remedy?.advice.hasSuffix(make) == true)
    }

    @Test func `a text file may be a list of products`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.write("products.txt", "com.example.a\n")
            let findings = Examination.run([try ContentInput.open(path)])[0].findings
            #expect(summaries(findings) == ["PKG-001 error -"])
            #expect(
                findings.first?.remedy?.advice
                    == "give the content folder, or the package that was made from it; "
                    + "a list of products is given with --products")
        }
    }
}
