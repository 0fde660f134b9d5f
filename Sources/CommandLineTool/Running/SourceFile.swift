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
    /// Reading stops behind the largest source that is taken, whatever the file pretends to be.
    private static let limit = ProductSourceFormats.sizeLimit

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
        if name == "-" { return try Self.readAll(0, name) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Self.failure(name, Self.systemReason(), errno == ENOENT ? "check the path" : nil)
        }
        defer { close(descriptor) }
        return try Self.readAll(descriptor, name)
    }

    private static func readAll(_ descriptor: Int32, _ name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(name, systemReason(), nil)
            }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > limit {
                throw failure(name, "is larger than \(limit >> 20) MiB, which no product source is", "check the path")
            }
        }
    }

    private static func systemReason() -> String {
        "the product source can't be read: \(String(cString: strerror(errno)))"
    }

    private static func failure(_ name: String, _ reason: String, _ remedy: String?) -> RunFailureError {
        RunFailureError(RunFailure(subject: name == "-" ? "standard input" : name, reason: reason, remedy: remedy))
    }
}
