import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, with the program that these tests are built with.
@Suite(.enabled(if: Program("make") != nil, "make is not installed")) struct InstallationTests {
    private static let files = [
        "bin/iapkit", "share/bash-completion/completions/iapkit", "share/fish/vendor_completions.d/iapkit.fish",
        "share/man/man1/iapkit.1", "share/zsh/site-functions/_iapkit",
    ]

    private func make(_ arguments: [String]) throws -> Program.Outcome {
        try #require(Program("make")).run(
            ["--no-print-directory"] + arguments, in: Repository.path,
            environment: ["PREFIX": "", "DESTDIR": "", "PROGRAM": "", "MAKEFLAGS": "", "MAKELEVEL": ""])
    }

    @Test(arguments: [("", "/usr/local"), ("PREFIX=/opt/it's my software", "/opt/it's my software")])
    func `make install puts five files below DESTDIR and PREFIX, and uninstall removes these only`(
        setting: String, prefix: String
    ) throws {
        try withTemporaryFolder { folder in
            let root = "stage of packages\(prefix)"
            try folder.write("\(root)/bin/other", "stays")
            let settings = ["DESTDIR=\(folder.path("stage of packages"))"] + (setting.isEmpty ? [] : [setting])
            let installed = try make(["install", "PROGRAM=\(BuiltTool.program.path)"] + settings)
            #expect(installed.status == 0, "\(installed.errorText)")
            #expect(installed.errorText.isEmpty)
            #expect(
                Set(installed.outputText.split(separator: "\n").map(String.init))
                    == Set(Self.files.map { folder.path("\(root)/\($0)") }))
            #expect(Repository.files(inFolder: folder.path(root)) == (Self.files + ["bin/other"]).sorted())
            for file in Self.files {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("\(root)/\(file)"))
                #expect(attributes[.posixPermissions] as? Int == (file == "bin/iapkit" ? 0o755 : 0o644), "\(file)")
            }
            let version = try Program(at: folder.path("\(root)/bin/iapkit")).run(["--version"])
            #expect(version.outputText == "iapkit 0.1.0\n")
            for (file, kind) in zip(Self.files.dropFirst(), ["bash", "fish", "man", "zsh"]) {
                let text = try Data(contentsOf: URL(fileURLWithPath: folder.path("\(root)/\(file)")))
                #expect(try text == BuiltTool.run(["generate", kind]).output, "\(file)")
            }

            // Again over what is there, as an update does.
            #expect(try make(["install", "PROGRAM=\(BuiltTool.program.path)"] + settings).status == 0)
            let removed = try make(["uninstall"] + settings)
            #expect(removed.status == 0)
            #expect(removed.errorText.isEmpty)
            #expect(Repository.files(inFolder: folder.path(root)) == ["bin/other"])
        }
    }

    @Test func `make install of a program that was not built, or does not run, installs nothing`() throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("stage")
            let absent = try make(["install", "PROGRAM=\(folder.path("iapkit"))", "DESTDIR=\(folder.path("stage"))"])
            #expect(absent.status == 2)
            #expect(
                absent.errorText.hasPrefix("install: there is no program '\(folder.path("iapkit"))'; run make build"))
            try folder.write("broken", "#!/bin/sh\nexit 7\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("broken"))
            let broken = try make(["install", "PROGRAM=\(folder.path("broken"))", "DESTDIR=\(folder.path("stage"))"])
            #expect(broken.status == 2)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("stage")).isEmpty)
        }
    }
}
