import Checks
import ContentModel
import Findings
import Foundation
import Packaging
import TestSupport

/// Opens a package as a run of the tool does, reads all there is in it in each way, and holds the ways against each
/// other.
struct PackageJudge: Sendable {
    /// What must be told where a package is not what it was.
    enum Promise: Sendable {
        /// Nothing: what is changed may be another package that is right as well.
        case nothing
        /// A file whose path is what it was has the bytes that it had.
        case sameBytes
        /// All paths and bytes are what they were.
        case sameContent
    }

    /// What the package held before it was changed.
    let content: [ContentPath: [UInt8]?]
    /// What must hold where no error is reported.
    let promise: Promise

    /// More than any of these small packages can hold, so that a large claim costs no memory here.
    private static let mostBytes = 64 << 20

    /// What is wrong with the reading of a package: a sentence; `nil` where nothing is.
    func fault(ofFileAt path: String) throws -> String? {
        let input = try ContentInput.open(path)
        let findings = Self.findings(for: input)
        let hasError = findings.contains { $0.severity == .error }
        guard case .success(let tree) = input.content else {
            return hasError ? nil : "it can't be opened, and no error is reported"
        }
        let files = tree.entries.filter { $0.type == .file }
        let (streamed, heads) = Self.readInOnePass(files, tree.source)
        guard streamed.count == files.count, heads.count == files.count else { return "a file is read twice or never" }
        var found: [ContentPath: [UInt8]?] = [:]
        for entry in tree.entries {
            if let fault = Self.fault(of: entry.path) { return fault }
            guard entry.type == .file else {
                found[entry.path] = .some(nil)
                continue
            }
            let name = entry.path.displayText
            switch (Self.bytes(of: entry, tree.source), streamed[entry.path]) {
            case (.success(let one), .success(let other)?):
                found[entry.path] = one
                guard one == other else { return "'\(name)' has other bytes when it is opened than in one pass" }
                guard Int64(one.count) == entry.size else { return "'\(name)' has another size than the tree says" }
                guard case .success(one.prefix(16))? = heads[entry.path]?.map({ $0[...] }) else {
                    return "'\(name)' has another head than it has bytes"
                }
            case (.failure, .failure?):
                guard hasError else { return "'\(name)' can't be read, and no error is reported" }
            default: return "'\(name)' is read in one way, and not in the other"
            }
        }
        if input.kind == .aar, let fault = Self.unpackingFault(of: tree, besides: path, hasError: hasError) {
            return fault
        }
        guard !hasError else { return nil }
        return broken(found)
    }

    /// What is wrong with unpacking: it is done whole, or nothing is left of it.
    private static func unpackingFault(of tree: ContentTree, besides path: String, hasError: Bool) -> String? {
        let folder = path + ".unpacked"
        defer { FolderRemoval.remove(folder) }
        let options = UnpackingOptions(byteLimit: Int64(mostBytes), synchronizes: false)
        let outcome = Result { () throws(UnpackingError) in
            try PackageUnpacker.unpack(tree, to: folder, options: options)
        }
        let isThere = FileManager.default.fileExists(atPath: folder)
        switch outcome {
        case .success(let unpacked):
            // Names that are not UTF-8 are errors, and can't be listed here.
            let isWhole = hasError || Repository.files(inFolder: folder).count == unpacked.files
            return isThere && isWhole ? nil : "it is not unpacked whole"
        case .failure(.damaged):
            if isThere { return "something is left of what could not be unpacked" }
            return hasError ? nil : "it can't be unpacked, and no error is reported"
        case .failure(.failed):
            // Names and links that this disk does not take.
            return isThere ? "something is left of what could not be unpacked" : nil
        }
    }

    /// What the checks say of a file of these bytes.
    static func findings(_ bytes: [UInt8], _ path: String) throws -> [Finding] {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return findings(for: try ContentInput.open(path))
    }

    private static func findings(for input: ContentInput) -> [Finding] {
        CheckRunner(policy: SeverityPolicy(), products: nil, targets: [.zip, .pkg]).examine([input], jobs: 1)[0]
            .findings
    }

    /// How the promise is broken.
    private func broken(_ found: [ContentPath: [UInt8]?]) -> String? {
        switch promise {
        case .nothing: return nil
        case .sameContent: return found == content ? nil : "the content is another, and no error is reported"
        case .sameBytes:
            for (path, bytes) in found {
                guard let bytes, let old = content[path], let old, old != bytes else { continue }
                return "'\(path.displayText)' has other bytes than it had, and no error is reported"
            }
            return nil
        }
    }

    private static func readInOnePass(
        _ files: [ContentEntry], _ source: any ContentSource
    ) -> (
        files: [ContentPath: Result<[UInt8], ContentReadError>], heads: [ContentPath: Result<[UInt8], ContentReadError>]
    ) {
        var read: [ContentPath: Result<[UInt8], ContentReadError>] = [:]
        source.readFiles(files) { entry, reader in
            read[entry.path] = reader.flatMap { reader in Result { () throws(ContentReadError) in try all(of: reader) }
            }
        }
        var heads: [ContentPath: Result<[UInt8], ContentReadError>] = [:]
        source.readHeads(of: files, count: 16) { entry, head in heads[entry.path] = head }
        return (read, heads)
    }

    private static func bytes(
        of entry: ContentEntry, _ source: any ContentSource
    ) -> Result<[UInt8], ContentReadError> {
        Result { () throws(ContentReadError) in try all(of: source.open(entry)) }
    }

    private static func all(of reader: any ContentReader) throws(ContentReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try reader.head(32 * 1024)
            if piece.isEmpty { return bytes }
            bytes += piece
            guard bytes.count <= mostBytes else {
                throw ContentReadError(path: ContentPath(""), reason: "more than a small file can hold")
            }
        }
    }

    /// A path that leads out of the package, or that has no meaning.
    private static func fault(of path: ContentPath) -> String? {
        let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts where part.isEmpty || part.elementsEqual("..".utf8) || part.elementsEqual(".".utf8) {
            return "the path '\(path.displayText)' is let through"
        }
        return path.bytes.contains(0) ? "a path with a NUL is let through" : nil
    }
}
