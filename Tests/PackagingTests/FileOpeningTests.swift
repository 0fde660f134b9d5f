import Foundation
import TestSupport
import Testing

@testable import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct FileOpeningTests {
    @Test(arguments: [
        ("", "an empty file"),
        ("Rar!\u{1a}\u{7}", "a RAR archive"),
        ("%PDF-1.7", "a PDF document"),
        ("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">", "a property list; name the folder that holds it"),
        ("bplist00", "a property list; name the folder that holds it"),
        ("hello\n", "a text file"),
        ("\u{1}\u{2}", "a file of an unknown kind"),
        ("P", "a text file"),
    ])
    func `a file that is no package is called what it is`(content: String, what: String) throws {
        try withTemporaryFolder { folder throws in
            let input = try ContentInput.open(folder.write("pack1.zip", content))
            #expect(input.kind == .unknown)
            #expect(throws: InputFault(.notAContentPackage, detail: what)) { try input.content.get() }
        }
    }

    @Test func `gzip and 7z are recognised`() throws {
        try withTemporaryFolder { folder throws in
            let gzip = try ContentInput.open(folder.write("a", [0x1F, 0x8B, 8] as [UInt8]))
            #expect(throws: InputFault(.notAContentPackage, detail: "a gzip file")) { try gzip.content.get() }
            let sevenZip = try ContentInput.open(folder.write("b", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0] as [UInt8]))
            #expect(throws: InputFault(.notAContentPackage, detail: "a 7z archive")) { try sevenZip.content.get() }
        }
    }

    @Test func `C17: a named pipe and a device are never opened`() throws {
        try withTemporaryFolder { folder throws in
            let pipe = folder.path("pack1.zip")
            #expect(mkfifo(pipe, 0o644) == 0)
            for (path, what) in [(pipe, "a named pipe"), ("/dev/null", "a device")] {
                let input = try ContentInput.open(path)
                #expect(throws: InputFault(.notAContentPackage, detail: what)) { try input.content.get() }
            }
        }
    }

    @Test func `a path that names nothing is an error, not a finding`() throws {
        try withTemporaryFolder { folder throws in
            let path = folder.path("nothing")
            let error = PackagingError(
                .notFound, subject: path, reason: "No such file or directory", remedy: "check the path")
            #expect(throws: error) { try ContentInput.open(path) }
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
            #expect(throws: error) { try ContentInput.open(path) }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func `a file without permission to read is an error`() throws {
        try withTemporaryFolder { folder throws in
            let path = try folder.write("a.zip", "PK")
            #expect(chmod(path, 0) == 0)
            #expect(throws: PackagingError(.unreadable, subject: path, reason: "Permission denied")) {
                try ContentInput.open(path)
            }
        }
    }
}
