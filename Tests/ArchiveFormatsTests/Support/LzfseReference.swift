import Foundation
import TestSupport

/// Apple's own implementation of LZFSE, as the Python package pyliblzfse has it.
enum LzfseReference {
    /// A Python that has it: the one that `.ci/setup test` makes, or that of the system.
    static let python: Program? = {
        let own = Repository.path + "/.build/python/bin/python3"
        let pythons = [FileManager.default.isExecutableFile(atPath: own) ? Program(at: own) : nil, Program("python3")]
        return pythons.compactMap { $0 }.first { (try? $0.run(["-c", "import liblzfse"]).status) == 0 }
    }()

    /// What it makes of each input; `nil` where it refuses one.
    static func packed(_ inputs: [[UInt8]]) throws -> [[UInt8]?] { try run("compress", inputs) }

    /// What each stream unpacks to; `nil` where it refuses one. It refuses those of nothing, too.
    static func unpacked(_ streams: [[UInt8]]) throws -> [[UInt8]?] { try run("decompress", streams) }

    private struct Failure: Error {
        let text: String
    }

    private static func run(_ call: String, _ inputs: [[UInt8]]) throws -> [[UInt8]?] {
        guard let python else { throw Failure(text: "no Python has liblzfse") }
        var input = Data()
        for bytes in inputs { input += Data("\(bytes.count)\n".utf8) + Data(bytes) }
        let program = """
            import sys, liblzfse
            while line := sys.stdin.buffer.readline():
                data = sys.stdin.buffer.read(int(line))
                try:
                    output = liblzfse.\(call)(data)
                    sys.stdout.buffer.write(b"%d\\n" % len(output) + output)
                except (liblzfse.error, MemoryError):
                    sys.stdout.buffer.write(b"-\\n")
            """
        let outcome = try python.run(["-c", program], input: input)
        guard outcome.status == 0 else { throw Failure(text: outcome.errorText) }
        var rest = outcome.output[...]
        var outputs: [[UInt8]?] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let count = Int(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
            outputs.append(count.map { Array(rest.prefix($0)) })
            rest = rest.dropFirst(count ?? 0)
        }
        guard outputs.count == inputs.count else { throw Failure(text: outcome.errorText) }
        return outputs
    }
}
