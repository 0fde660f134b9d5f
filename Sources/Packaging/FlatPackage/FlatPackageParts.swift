internal import ArchiveFormats
internal import ContentModel

/// The members of a flat package by their part in it.
struct FlatPackageParts {
    /// The folder that holds the component; empty where it stands at the top, as in a package without Distribution.
    let component: [UInt8]
    let packageInfo: XarEntry
    let payload: XarEntry
    let bom: XarEntry?
    let distribution: XarEntry?

    /// Finds the parts.
    /// - Throws: `notAContentPackage` with what it is instead.
    init(of archive: XarArchive) throws(InputFault) {
        let files = archive.entries.filter { $0.kind == .file }
        let infos = files.filter { Self.name(of: $0).elementsEqual("PackageInfo".utf8) && Self.depth(of: $0) <= 1 }
        let names = files.prefix(3).map { "'\(ContentPath.displayText(of: $0.path))'" }.joined(separator: ", ")
        guard let info = infos.first else {
            let holds = files.isEmpty ? "no files" : names + (files.count > 3 ? " and more" : "")
            throw InputFault(
                .notAContentPackage, detail: "an xar archive without a PackageInfo: it holds \(holds), and no package")
        }
        guard infos.count == 1 else {
            throw InputFault(
                .notAContentPackage,
                detail: "an installer package of \(infos.count) components; one of In-App Purchase content has one")
        }
        let component = Self.folder(of: info)
        func part(_ name: String) -> XarEntry? {
            files.first { Self.folder(of: $0) == component && Self.name(of: $0).elementsEqual(name.utf8) }
        }
        guard let payload = part("Payload") else {
            throw InputFault(
                .notAContentPackage,
                detail: part("LargeSegmentedPayload") == nil
                    ? "an installer package without a Payload: it installs nothing"
                    : "an installer package with a segmented payload, which no hosted content has")
        }
        self.component = component
        packageInfo = info
        self.payload = payload
        bom = part("Bom")
        distribution = files.first { $0.path.elementsEqual("Distribution".utf8) }
    }

    private static func name(of entry: XarEntry) -> ArraySlice<UInt8> {
        entry.path[(entry.path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    }

    private static func folder(of entry: XarEntry) -> [UInt8] {
        entry.path.lastIndex(of: UInt8(ascii: "/")).map { Array(entry.path[..<$0]) } ?? []
    }

    private static func depth(of entry: XarEntry) -> Int { entry.path.count { $0 == UInt8(ascii: "/") } }
}
