internal import ArchiveFormats
public import ContentModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A path that the user named, opened as what it turned out to be.
public struct ContentInput: Sendable {
    /// What a path turned out to be.
    public enum Kind: String, Sendable {
        /// A folder.
        case folder
        /// A zip.
        case zip
        /// Apple's flat package.
        case pkg
        /// An asset pack for Background Assets.
        case aar
        /// Something that can't be a content package.
        case unknown
    }

    /// The path as the user named it.
    public let path: String
    /// What it is.
    public let kind: Kind
    /// The content, or why there is none.
    public let content: Result<ContentTree, InputFault>
    /// What a flat package says of itself; `nil` for everything else, and where it can't be opened.
    public let flatPackage: FlatPackage?
    /// What an asset pack says of itself; `nil` for everything else, and where it can't be opened.
    public let assetPack: AssetPack?
    /// What an asset pack holds beside its content, by its path in the archive, the manifest not among it; `nil` for
    /// everything else, and where there is nothing.
    public let besideContent: ContentTree?
    /// The size of the file in bytes; `nil` for a folder.
    public let fileSize: Int64?
    /// The bytes of a property list in a file of its own, which is no content; `nil` for everything else, and for one
    /// of more than 16 MiB.
    public let propertyList: [UInt8]?

    /// Creates an input.
    public init(
        path: String, kind: Kind, content: Result<ContentTree, InputFault>, flatPackage: FlatPackage? = nil,
        assetPack: AssetPack? = nil, besideContent: ContentTree? = nil, fileSize: Int64? = nil,
        propertyList: [UInt8]? = nil
    ) {
        self.path = path
        self.kind = kind
        self.content = content
        self.flatPackage = flatPackage
        self.assetPack = assetPack
        self.besideContent = besideContent
        self.fileSize = fileSize
        self.propertyList = propertyList
    }
}

/// Why a file is no content package.
public struct InputFault: Error, Sendable, Hashable {
    /// The classes of fault.
    public enum Kind: Sendable, Hashable {
        /// It is something else; `detail` says what.
        case notAContentPackage
        /// It ends too early.
        case truncated
        /// It is damaged; `detail` says how.
        case damaged
        /// It can't be unpacked without a password; `detail` says what.
        case encrypted
    }

    /// The class of fault.
    public let kind: Kind
    /// The particulars as a clause without a final period.
    public let detail: String

    /// The particulars of a file that is text of some kind, such as JSON.
    public static let textFileDetail = "a text file"

    /// Creates a fault.
    public init(_ kind: Kind, detail: String) {
        self.kind = kind
        self.detail = detail
    }
}

extension ContentInput {
    /// Opens a folder or a file and recognises it by content; a link is followed.
    ///
    /// Nothing but a folder or a plain file is ever opened: a named pipe would wait for ever.
    /// - Parameter ahead: Where to unpack the files of a package that has to be read to its end anyway.
    /// - Throws: `PackagingError` with `notFound` or `unreadable` where the path itself can't be opened.
    public static func open(
        _ path: String, excluding exclusions: [ContentGlob] = [], unpacking ahead: UnpackingAhead? = nil
    ) throws(PackagingError) -> ContentInput {
        try open(path, excluding: exclusions, unpacking: ahead, meter: nil)
    }

    /// The same; what is read of a payload is counted.
    package static func open(
        _ path: String, excluding exclusions: [ContentGlob] = [], unpacking ahead: UnpackingAhead? = nil,
        meter: WorkMeter?
    ) throws(PackagingError) -> ContentInput {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure(SystemError.last(), path: path) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            return try openFolder(path, excluding: exclusions)
        case S_IFREG:
            return try openFile(path, excluding: exclusions, ahead, meter)
        case S_IFIFO:
            return ContentInput(path, .notAContentPackage, "a named pipe")
        case S_IFSOCK:
            return ContentInput(path, .notAContentPackage, "a socket")
        default:
            return ContentInput(path, .notAContentPackage, "a device")
        }
    }

    /// The name that a folder goes by: the last part of its path, or of its real path where that part is `.` or `..`.
    public static func folderName(ofPath path: String) -> String? {
        let last = path.split(separator: "/").last.map(String.init)
        if let last, last != ".", last != ".." { return last }
        return RealPaths.name(of: path)
    }

    /// Whether a file that is to be written would lie in a folder, or be the file, at another path.
    ///
    /// Links are resolved on both sides; of the output, the folder counts, since a link there is replaced itself. Neither
    /// needs to exist: what is missing lies where it would be made.
    public static func isOutput(_ outputPath: String, inside inputPath: String) -> Bool {
        var paths = RealPaths()
        return paths.isOutput(outputPath, inside: inputPath)
    }

    private static func openFolder(
        _ path: String, excluding exclusions: [ContentGlob]
    ) throws(PackagingError) -> ContentInput {
        let tree = FolderReader.tree(atPath: path, excluding: exclusions)
        // A folder that can't be looked into at all is no input.
        if tree.failures.contains(where: { $0.path == nil }) {
            do throws(SystemError) {
                close(try SystemError.retrying { Self.systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
            } catch {
                throw failure(error, path: path)
            }
        }
        // A folder that is named as a package was one, of the kind that macOS read before flat packages.
        if [".pkg", ".mpkg"].contains(where: path.lowercased().hasSuffix), tree.failures.isEmpty,
            tree.entry(at: ContentTree.contentInfoPath) == nil
        {
            return ContentInput(path, .notAContentPackage, "no flat package, but a folder that is named as one")
        }
        return ContentInput(path: path, kind: .folder, content: .success(tree))
    }

    private static func openFile(
        _ path: String, excluding exclusions: [ContentGlob], _ ahead: UnpackingAhead?, _ meter: WorkMeter?
    ) throws(PackagingError) -> ContentInput {
        let file: ReadableFile
        let head: [UInt8]
        do throws(SystemError) {
            file = try ReadableFile(path)
            head = try file.bytes(at: 0, count: FileSignature.headSize)
        } catch {
            throw failure(error, path: path)
        }
        switch FileSignature(head: head) {
        case .zip:
            let content = Result { () throws(InputFault) in
                try ZipOpening.tree(of: file, path: path, excluding: exclusions)
            }
            return ContentInput(
                path: path, kind: kind(.zip, content), content: content, fileSize: Int64(clamping: file.size))
        case .flatPackage:
            do throws(InputFault) {
                let opened = try FlatPackageOpening.open(
                    file, path: path, excluding: exclusions, ahead: ahead, meter: meter)
                return ContentInput(
                    path: path, kind: .pkg, content: .success(opened.tree), flatPackage: opened.package,
                    fileSize: Int64(clamping: file.size))
            } catch {
                return ContentInput(
                    path: path, kind: kind(.pkg, .failure(error)), content: .failure(error),
                    fileSize: Int64(clamping: file.size))
            }
        case .appleArchive:
            do throws(InputFault) {
                let opened = try AssetPackOpening.open(file, path: path, excluding: exclusions)
                return ContentInput(
                    path: path, kind: .aar, content: .success(opened.tree), assetPack: opened.pack,
                    besideContent: opened.strays, fileSize: Int64(clamping: file.size))
            } catch {
                return ContentInput(
                    path: path, kind: kind(.aar, .failure(error)), content: .failure(error),
                    fileSize: Int64(clamping: file.size))
            }
        case .empty:
            return ContentInput(path, .notAContentPackage, "an empty file")
        case .other(let what):
            return ContentInput(
                path: path, kind: .unknown, content: .failure(InputFault(.notAContentPackage, detail: what)),
                propertyList: what == FileSignature.propertyList ? propertyList(in: file) : nil)
        }
    }

    /// The largest property list that is looked into, in bytes.
    private static let propertyListLimit: UInt64 = 16 << 20

    private static func propertyList(in file: ReadableFile) -> [UInt8]? {
        guard file.size <= propertyListLimit else { return nil }
        return try? file.bytes(at: 0, count: Int(file.size))
    }

    /// The kind of a file in some format: a zip or xar of something else is no package of that kind.
    private static func kind(_ format: Kind, _ content: Result<ContentTree, InputFault>) -> Kind {
        if case .failure(let fault) = content, fault.kind == .notAContentPackage { .unknown } else { format }
    }

    private init(_ path: String, _ fault: InputFault.Kind, _ detail: String) {
        self.init(path: path, kind: .unknown, content: .failure(InputFault(fault, detail: detail)))
    }

    private static func failure(_ error: SystemError, path: String) -> PackagingError {
        let isMissing = error.code == ENOENT || error.code == ENOTDIR
        return PackagingError(
            isMissing ? .notFound : .unreadable, subject: path, reason: error.text,
            remedy: isMissing ? "check the path" : nil)
    }

    /// The system's `open`, which this type's own hides.
    private static func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, flags)
        #else
            Darwin.open(path, flags)
        #endif
    }
}
