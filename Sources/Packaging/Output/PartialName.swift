internal import ArchiveFormats
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A name beside an output for as long as that is unfinished, which nothing else has.
struct PartialName {
    private static let counter = Atomic<UInt64>(0)

    private let target: String
    private let folder: String
    private let stem: Substring

    /// Takes the path that the output is to get.
    init(target: String) {
        self.target = target
        folder = FilePath.parent(of: target)
        // Names may have 255 bytes; what is added needs its share.
        var stem = Substring(FilePath.name(of: target))
        while stem.utf8.count > 180 { stem.removeLast() }
        self.stem = stem
    }

    /// Makes the file or folder under a name that is free, and registers it.
    /// - Parameter body: Makes it at a path; gives a negative number and sets `errno` where that fails.
    /// - Returns: what `body` returns, and the path.
    func make(
        _ kind: PartialOutputRegistry.Kind, registry: PartialOutputRegistry, _ body: (String) -> Int32
    ) throws(PackagingError) -> (made: Int32, path: String) {
        while true {
            let number = Self.counter.add(1, ordering: .relaxed).newValue
            let path = FilePath.joining(folder, ".\(stem).partial-\(getpid())-\(number)")
            guard let result = registry.begin(path, kind, { body(path) }) else {
                throw PackagingError(.unwritable, subject: target, reason: "interrupted")
            }
            let error: SystemError
            switch result {
            case .success(let made): return (made, path)
            case .failure(let failure): error = failure
            }
            // What a killed process left behind has its number, and maybe ours.
            if error.code == EEXIST || error.code == EINTR { continue }
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> PackagingError {
        switch error.code {
        case ENOENT:
            PackagingError(
                .unwritable, subject: folder, reason: "the folder for \(FilePath.name(of: target)) does not exist",
                remedy: "make it first, or name another output")
        case ENOTDIR, EACCES, EROFS:
            PackagingError(.unwritable, subject: folder, reason: error.text, remedy: "name another output")
        default:
            PackagingError(.unwritable, subject: target, reason: error.text)
        }
    }
}
