import Foundation
import TestSupport

/// A changed input, and what comes of reading it.
struct Trial {
    let subject: Subject
    /// The file that is read.
    let path: String
    /// Whether the input lies in the file while it is read also where nobody reads it there: a crash then leaves it.
    var alwaysWrites = false

    /// Reads what a seed makes of the subject.
    /// - Returns: what is wrong: a sentence with the way to have it again; `nil` where nothing is.
    func run(seed: UInt64) throws -> String? {
        var random = TestRandom(seed: seed)
        return try run(subject.file(Mutation.of(subject.bytes, &random)), "seed \(seed)")
    }

    /// Reads these bytes.
    /// - Parameter origin: How they came about.
    func run(_ bytes: [UInt8], _ origin: String) throws -> String? {
        if alwaysWrites || subject.readsFile { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
        guard let fault = try subject.fault(bytes, path) else { return nil }
        return "\(subject.name), \(origin): \(fault). \(try keep(bytes, origin))"
    }

    /// Keeps an input that something is wrong with.
    /// - Returns: where: a sentence.
    private func keep(_ bytes: [UInt8], _ origin: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.path
        let kept = "\(folder)/iapkit-\(subject.name)-\(origin.replacing(" ", with: "-"))"
        try Data(bytes).write(to: URL(fileURLWithPath: kept))
        return "The input is kept as \(kept)"
    }
}
