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
    /// It is a file where it ends in a package suffix, and no folder has this name; then one package must result.
    init(_ output: String?, inputCount: Int, kinds: [PackageKind]) throws(UsageError) {
        let packageCount = inputCount * kinds.count
        guard let output else {
            place = .currentFolder
            return
        }
        if output == "-" {
            throw UsageError("a package can't go to standard output", hint: "give --output a file or a folder")
        }
        let path = InputCollector.withoutTrailingSlashes(output)
        let suffix = Self.kind(named: path)
        guard let suffix, path == output, !Self.isFolder(path) else {
            place = .folder(path)
            return
        }
        if packageCount > 1 {
            throw UsageError(
                "--output '\(path)' names one file, and there are \(packageCount) packages to write",
                hint: "give --output a folder")
        }
        if let kind = kinds.first, kind != suffix {
            throw UsageError(
                "'\(path)' is the name of \(suffix == .aar ? "an" : "a") \(suffix.rawValue), and --format says \(kind.rawValue)",
                hint: "let it end in .\(kind.fileSuffix)")
        }
        place = .file(path)
    }

    /// Packages go into a folder.
    init(folder: String) { place = .folder(folder) }

    /// The kind of package that a path is the name of by its suffix.
    private static func kind(named path: String) -> PackageKind? {
        PackageKind.allCases.first { path.lowercased().hasSuffix(".\($0.fileSuffix)") }
    }

    /// The kinds of package to write: what was asked for, else what the name of the output says, else a zip.
    static func kinds(_ options: Options) -> [PackageKind] {
        if !options.formats.isEmpty { return options.formats }
        guard let output = options.output, let kind = kind(named: output), !isFolder(output) else { return [.zip] }
        return [kind]
    }

    /// Whether `--output` names a package, and with it the kind.
    static func namesPackage(_ options: Options) -> Bool {
        options.output.map { kind(named: $0) != nil && !isFolder($0) } ?? false
    }

    /// The path of the package of one kind from the content folder at a path.
    func path(for input: String, kind: PackageKind) -> String {
        if case .file(let path) = place { return path }
        let name = "\(ContentInput.folderName(ofPath: input) ?? "Contents").\(kind.fileSuffix)"
        guard case .folder(let folder) = place else { return name }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// Makes the folder that the packages go to, if it is missing; the folder above it must be there.
    /// - Returns: why it could not be made, or `nil`.
    func prepare() -> RunFailure? {
        guard case .folder(let folder) = place, !Self.isFolder(folder), mkdir(folder, 0o777) != 0 else { return nil }
        let code = errno
        if code == EEXIST {
            if Self.isFolder(folder) { return nil }
            return RunFailure(subject: folder, reason: "is not a folder", remedy: "choose another --output")
        }
        return RunFailure(
            subject: folder, reason: "the output folder can't be made: \(String(cString: strerror(code)))",
            remedy: code == ENOENT ? "make the folder above it first" : "choose another --output")
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
