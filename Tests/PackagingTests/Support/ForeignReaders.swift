import Foundation
import TestSupport
import Testing

/// What programs that are not ours see in a zip.
enum ForeignReaders {
    /// An entry as Python's `zipfile` reports it.
    struct Entry: Codable, Equatable {
        var name: String
        /// The Unix mode in octal, type bits and all.
        var mode: String
        var method: Int
        var flags: Int
        var version: Int
        var extra: Int
        var date: [Int]
        /// The SHA-256 of the content.
        var sha256: String
        var size: Int
    }

    private static let python = """
        import hashlib, json, sys, warnings, zipfile
        warnings.simplefilter('error')
        with zipfile.ZipFile(sys.argv[1]) as archive:
            assert archive.testzip() is None
            assert archive.comment == b''
            rows = []
            for info in archive.infolist():
                assert info.create_system == 3 and info.comment == b'' and info.internal_attr == 0
                digest = hashlib.sha256()
                with archive.open(info) as file:
                    while chunk := file.read(min(1 << 20, info.file_size + 1)): digest.update(chunk)
                rows.append(dict(name=info.filename, mode=oct(info.external_attr >> 16)[2:],
                    method=info.compress_type, flags=info.flag_bits, version=info.extract_version,
                    extra=len(info.extra), date=list(info.date_time), sha256=digest.hexdigest(), size=info.file_size))
        json.dump(rows, sys.stdout)
        """

    /// The entries as Python sees them, after it has tested all.
    static func entries(of path: String) throws -> [Entry] {
        let program = try #require(Program("python3"))
        let outcome = try program.run(["-c", python, path], environment: ["PYTHONUTF8": "1"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        return try JSONDecoder().decode([Entry].self, from: outcome.output)
    }

    /// How many entries Python sees, after it has tested all.
    static func count(of path: String) throws -> Int? {
        let program = try #require(Program("python3"))
        let code = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            print(len(archive.infolist()))
            """
        return Int(try program.run(["-c", code, path]).outputText.dropLast())
    }

    /// Has unzip, bsdtar and 7zz read the whole, and expects that none of them has anything to say against it.
    static func expectNoComplaint(about path: String, count: Int) throws {
        let unzip = try #require(Program("unzip"))
        let test = try unzip.run(["-tqq", path])
        #expect(test.status == 0 && test.output.isEmpty && test.error.isEmpty, "\(test.outputText)\(test.errorText)")
        let list = try unzip.run(["-Z1", path], environment: ["LC_ALL": "C.UTF-8"])
        #expect(list.status == 0 && list.error.isEmpty)
        #expect(list.outputText.split(separator: "\n").count == count)

        let bsdtar = try #require(Program("bsdtar"))
        // Listing reads the directory; writing to nowhere reads the contents.
        for arguments in [["-tvf", path], ["-xOf", path]] {
            let outcome = try bsdtar.run(arguments, environment: ["LC_ALL": "C.UTF-8"])
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.errorText)")
        }

        let sevenZip = try #require(Program("7zz"))
        let outcome = try sevenZip.run(["t", path])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let text = outcome.outputText
        #expect(text.contains("Everything is Ok"))
        #expect(!text.contains("WARNING") && !text.contains("Warning") && !text.contains("rror"), "\(text)")
    }
}
