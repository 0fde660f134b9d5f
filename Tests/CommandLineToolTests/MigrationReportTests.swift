import Foundation
import TestSupport
import Testing

/// The files for people that `iapkit migrate` writes: `MIGRATION.md`, and the script that calls Apple's tool.
@Suite struct MigrationReportTests {
    @Test func `MIGRATION.md has a row for each product, whatever its ID is made of`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "com.example.cats_1", contentVersion: "1.2")
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example.dogs")
            let arguments = ["Packs", "-o", "M", "--download", "prefetch", "--platform", "iOS", "--platform", "macOS"]
            #expect(try MigrateTests.run(arguments, in: folder).status == 0)
            let text = try MigrateTests.text(folder, "M/MIGRATION.md")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let head = try #require(lines.firstIndex { $0.hasPrefix("| product ID |") })
            func bytes(_ pack: String) throws -> Int {
                try MigrateTests.files(folder, "M/stage/" + pack).reduce(0) {
                    try $0 + MigrateTests.text(folder, "M/stage/\(pack)/\($1)").utf8.count
                }
            }
            let (cats, dogs) = (try bytes("com-example-cats-1"), try bytes("com-example-dogs"))
            #expect(
                Array(lines[head..<head + 6]) == [
                    "| product ID | asset-pack ID | ContentVersion | files | bytes |",
                    "|---|---|---|---|---|",
                    "| com.example.cats\\_1 | com-example-cats-1 | 1.2 | 3 | \(cats) |",
                    "| com.example.dogs | com-example-dogs | 1.0 | 3 | \(dogs) |",
                    "",
                    "2 packs, \((cats + dogs) / 1000),\(String((cats + dogs) % 1000 + 1000).dropFirst()) bytes before "
                        + "compression; for iOS, macOS; prefetch, on firstInstallation and subsequentUpdate.",
                ])
            // What the issue asks it to say, each in its own words.
            for word in [
                "StoreKit 2", "AssetPackManager", "BAHasManagedAssetPacks", "BAUsesAppleHosting", "BAAppGroupID",
                "OS 26", "no protection", "One namespace", "ContentVersion has no place", "200 GB",
                "10 packs in one review", "No pack made by iapkit has been", "ITMS-91148", "asset-packs.json",
                "sh make-packs.sh", "StoreDownloaderExtension", "remove(assetPackWithID:)",
            ] {
                #expect(text.contains(word), "\(word)")
            }
            #expect(text.hasSuffix("\n") && !text.contains("\t") && !lines.contains { $0.hasSuffix(" ") })
        }
    }

    @Test func `no product ID ends a cell or becomes markup`() throws {
        try withTemporaryFolder { folder in
            // Odd IDs are findings, but not all of them are errors.
            let product = "com.example.a|b`c*d<e>[f](g)&amp;"
            let escaped = product.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            try folder.makeContentFolder("Cats", productIdentifier: escaped)
            try folder.write("ids.json", #"{"assetPackIDs": {"\#(product)": "odd"}, "formatVersion": 1}"#)
            let skips = ["PID-001", "PID-002", "PID-003"].flatMap { ["--skip", $0] }
            let outcome = try MigrateTests.run(["Cats", "-o", "M", "--pack-ids", "ids.json"] + skips, in: folder)
            #expect(outcome.status == 0, "\(outcome.outputText)\(outcome.errorText)")
            let row = try MigrateTests.text(folder, "M/MIGRATION.md").split(separator: "\n").first {
                $0.contains("| odd |")
            }
            #expect(
                row?.hasPrefix(
                    #"| com.example.a\|b\`c\*d\<e\>\[f\](g)\&amp; | odd | 1.0 | 3 | "#) == true, "\(row ?? "none")")
        }
    }

    // MARK: make-packs.sh

    /// A stand-in for Apple's tool that takes what that takes: `package Manifest.json -o OUT`, run where the selectors
    /// start, and an output that is not there.
    private static let tool = """
        #!/bin/sh
        [ "$#" -eq 4 ] && [ "$1" = package ] && [ "$2" = Manifest.json ] && [ "$3" = -o ] || exit 64
        [ -f Manifest.json ] || { echo "no manifest in $(pwd)" >&2; exit 1; }
        [ -e "$4" ] && { echo "exists: $4" >&2; exit 1; }
        grep -q BROKEN ./*/* && { printf half > "$4"; exit 1; }
        { pwd; cat Manifest.json; } > "$4"

        """

    private static func make(_ name: String, _ folder: TemporaryFolder) throws -> String {
        let path = try folder.write(name, tool)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private static func migrate(_ output: String, _ folder: TemporaryFolder) throws {
        for name in ["cats", "dogs"] {
            try folder.makeContentFolder("Packs/\(name)", productIdentifier: "com.example.\(name)")
        }
        #expect(try MigrateTests.run(["Packs", "-o", output], in: folder).status == 0)
    }

    private static func run(
        _ script: String, in folder: TemporaryFolder, _ environment: [String: String] = [:]
    ) throws -> Program.Outcome {
        try #require(Program("sh")).run(
            [script], in: folder.path, environment: ["BA_PACKAGE": "", "CDPATH": ""].merging(environment) { $1 })
    }

    private static func expectPacks(_ output: String, _ folder: TemporaryFolder) throws {
        #expect(
            MigrateTests.files(folder, output + "/apple-packs") == ["com-example-cats.aar", "com-example-dogs.aar"])
        for name in ["cats", "dogs"] {
            let made = try MigrateTests.text(folder, "\(output)/apple-packs/com-example-\(name).aar")
            let manifest = try MigrateTests.text(folder, "\(output)/stage/com-example-\(name)/Manifest.json")
            #expect(made == "\(folder.path(output))/stage/com-example-\(name)\n\(manifest)")
        }
    }

    @Test(arguments: ["M", "My Migration's \"new\" $HOME `x`"])
    func `the script has the tool that BA_PACKAGE names make every pack, again and again`(output: String) throws {
        try withTemporaryFolder { folder in
            try Self.migrate(output, folder)
            let tool = try Self.make("a tool/ba", folder)
            for _ in 1...2 {
                let outcome = try Self.run(output + "/make-packs.sh", in: folder, ["BA_PACKAGE": tool])
                #expect(outcome.status == 0 && outcome.errorText == "")
                #expect(outcome.outputText == "com-example-cats\ncom-example-dogs\n")
                try Self.expectPacks(output, folder)
            }
        }
    }

    @Test func `the script finds ba-package by itself`() throws {
        try withTemporaryFolder { folder in
            try Self.migrate("M", folder)
            _ = try Self.make("bin/ba-package", folder)
            let path = folder.path("bin") + ":/usr/bin:/bin"
            let outcome = try Self.run("M/make-packs.sh", in: folder, ["PATH": path])
            #expect(outcome.status == 0 && outcome.errorText == "")
            try Self.expectPacks("M", folder)
        }
    }

    @Test func `a BA_PACKAGE that is a path from here is found, and a CDPATH leads nowhere else`() throws {
        try withTemporaryFolder { folder in
            try Self.migrate("M", folder)
            _ = try Self.make("tool/ba", folder)
            try folder.makeFolder("elsewhere/M/stage/com-example-cats")
            let outcome = try Self.run(
                "M/make-packs.sh", in: folder, ["BA_PACKAGE": "tool/ba", "CDPATH": folder.path("elsewhere")])
            #expect(outcome.status == 0 && outcome.errorText == "")
            #expect(outcome.outputText == "com-example-cats\ncom-example-dogs\n")
            try Self.expectPacks("M", folder)
        }
    }

    @Test func `without the tool the script says where there is one`() throws {
        try withTemporaryFolder { folder in
            try Self.migrate("M", folder)
            let outcome = try Self.run("M/make-packs.sh", in: folder, ["PATH": "/usr/bin:/bin"])
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            #expect(
                outcome.errorText == """
                    make-packs: there is no ba-package here; install Xcode 26 or newer, or Apple's tools for Linux,
                    make-packs: or say where it is: BA_PACKAGE=/path/to/ba-package M/make-packs.sh

                    """)
            #expect(!FileManager.default.fileExists(atPath: folder.path("M/apple-packs")))
        }
    }

    @Test func `a tool that fails ends the script, and an older pack stands`() throws {
        try withTemporaryFolder { folder in
            try Self.migrate("M", folder)
            let tool = try Self.make("ba", folder)
            #expect(try Self.run("M/make-packs.sh", in: folder, ["BA_PACKAGE": tool]).status == 0)
            let before = try MigrateTests.text(folder, "M/apple-packs/com-example-cats.aar")
            try folder.write("M/stage/com-example-cats/com-example-cats/a.txt", "BROKEN")
            let outcome = try Self.run("M/make-packs.sh", in: folder, ["BA_PACKAGE": tool])
            #expect(outcome.status == 1 && outcome.outputText == "com-example-cats\n")
            #expect(try MigrateTests.text(folder, "M/apple-packs/com-example-cats.aar") == before)
            // What it left half made is no hindrance.
            try folder.write("M/stage/com-example-cats/com-example-cats/a.txt", "a")
            #expect(try Self.run("M/make-packs.sh", in: folder, ["BA_PACKAGE": tool]).status == 0)
            try Self.expectPacks("M", folder)
        }
    }

    @Test(.enabled(if: Program("shellcheck") != nil, "shellcheck is not installed"))
    func `shellcheck has nothing to say against the script`() throws {
        try withTemporaryFolder { folder in
            try Self.migrate("M", folder)
            let outcome = try #require(Program("shellcheck")).run(["M/make-packs.sh"], in: folder.path)
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.outputText)")
        }
    }
}
