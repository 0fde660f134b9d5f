import Foundation
import TestSupport
import Testing

/// `iapkit edit`: one value changes, and no other byte of the disk.
@Suite struct EditTests {
    private static func info(_ name: String = "Cats", in folder: TemporaryFolder) throws -> String {
        try String(contentsOfFile: folder.path("\(name)/ContentInfo.plist"), encoding: .utf8)
    }

    @Test func `both values change, and the line tells the old and the new`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "Cats")
            let outcome = try BuiltTool.run(
                ["edit", "Cats/", "--product-id", "com.example.Cats", "--content-version=2.0"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.errorText == "")
            #expect(
                outcome.outputText
                    == "Cats: IAPProductIdentifier 'Cats' → 'com.example.Cats', ContentVersion '1.0' → '2.0'\n")
            #expect(
                try Self.info(in: folder)
                    == ContentInfoText.xml(productIdentifier: "com.example.Cats", contentVersion: "2.0"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("Cats")).sorted()
            #expect(names == ["ContentInfo.plist", "Contents"])
        }
    }

    @Test func `a catalogue's folders all get the next version, and one that can't is a finding`() throws {
        try withTemporaryFolder { folder in
            for (name, version) in [("A", "1.2.9"), ("B", "one"), ("C", "7"), ("D", "1.09")] {
                try folder.makeContentFolder("Packs/\(name)", contentVersion: version)
            }
            let outcome = try BuiltTool.run(["edit", "Packs", "--bump"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.errorText == "")
            #expect(outcome.outputText.contains("Packs/A: ContentVersion '1.2.9' → '1.2.10'\n"))
            #expect(
                outcome.outputText.contains("Packs/B/ContentInfo.plist:6:10: error: content version 'one' must be "))
            #expect(outcome.outputText.contains("VER-001"))
            #expect(
                outcome.outputText.contains("Packs/B: not edited, 1 error ('com.example.app.pack1', version 'one')\n"))
            #expect(outcome.outputText.hasSuffix("4 inputs: 3 changed; 1 error\n"))
            #expect(try Self.info("Packs/B", in: folder) == ContentInfoText.xml(contentVersion: "one"))
            #expect(try Self.info("Packs/D", in: folder) == ContentInfoText.xml(contentVersion: "1.10"))
        }
    }

    @Test func `a dry run writes nothing and tells what it would`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["edit", "Cats", "--bump", "--dry-run"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText == "Cats: would change ContentVersion '1.0' → '1.1'\n")
            #expect(try Self.info(in: folder) == ContentInfoText.xml())
        }
    }

    @Test func `a value that is there already writes nothing`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let file = folder.path("Cats/ContentInfo.plist")
            let before = try FileManager.default.attributesOfItem(atPath: file)
            let outcome = try BuiltTool.run(["edit", "Cats", "--content-version", "1.0"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText == "Cats: ContentVersion is '1.0' already\n")
            let after = try FileManager.default.attributesOfItem(atPath: file)
            #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
            let json = try BuiltTool.run(
                ["edit", "Cats", "--content-version", "1.0", "--report", "json"], in: folder.path)
            let document = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
            #expect((document["edits"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `JSON has a row for each key that changed`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write(
                "Cats/ContentInfo.plist", "<plist><dict><key>ContentVersion</key><string>1</string></dict></plist>")
            for isDry in [true, false] {
                let outcome = try BuiltTool.run(
                    ["edit", "Cats", "--bump", "--product-id", "a", "--report", "json"] + (isDry ? ["--dry-run"] : []),
                    in: folder.path)
                #expect(outcome.status == 0)
                let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
                let rows = try #require(document["edits"] as? [[String: Any]])
                #expect(rows.map { $0["path"] as? String } == ["Cats", "Cats"])
                #expect(rows.map { $0["key"] as? String } == ["IAPProductIdentifier", "ContentVersion"])
                #expect(rows.map { $0["old"] as? String } == [nil, "1"])
                #expect(rows.map { $0["new"] as? String } == ["a", "2"])
                #expect(rows.map { $0["written"] as? Bool } == [!isDry, !isDry])
                let input = (document["inputs"] as? [[String: Any]])?.first
                #expect(input?["contentVersion"] as? String == (isDry ? "1" : "2"))
            }
            #expect(
                try Self.info(in: folder) == "<plist><dict><key>ContentVersion</key><string>2</string>"
                    + "<key>IAPProductIdentifier</key><string>a</string></dict></plist>")
        }
    }

    @Test func `packages, files and several folders for one product ID are refused before anything is written`() throws
    {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/A")
            try folder.makeContentFolder("Packs/B")
            try #require(try BuiltTool.run(["pack", "Packs/A"], in: folder.path).status == 0)
            try #require(try BuiltTool.run(["pack", "Packs/A", "--format", "pkg"], in: folder.path).status == 0)
            let cases = [
                (["Packs/A", "A.zip", "--bump"], "'A.zip' is a package, and edit takes content folders"),
                (["A.pkg", "--bump"], "'A.pkg' is a package, and edit takes content folders"),
                (["Packs/A/ContentInfo.plist", "--bump"], "'Packs/A/ContentInfo.plist' is no content folder"),
                (["Packs", "--product-id", "x"], "--product-id sets one ID, and there are 2 folders"),
                (["Packs/A", "--product-id", "a b"], "--product-id 'a b': it holds ' ' as character 2"),
            ]
            for (arguments, reason) in cases {
                let outcome = try BuiltTool.run(["edit"] + arguments, in: folder.path)
                #expect(outcome.status == 2)
                #expect(outcome.outputText == "")
                #expect(outcome.errorText.hasPrefix("iapkit: \(reason)"), "\(outcome.errorText)")
            }
            #expect(try Self.info("Packs/A", in: folder) == ContentInfoText.xml())
        }
    }

    @Test(arguments: [
        ("<plist><dict>", "PLI-003"), ("{ a = 1", "PLI-003"), ("", "PLI-002"), ("<plist><array/></plist>", "PLI-008"),
        (
            ContentInfoText.xml().replacing("<dict>", with: "<dict><key>ContentVersion</key><string>0</string>"),
            "PLI-009"
        ),
        (ContentInfoText.xml().replacing("<string>1.0</string>", with: "<real>1.0</real>"), "KEY-002"),
        (ContentInfoText.xml().replacing("ContentVersion", with: "ContentVersoin"), "KEY-001"),
    ])
    func `a file with a fault is not touched, and the fault is a finding`(text: String, code: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("Cats/ContentInfo.plist", text)
            let outcome = try BuiltTool.run(
                ["edit", "Cats", "--content-version", "2.0", "--report", "json"], in: folder.path)
            #expect(outcome.status == 1)
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            #expect((document["findings"] as? [[String: Any]])?.map { $0["code"] as? String } == [code])
            #expect((document["edits"] as? [Any])?.isEmpty == true)
            #expect(try Self.info(in: folder) == text)
        }
    }

    @Test func `a link is not followed, and a missing file is not made`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.makeContentFolder("Dogs")
            let link = folder.path("Cats/ContentInfo.plist")
            try FileManager.default.removeItem(atPath: link)
            for code in ["PLI-001", "PLI-015"] {
                let outcome = try BuiltTool.run(["edit", "Cats", "--content-version", "2"], in: folder.path)
                #expect(outcome.status == 1)
                #expect(outcome.outputText.contains("[\(code) "))
                if code == "PLI-001" {
                    try FileManager.default.createSymbolicLink(
                        atPath: link, withDestinationPath: "../Dogs/ContentInfo.plist")
                }
            }
            #expect(try Self.info("Dogs", in: folder) == ContentInfoText.xml())
        }
    }

    @Test func `the mode stays, and so does what else has the file's bytes`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let file = folder.path("Cats/ContentInfo.plist")
            for mode in [0o600, 0o664, 0o755] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                #expect(try BuiltTool.run(["edit", "Cats", "--bump"], in: folder.path).status == 0)
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }
            #expect(try Self.info(in: folder) == ContentInfoText.xml(contentVersion: "1.3"))
        }
    }

    @Test(.enabled(if: getuid() == 0, "only root may give a file to somebody else"))
    func `the owner stays`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let file = folder.path("Cats/ContentInfo.plist")
            #expect(chown(file, 1234, 4321) == 0)
            #expect(try BuiltTool.run(["edit", "Cats", "--bump"], in: folder.path).status == 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.ownerAccountID] as? Int == 1234)
            #expect(attributes[.groupOwnerAccountID] as? Int == 4321)
        }
    }

    @Test func `a folder that is not there is status 3, and the others are changed`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["edit", "Nope", "Cats", "--bump"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.hasPrefix("iapkit: Nope: "))
            #expect(outcome.outputText == "Cats: ContentVersion '1.0' → '1.1'\n")
        }
    }

    @Test func `a report can't take the place of the file`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(
                ["edit", "Cats", "--bump", "--report", "json=Cats/ContentInfo.plist"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(try Self.info(in: folder) == ContentInfoText.xml())
        }
    }

    // MARK: When something goes wrong

    @Test(.enabled(if: SmallDisk.isAvailable, "a small file system can't be mounted here"))
    func `a full disk is status 3, and the old file stands`() throws {
        try withTemporaryFolder { folder in
            let disk = try folder.makeFolder("disk")
            try SmallDisk.with(size: "64k", on: disk) {
                try folder.makeContentFolder("disk/Cats")
                _ = try? folder.write("disk/fill", [UInt8](repeating: 1, count: 100 << 10))
                let filler = fopen(folder.path("disk/fill2"), "w")
                let block = [UInt8](repeating: 1, count: 4096)
                while fwrite(block, 1, block.count, filler) == block.count, fflush(filler) == 0 {}
                fclose(filler)
                let outcome = try BuiltTool.run(["edit", "disk/Cats", "--bump"], in: folder.path)
                #expect(outcome.status == 3)
                #expect(outcome.errorText.contains("No space left on device"))
                #expect(outcome.outputText == "disk/Cats: not edited ('com.example.app.pack1', version 1.0)\n")
                #expect(try Self.info("disk/Cats", in: folder) == ContentInfoText.xml())
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("disk/Cats")).sorted()
                #expect(names == ["ContentInfo.plist", "Contents"])
            }
        }
    }

    @Test(.enabled(if: getuid() != 0 || Program("setpriv") != nil))
    func `a folder or file that is closed to writing is status 3, and the file stands`() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try folder.makeContentFolder("Cats")
            let file = folder.path("Cats/ContentInfo.plist")
            if getuid() == 0 {
                #expect(chown(file, 65534, 65534) == 0 && chown(folder.path("Cats"), 65534, 65534) == 0)
            }
            for (mode, folderMode) in [(0o644, 0o555), (0o444, 0o755)] {
                #expect(chmod(file, mode_t(mode)) == 0 && chmod(folder.path("Cats"), mode_t(folderMode)) == 0)
                for dry in [[], ["--dry-run"]] where dry.isEmpty || mode == 0o444 {
                    let outcome = try asOrdinaryUser(["edit", "Cats", "--bump"] + dry, in: folder)
                    #expect(outcome.status == 3)
                    #expect(outcome.errorText.contains("Permission denied"))
                    #expect(try Self.info(in: folder) == ContentInfoText.xml())
                }
            }
            #expect(chmod(folder.path("Cats"), 0o755) == 0)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func `a signal at any time leaves the old file or the new one`(signal: Int32) throws {
        try withTemporaryFolder { folder in
            for number in 0..<40 { try folder.makeContentFolder("Packs/p\(number)") }
            for delay in [1_000, 4_000, 9_000, 20_000] as [UInt32] {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: BuiltTool.program.path)
                process.arguments = ["edit", "Packs", "--bump"]
                process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                usleep(delay)
                kill(process.processIdentifier, signal)
                process.waitUntilExit()
                for number in 0..<40 {
                    let text = try Self.info("Packs/p\(number)", in: folder)
                    #expect((0...4).contains { text == ContentInfoText.xml(contentVersion: "1.\($0)") })
                    // Nobody can tidy up behind a program that was killed outright.
                    if signal == SIGKILL { continue }
                    #expect(
                        try FileManager.default.contentsOfDirectory(atPath: folder.path("Packs/p\(number)")).count == 2)
                }
            }
        }
    }

    private func asOrdinaryUser(_ arguments: [String], in folder: TemporaryFolder) throws -> Program.Outcome {
        guard getuid() == 0, let setpriv = Program("setpriv") else {
            return try BuiltTool.run(arguments, in: folder.path)
        }
        let copy = folder.path("iapkit")
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.copyItem(atPath: BuiltTool.program.path, toPath: copy)
        }
        return try setpriv.run(
            ["--reuid=65534", "--regid=65534", "--clear-groups", copy] + arguments, in: folder.path)
    }
}
