public import Foundation

/// A program that we did not write, run to ask what it sees.
public struct Program: Sendable {
    /// Where it is.
    public let path: String

    /// Finds a program on the `PATH`; `nil` where it is not installed.
    public init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let candidates = folders.map { "\($0)/\(name)" }
        guard let path = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else { return nil }
        self.path = path
    }

    /// Takes the program at a path.
    public init(at path: String) { self.path = path }

    /// What came of a run.
    public struct Outcome: Sendable {
        /// The exit status, or 128 and the signal's number.
        public let status: Int32
        /// Standard output.
        public let output: Data
        /// Standard error.
        public let error: Data

        /// Standard output as text.
        public var outputText: String { String(decoding: output, as: UTF8.self) }
        /// Standard error as text.
        public var errorText: String { String(decoding: error, as: UTF8.self) }
    }

    /// Runs the program to its end.
    /// - Parameter environment: added to this process's; an empty value removes the variable.
    public func run(
        _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:], input: Data = Data()
    ) throws -> Outcome {
        try withTemporaryFolder { scratch in
            try run(arguments, in: folder, environment: environment, input: input, scratch: scratch)
        }
    }

    private func run(
        _ arguments: [String], in folder: String?, environment: [String: String], input: Data, scratch: TemporaryFolder
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        // A program of ours that dies for want of memory would be followed by one that tells where, and that can hang.
        let quiet = ["SWIFT_BACKTRACE": "enable=no"]
        process.environment = ProcessInfo.processInfo.environment.merging(quiet.merging(environment) { $1 }) { $1 }
            .filter { !$0.value.isEmpty }
        // Files rather than pipes: nothing to drain, and no deadlock however much is written.
        let inputPath = try scratch.write("in", input)
        try scratch.write("out", "")
        try scratch.write("err", "")
        let inputHandle = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputPath))
        let outputHandle = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path("out")))
        let errorHandle = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path("err")))
        process.standardInput = inputHandle
        process.standardOutput = outputHandle
        process.standardError = errorHandle
        try process.run()
        process.waitUntilExit()
        try inputHandle.close()
        try outputHandle.close()
        try errorHandle.close()
        let status = process.terminationStatus
        return Outcome(
            status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
            output: try Data(contentsOf: URL(fileURLWithPath: scratch.path("out"))),
            error: try Data(contentsOf: URL(fileURLWithPath: scratch.path("err"))))
    }
}
