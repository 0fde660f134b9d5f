public import Foundation

/// The `iapkit` that was built together with these tests.
public enum BuiltTool {
    /// The program.
    public static let program = Program(at: productFolder + "/iapkit")

    /// The `PATH` of a shell that has it installed.
    public static var searchPath: String {
        "\(productFolder):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    }

    /// Runs it; `TERM` and the variables that change its output are not inherited.
    @discardableResult
    public static func run(
        _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:], input: Data = Data()
    ) throws -> Program.Outcome {
        let cleared = [
            "NO_COLOR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": "", "SOURCE_DATE_EPOCH": "", "TERM": "",
            "CI_NODE_INDEX": "", "CI_NODE_TOTAL": "",
        ]
        return try program.run(
            arguments, in: folder, environment: cleared.merging(environment) { $1 }, input: input)
    }

    /// Where the products of this build are: beside the bundle of tests.
    private static var productFolder: String {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
        let path = bundle ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
}

/// The files of the repository that tests look at.
public enum Repository {
    /// The folder of the checkout.
    public static let path: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The text of a file.
    public static func text(_ name: String) throws -> String {
        try String(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), encoding: .utf8)
    }

    /// The bytes of a file.
    public static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// The paths of all plain files below any folder, relative to it, sorted.
    public static func files(inFolder path: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }.sorted()
    }

    /// The paths of all files below a folder that end in a suffix, sorted, relative to the checkout.
    public static func files(in folder: String, suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: "\(path)/\(folder)")?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }
}
