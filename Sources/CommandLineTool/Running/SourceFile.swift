import Findings
import ProductCatalogs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that the user named as a product source; `-` is standard input, and a pipe is fine.
///
/// Of folders only a Transporter package is one: then its `metadata.xml` is read.
struct SourceFile {
    /// How the user named it.
    private let name: String
    /// Where it is.
    let path: String

    init(_ name: String) throws {
        self.name = name
        var status = stat()
        guard name != "-", stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            path = name == "-" ? "/dev/stdin" : name
            return
        }
        path = "\(InputCollector.withoutTrailingSlashes(name))/\(TransporterFormat.fileName)"
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Self.failure(
                name, "is a folder, not a product source",
                "name a file; of folders, only a .itmsp with metadata.xml is one"
            )
        }
    }

    func bytes() throws -> [UInt8] {
        try FileBytes.bytes(of: path, named: name, as: "product source", limit: ProductSourceFormats.sizeLimit)
    }

    private static func failure(_ name: String, _ reason: String, _ remedy: String?) -> RunFailureError {
        RunFailureError(RunFailure(subject: name == "-" ? "standard input" : name, reason: reason, remedy: remedy))
    }
}
