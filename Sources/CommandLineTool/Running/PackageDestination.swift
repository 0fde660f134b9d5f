import Findings
import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the packages of a run go.
struct PackageDestination {
    /// The folder, or the file where there is one package only.
    private enum Place {
        case currentFolder
        case folder(String)
        case file(String)
    }

    private let place: Place

    /// Takes the value of `--output`.
    ///
    /// It is a file where it ends in a package suffix, one package results, and no folder has this name.
    init(_ output: String?, packageCount: Int) throws(UsageError) {
        guard let output else {
            place = .currentFolder
            return
        }
        let path = InputCollector.withoutTrailingSlashes(output)
        let hasSuffix = PackageKind.allCases.contains { path.lowercased().hasSuffix(".\($0.fileSuffix)") }
        guard hasSuffix, path == output, !Self.isFolder(path) else {
            place = .folder(path)
            return
        }
        if packageCount > 1 {
            throw UsageError(
                "--output '\(path)' names one file, and there are \(packageCount) packages to write",
                hint: "give --output a folder")
        }
        place = .file(path)
    }

    /// The path of the package of one kind from the content folder at a path.
    func path(for input: String, kind: PackageKind) -> String {
        if case .file(let path) = place { return path }
        let name = "\(RealPath.name(of: input) ?? "Contents").\(kind.fileSuffix)"
        guard case .folder(let folder) = place else { return name }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// Makes the folder that the packages go to, if it is missing; the folder above it must be there.
    /// - Throws: `RunFailureError`.
    func prepare() throws {
        guard case .folder(let folder) = place, !Self.isFolder(folder) else { return }
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST && Self.isFolder(folder) else {
            let reason =
                errno == EEXIST
                ? "is not a folder" : "the output folder can't be made: \(String(cString: strerror(errno)))"
            throw RunFailureError(
                RunFailure(
                    subject: folder, reason: reason, remedy: "make the folder above it, or choose another --output"))
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
