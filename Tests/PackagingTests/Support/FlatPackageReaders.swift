import Foundation
import TestSupport
import Testing

/// What programs that are not ours see in a flat package.
enum FlatPackageReaders {
    /// The programs that read a flat package, and verify what they can.
    static let names = ["bsdtar", "7zz", "unar", "clamscan"]
    /// Whether all of them are installed; a test that asks them says so where they are not.
    static let areInstalled = names.allSatisfy { Program($0) != nil }

    /// Has every program read the whole, and expects that none has anything to say against it.
    static func expectNoComplaint(about path: String) throws {
        for name in ["bsdtar", "unar"] {
            try withTemporaryFolder { folder in
                let outcome = try #require(Program(name)).run(
                    name == "unar" ? ["-q", "-D", path] : ["-xf", path], in: folder.path,
                    environment: ["LC_ALL": "C.UTF-8"])
                #expect(outcome.status == 0 && outcome.error.isEmpty, "\(name): \(outcome.errorText)")
                #expect(FileManager.default.fileExists(atPath: folder.path("Distribution")), "\(name)")
            }
        }
        let outcome = try #require(Program("7zz")).run(["t", path])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let text = outcome.outputText
        #expect(text.contains("Everything is Ok") && !text.uppercased().contains("WARNING"), "\(text)")
        try withTemporaryFolder { folder in
            // A database of one signature that nothing has: without one the program reads nothing.
            let database = try folder.write("none.ndb", "x:0:*:6e6f2d737563682d7374756666\n")
            let outcome = try #require(Program("clamscan")).run(["-d", database, "--debug", path])
            let lines = outcome.errorText.split(separator: "\n").filter { $0.contains("cli_scanxar") }
            let matched = lines.count { $0.contains("checksum matched") }
            // Two checksums for each of four members, but one for the payload: it is stored, so they are the same.
            #expect(matched == 7 && !lines.contains { $0.contains("mismatch") }, "\(lines)")
        }
    }

    /// The names that a program lists in the package.
    static func list(_ path: String) throws -> [String] {
        let outcome = try #require(Program("bsdtar")).run(["-tf", path], environment: ["LC_ALL": "C.UTF-8"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.errorText)")
        return outcome.outputText.split(separator: "\n").map(String.init)
    }

    /// A member, unpacked.
    static func member(_ name: String, of path: String) throws -> Data {
        let outcome = try #require(Program("bsdtar")).run(["-xOf", path, name], environment: ["LC_ALL": "C.UTF-8"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.errorText)")
        return outcome.output
    }

    /// The payload without its gzip framing.
    static func archive(in payload: Data) throws -> Data {
        let outcome = try #require(Program("gzip")).run(["-dc"], input: payload)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.errorText)")
        return outcome.output
    }
}
