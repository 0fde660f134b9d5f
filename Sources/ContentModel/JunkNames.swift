/// Names of files and folders that operating systems and version-control systems make, and that no app wants.
///
/// Junk is what a program puts into a folder unasked. `.gitignore`, `.gitattributes` and `.gitkeep` are written by people,
/// and `.localized` gives a folder's name a meaning; they are hidden files like any other, so they stay.
package enum JunkNames {
    /// Who made a file or folder of this name, and for what; `nil` if it is no junk.
    ///
    /// Letter case does not count, as on the disks on which most junk is made. The exception is `CVS`: the program
    /// writes its folder in capitals only, and content may well have a folder `cvs`.
    package static func origin(of name: some Collection<UInt8>, isDirectory: Bool) -> String? {
        if name.count > 2, name.starts(with: [UInt8(ascii: "."), UInt8(ascii: "_")]) {
            return "the Mac's attributes of another file (AppleDouble)"
        }
        if isDirectory, name.elementsEqual("CVS".utf8) { return "CVS's data" }
        guard let first = name.first, firstBytes.contains(first), name.count <= longestName else { return nil }
        let folded = String(decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        return origins[folded]
    }

    private static let origins = [
        ".ds_store": "Finder's settings of a folder",
        "icon\r": "Finder's icon of a folder",
        "__macosx": "the Mac's attributes of a zip's files",
        ".appledouble": "a file server's store of the Mac's attributes",
        ".spotlight-v100": "Spotlight's index of a disk",
        ".trashes": "the Mac's trash of a disk",
        ".fseventsd": "the Mac's log of changes on a disk",
        ".temporaryitems": "the Mac's temporary files of a disk",
        ".documentrevisions-v100": "the Mac's old versions of documents",
        ".apdisk": "the Mac's settings of a shared disk",
        "thumbs.db": "Windows' thumbnails of a folder",
        "ehthumbs.db": "Windows' thumbnails of a folder",
        "desktop.ini": "Windows' settings of a folder",
        "$recycle.bin": "Windows' trash of a disk",
        "system volume information": "Windows' data of a disk",
        ".git": "Git's data",
        ".svn": "Subversion's data",
        ".hg": "Mercurial's data",
        ".bzr": "Bazaar's data",
    ]

    private static let longestName = origins.keys.reduce(0) { max($0, $1.utf8.count) }

    /// What a junk name can start with, so that nearly all names are told apart by their first byte.
    private static let firstBytes: Set<UInt8> = Set(
        origins.keys.flatMap { name in
            name.utf8.first.map { (0x61...0x7A).contains($0) ? [$0, $0 & ~0x20] : [$0] } ?? []
        })
}
