import Findings
import Testing

@testable import Reporting

@Suite struct GitHubReporterTests {
    @Test func `nothing to tell is no line at all`() {
        #expect(GitHubReporter().render(CISamples.empty).isEmpty)
    }

    @Test func `each severity has its command, and a package stands for what is in it`() {
        #expect(
            GitHubReporter().render(CISamples.oneOfEach) == """
                ::error file=Packs/CatPhotos/ContentInfo.plist,line=8,col=10,title=PID-010 product-not-found::product ID 'CatPhotos' does not exist%0AIt can't be changed.%0ATo mend it, change it: iapkit edit Packs/CatPhotos --product-id com.example.CatPhotos
                ::warning file=dist/Dogs.zip,title=PLI-006 old-style-property-list::ContentInfo.plist:1:1: ContentInfo.plist is an old-style property list%0ATo mend it, write it as XML.
                ::notice file=/elsewhere/Birds,title=FIL-009 hidden-file::'.nomedia' is hidden

                """)
    }

    @Test func `hostile names make no command, no property and no line of their own`() {
        #expect(
            GitHubReporter().render(CISamples.hostile) == #"""
                ::notice file=a<U+000A><U+000D>%250A%3A%3Aerror%3A%3A<b>&"'<U+001B>[31m<U+202E><U+0000>/Contents/\xFF\%2541<U+000A>%3A%3Ax \#u{E9},title=FIL-009 hidden-file::'a<U+000A><U+000D>%250A::error::<b>&"'<U+001B>[31m<U+202E><U+0000>' and {0} and [a link](http://example.com)
                ::error file=a%2Cb%3Ac.zip,title=PID-010 product-not-found::Contents/]]> --> 100%25<U+202E>: m
                ::error title=iapkit::a<U+000A><U+000D>%250A::error::<b>&"'<U+001B>[31m<U+202E><U+0000>: can't be read; read it <U+FFFE>

                """#)
    }

    @Test func `what has no place in a file is told all the same`() {
        #expect(
            GitHubReporter().render(CISamples.noLocation) == """
                ::notice file=.,title=FIL-009 hidden-file::m
                ::error title=iapkit::Gone: there is no such file

                """)
    }

    @Test func `the escapes are those of GitHub's toolkit`() {
        #expect(GitHubReporter.escapedData("%\r\n:,%0A") == "%25%0D%0A:,%250A")
        #expect(GitHubReporter.escapedProperty("%\r\n:,%0A") == "%25%0D%0A%3A%2C%250A")
    }
}

@Suite struct ReportPlaceTests {
    @Test(arguments: [
        ("Packs/Cats", "Packs/Cats"), ("./Packs//Cats/.", "Packs/Cats"), (".", "."), ("../Cats", "../Cats"),
        ("/home/me/repo/Cats", "Cats"), ("/home/me/repo", "."), ("/link/repo/Cats", "Cats"),
        ("/home/me/repository/Cats", "file:///home/me/repository/Cats"), ("/", "file:///"),
        ("http://a/b c", "http%3A/a/b%20c"), ("caf\u{E9}", "caf%C3%A9"), ("cafe\u{301}", "cafe%CC%81"),
        ("a?b#c%20", "a%3Fb%23c%2520"),
    ])
    func `a path is a relative reference where it lies in the current folder`(path: String, uri: String) {
        let folders = ["/home/me/repo", "/link/repo"].map { Array($0.utf8) }
        #expect(ArtifactPath(Array(path.utf8), workingFolders: folders).uri == uri)
    }

    @Test func `a member's name has the bytes that it has in the folder`() {
        let finder = PlaceFinder(CISamples.hostile)
        let location = CISamples.hostile.findings[0].location
        #expect(
            finder.place(of: location).artifact.uri
                == "a%0A%0D%250A%3A%3Aerror%3A%3A%3Cb%3E%26%22%27%1B%5B31m%E2%80%AE%00"
                + "/Contents/%FF%5C%2541%0A%3A%3Ax%20%C3%A9")
    }
}
