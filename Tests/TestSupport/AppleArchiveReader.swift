import Foundation

/// A reader of Apple Archives in Python that shares no code with ours (`Tests/ForeignReaders`).
public struct AppleArchiveReader: Sendable {
    /// What the reader says, where it can't read a file.
    public struct Refusal: Error, Sendable, Hashable {
        /// Its words.
        public let text: String
        /// Whether it is only that the Python module `liblzfse` is not installed.
        public let isWithoutLzfse: Bool
    }

    private let python: Program

    /// Finds Python; `nil` where it is not installed.
    ///
    /// `IAPKIT_TEST_PYTHON` names one; else the one that `.ci/setup test` has given `pyliblzfse` comes first.
    public init?() {
        if let path = ProcessInfo.processInfo.environment["IAPKIT_TEST_PYTHON"], !path.isEmpty {
            python = Program(at: path)
        } else if FileManager.default.isExecutableFile(atPath: Self.own) {
            python = Program(at: Self.own)
        } else {
            guard let python = Program("python3") else { return nil }
            self.python = python
        }
    }

    private static let own = Repository.path + "/.build/python/bin/python3"

    /// Whether blocks that are packed with LZFSE can be read: the module `liblzfse` is installed.
    public static let readsLzfse: Bool =
        (try? AppleArchiveReader()?.python.run(["-c", "import liblzfse"]).status) == 0

    /// The entries in their order: each field's value by its key, `fields` with the keys and types, and `crc32` of the
    /// content.
    public func entries(of path: String) throws -> [[String: Any]] {
        try run(["list", path]).split(separator: "\n").map(Self.object)
    }

    /// What the file says of itself: `container`, `blockSize`, `blocks` (pairs of sizes) and `size`, that of the
    /// unpacked stream.
    public func info(of path: String) throws -> [String: Any] { try Self.object(run(["info", path])[...]) }

    /// Writes what is in an archive into a folder that does not exist yet.
    public func extract(_ path: String, to folder: String) throws { _ = try run(["extract", path, folder]) }

    private func run(_ arguments: [String]) throws -> String {
        let script = Repository.path + "/Tests/ForeignReaders/apple_archive.py"
        let outcome = try python.run(["-B", script] + arguments)
        guard outcome.status == 0 else {
            throw Refusal(text: outcome.errorText, isWithoutLzfse: outcome.status == 3)
        }
        return outcome.outputText
    }

    private static func object(_ line: Substring) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
}
