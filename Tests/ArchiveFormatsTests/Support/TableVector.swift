import Foundation
import TestSupport
import Testing

/// The table of contents of a package that Apple's tools made.
struct TableVector: Sendable, CustomTestStringConvertible {
    /// The name of the folder with the facts of the package.
    let name: String
    /// The name of its component, without ".pkg".
    let component: String
    /// When it was made, in seconds since 1970.
    let time: Int64

    /// All that there are.
    static let all = [
        TableVector(name: "hosted-a", component: "fantasy", time: 1_436_387_361),
        TableVector(name: "hosted-b", component: "happy", time: 1_436_645_233),
    ]

    /// Whether the facts are here: they lie beside the checkout or a folder above it, not in it.
    static let areAvailable = folder != nil

    private static let folder: String? = {
        var parent = (Repository.path as NSString).deletingLastPathComponent
        while true {
            let folder = parent + "/shared/vectors"
            if FileManager.default.fileExists(atPath: folder) { return folder }
            if parent == "/" { return nil }
            parent = (parent as NSString).deletingLastPathComponent
        }
    }()

    var testDescription: String { name }

    /// The XML.
    func xml() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder ?? "")/\(name)/toc.xml")))
    }
}
