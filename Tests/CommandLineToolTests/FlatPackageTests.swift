import Foundation
import TestSupport
import Testing

/// Apple's flat package as a user meets it: packed, looked at, compared, unpacked.
@Suite struct FlatPackageTests {
    /// The report of a run as JSON.
    private static func document(_ outcome: Program.Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    }

    private static func input(_ outcome: Program.Outcome) throws -> [String: Any] {
        try #require((try document(outcome)["inputs"] as? [[String: Any]])?.first)
    }

    @Test func `both kinds come of one run, and the report names them`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(
                ["pack", "Cats", "--format", "zip", "--format=pkg", "-o", "dist", "--report", "json"], in: folder.path)
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            let outputs = try #require(try Self.input(outcome)["outputs"] as? [[String: Any]])
            #expect(outputs.map { $0["path"] as? String } == ["dist/Cats.zip", "dist/Cats.pkg"])
            #expect(outputs.map { $0["kind"] as? String } == ["zip", "pkg"])
            for output in outputs {
                let path = folder.path(try #require(output["path"] as? String))
                let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
                #expect(output["bytes"] as? Int == size)
            }
        }
    }

    @Test func `settings of OpenSSL that leave it no digest change nothing`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let settings = """
                openssl_conf = init
                [init]
                providers = providers
                [providers]
                null = null
                [null]
                activate = 1

                """
            let path = try folder.write("openssl.cnf", settings)
            let plain = try BuiltTool.run(["pack", "Cats", "-o", "a.pkg"], in: folder.path)
            let other = try BuiltTool.run(
                ["pack", "Cats", "-o", "b.pkg"], in: folder.path, environment: ["OPENSSL_CONF": path])
            #expect(plain.status == 0 && other.status == 0)
            #expect(
                FileManager.default.contentsEqual(atPath: folder.path("a.pkg"), andPath: folder.path("b.pkg")))
        }
    }

    @Test func `the name of the output tells its kind, unless --format does`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(
                try BuiltTool.run(["pack", "Cats", "-o", "x.pkg"], in: folder.path).outputText.hasPrefix(
                    "Cats: wrote x.pkg ('com.example.app.pack1', version 1.0), "))
            #expect(
                try Self.input(BuiltTool.run(["inspect", "x.pkg", "--report=json"], in: folder.path))["kind"] as? String
                    == "pkg")
            let contradiction = try BuiltTool.run(["pack", "Cats", "-o", "y.pkg", "--format", "zip"], in: folder.path)
            #expect(contradiction.status == 2)
            #expect(
                contradiction.errorText
                    == "iapkit: 'y.pkg' is the name of a pkg, and --format says zip\niapkit: hint: let it end in .zip\n"
            )
        }
    }

    @Test(arguments: [
        (["--pkg-profile", "xcode6"], "--pkg-profile is for packages of the kind pkg"),
        (
            ["--format=pkg", "--pkg-profile=xcode6", "--compression=fast"],
            "--pkg-profile xcode6 fixes the compression of the package"
        ),
        (["--format=pkg", "--pkg-profile=xcode5"], "there is no --pkg-profile 'xcode5'"),
    ])
    func `options that can't be meant are refused`(options: [String], text: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["pack", "Cats"] + options, in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.errorText.hasPrefix("iapkit: \(text)\n"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test func `the component bears the folder's name, not the output's, also where the folder is given as a period`()
        throws
    {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(
                try BuiltTool.run(["pack", ".", "-o", "../x.pkg"], in: folder.path("Cats")).status == 0)
            let outcome = try BuiltTool.run(["inspect", "x.pkg", "--report", "json"], in: folder.path)
            let package = try #require(try Self.input(outcome)["package"] as? [String: Any])
            #expect(package["component"] as? String == "Cats.pkg")
            #expect(package["identifier"] as? String == "Cats")
        }
    }

    @Test func `inspect tells all that is known, as text`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "tabby", "d/b.txt": "b"])
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("Cats/Contents/link"), withDestinationPath: "a.txt")
            try folder.write("Cats/notes.txt", "n")
            #expect(
                try BuiltTool.run(["pack", "Cats", "-o", "Cats.pkg"], in: folder.path).status == 0)
            let size = try #require(
                FileManager.default.attributesOfItem(atPath: folder.path("Cats.pkg"))[.size] as? Int)
            let outcome = try BuiltTool.run(["inspect", "Cats.pkg", "Cats"], in: folder.path)
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            let bytes = ContentInfoText.xml().utf8.count
            let lines = outcome.outputText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let grouped = "\(size / 1000),\(String(size + 1_000_000).suffix(3))"
            #expect(
                lines.prefix(19).filter { !$0.hasPrefix("  payload ") } == [
                    "Cats.pkg: flat package (pkg)",
                    "  product ID   'com.example.app.pack1'",
                    "  version      '1.0'",
                    "  content      3 files, 2 folders, 1 link; \(bytes + 6) bytes",
                    "  size         \(grouped) bytes",
                    "  component    'Cats.pkg', identifier 'Cats', version '0', content type 'in-app'",
                    "  made by      'iapkit-0.1.0'",
                    "  made on      '1980-01-01T00:00:00'",
                    "  checksums    SHA-1",
                    "  signed       no",
                    "  entries",
                    "    -rw-r--r-- \(bytes) ContentInfo.plist",
                    "    drwxr-xr-x     Contents",
                    "    -rw-r--r--   5 Contents/a.txt",
                    "    drwxr-xr-x     Contents/d",
                    "    -rw-r--r--   1 Contents/d/b.txt",
                    "    lrwxr-xr-x     Contents/link -> a.txt",
                    "",
                ])
            #expect(lines[19] == "Cats: content folder")
            #expect(lines.contains("    notes.txt (beside Contents)"))
        }
    }

    @Test func `inspect tells all that is known, as JSON`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "tabby"])
            #expect(try BuiltTool.run(["pack", "Cats", "-o", "Cats.zip"], in: folder.path).status == 0)
            let outcome = try BuiltTool.run(["inspect", "Cats.zip", "--report", "json"], in: folder.path)
            let document = try Self.document(outcome)
            #expect((document["tool"] as? [String: Any])?["compressor"] as? String != nil)
            let input = try Self.input(outcome)
            #expect(input["kind"] as? String == "zip" && input["verdict"] as? String == "ok")
            #expect(input["package"] == nil)
            let entries = try #require(input["entries"] as? [[String: Any]])
            #expect(entries.map { $0["path"] as? String } == ["ContentInfo.plist", "Contents", "Contents/a.txt"])
            #expect(entries.map { $0["type"] as? String } == ["file", "directory", "file"])
            #expect(entries.map { $0["mode"] as? String } == ["0644", "0755", "0644"])
            #expect(entries.map { $0["bytes"] as? Int } == [ContentInfoText.xml().utf8.count, 0, 5])
        }
    }

    @Test func `inspect says what a file is that is no package, and fails`() throws {
        try withTemporaryFolder { folder in
            try folder.write("x.pkg", "hello\n")
            let outcome = try BuiltTool.run(["inspect", "x.pkg"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(
                outcome.outputText.hasPrefix(
                    "x.pkg: error: input is no content package: a text file [PKG-001 not-a-content-package]\n"))
        }
    }

    @Test func `a package is unpacked to the folder it was made of, and packed again to the same bytes`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder(
                "Cats", contents: ["a.txt": "tabby", "D/e/b.txt": "b", "caf\u{E9}": "c", "empty/.keep": ""])
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("Cats/Contents/D/link"), withDestinationPath: "../a.txt")
            let options = ["--format", "pkg", "--keep-times", "--pkg-profile", "xcode6"]
            #expect(try BuiltTool.run(["pack", "Cats"] + options, in: folder.path).status == 0)
            try folder.makeFolder("again")
            #expect(try BuiltTool.run(["unpack", "Cats.pkg", "-o", "again/Cats"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["pack", "again/Cats", "-o", "again"] + options, in: folder.path).status == 0)
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.path("Cats.pkg"), andPath: folder.path("again/Cats.pkg")))
            let difference = try #require(Program("diff")).run(
                ["-r", "--no-dereference", "Cats", "again/Cats"], in: folder.path)
            #expect(difference.status == 0, "\(difference.outputText)")
        }
    }

    @Test func `a package that is older than its folder is found out by compare`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "Cats")
            #expect(try BuiltTool.run(["pack", "Cats", "--format", "pkg"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["compare", "Cats.pkg", "Cats"], in: folder.path).status == 0)
            try folder.write("Cats/ContentInfo.plist", ContentInfoText.xml(productIdentifier: "com.example.Cats"))
            let outcome = try BuiltTool.run(["compare", "Cats.pkg", "Cats"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("[PID-013 product-id-changed]"))
        }
    }

    @Test func `validate and match take a package as they take its folder`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "Cats")
            #expect(try BuiltTool.run(["pack", "Cats", "--format", "pkg"], in: folder.path).status == 0)
            let valid = try BuiltTool.run(["validate", "Cats.pkg"], in: folder.path)
            #expect(valid.outputText == "Cats.pkg: valid ('Cats', version 1.0)\n")
            let missed = try BuiltTool.run(
                ["match", "Cats.pkg", "--expect", "com.example.Cats", "--report", "json"], in: folder.path)
            #expect(missed.status == 1)
            let row = try #require((try Self.document(missed)["matches"] as? [[String: Any]])?.first)
            #expect(row["status"] as? String == "near" && row["candidate"] as? String == "com.example.Cats")
        }
    }

    @Test func `what a pkg can't hold is a finding, and nothing is written for that folder`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats\nDogs")
            try folder.makeContentFolder("Birds", productIdentifier: "com.example.Birds")
            let outcome = try BuiltTool.run(["pack", ".", "--format", "pkg", "-o", "out"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("[PKG-012 component-name]"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["Birds.pkg"])
        }
    }
}

/// What is wrong with a container whose content can be read keeps nobody from the content.
@Suite struct FaultyContainerTests {
    /// Writes a package whose Distribution and Bom are gone: what is left is read by every program all the same.
    private static func makePackage(in folder: TemporaryFolder) throws {
        try folder.makeContentFolder("Cats", contents: ["a.txt": "tabby"])
        #expect(try BuiltTool.run(["pack", "Cats", "--format", "pkg"], in: folder.path).status == 0)
        let tar = try #require(Program("bsdtar"))
        try folder.makeFolder("x")
        #expect(try tar.run(["-xf", "../Cats.pkg"], in: folder.path("x")).status == 0)
        let made = try tar.run(
            [
                "--format", "xar", "--options", "xar:compression=none", "-cf", "../Faulty.pkg", "PackageInfo",
                "Payload",
            ], in: folder.path("x/Cats.pkg"))
        try #require(made.status == 0, "\(made.errorText)")
        try FileManager.default.moveItem(atPath: folder.path("x/Faulty.pkg"), toPath: folder.path("Faulty.pkg"))
    }

    @Test(.enabled(if: Program("bsdtar") != nil, "bsdtar is not installed"))
    func `unpack and compare work with it, and validate says what is wrong`() throws {
        try withTemporaryFolder { folder in
            try Self.makePackage(in: folder)
            let valid = try BuiltTool.run(["validate", "Faulty.pkg"], in: folder.path)
            #expect(valid.status == 1)
            #expect(valid.outputText.contains("package has no Bom [PKG-004 bom-mismatch]"))
            let unpacked = try BuiltTool.run(["unpack", "Faulty.pkg", "-o", "Out"], in: folder.path)
            #expect(unpacked.status == 0 && unpacked.error.isEmpty, "\(unpacked.outputText)")
            #expect(
                try #require(Program("diff")).run(["-r", "Out", "Cats"], in: folder.path).status == 0)
            let compared = try BuiltTool.run(["compare", "Faulty.pkg", "Cats"], in: folder.path)
            #expect(compared.outputText.contains("the same content"), "\(compared.outputText)")
        }
    }

    @Test func `inspect of a folder without content says so`() throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("Empty")
            let outcome = try BuiltTool.run(["inspect", "Empty"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("[PLI-001 content-info-missing]"))
            #expect(outcome.outputText.contains("\nEmpty: folder\n"))
        }
    }

    @Test func `a name that can't be one is found also where the folder is given as a period`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cat\nPhotos")
            let outcome = try BuiltTool.run(
                ["pack", ".", "--format", "pkg", "-o", ".."], in: folder.path("Cat\nPhotos"))
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("[PKG-012 component-name]"))
        }
    }
}
