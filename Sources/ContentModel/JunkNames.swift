/// Names of files and folders that operating systems and version-control systems make, and that no app wants.
///
/// Junk is what a program puts into a folder unasked. `.gitignore`, `.gitattributes` and `.gitkeep` are written by people,
/// and `.localized` gives a folder's name a meaning; they are hidden files like any other, so they stay.
package enum JunkNames {
    /// Who made a file or folder of this name, and for what; `nil` if it is no junk.
    ///
    /// Letter case does not count, as on the disks on which most junk is made. The exception is `CVS`: the program
    /// writes its folder in capitals only, and content may well have a folder `cvs`.
    package static func origin(of name: ArraySlice<UInt8>, isDirectory: Bool) -> String? {
        guard let first = name.first else { return nil }
        let known = originsByFirstByte[Int(first)]
        guard !known.isEmpty || first == UInt8(ascii: "C") else { return nil }
        if name.count > 2, first == UInt8(ascii: "."), name.dropFirst().first == UInt8(ascii: "_") {
            return "the Mac's attributes of another file (AppleDouble)"
        }
        if isDirectory, name.elementsEqual("CVS".utf8) { return "CVS's data" }
        return known.first { junk in
            junk.name.count == name.count
                && junk.name.elementsEqual(name) { $0 == ((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
        }?.origin
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

    /// By what a name can start with, so that nearly all names are told apart by their first byte.
    private static let originsByFirstByte: [[(name: [UInt8], origin: String)]] = (0...0xFF).map { byte in
        let byte = UInt8(byte)
        let folded = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        return origins.filter { $0.key.utf8.first == folded }.map { (Array($0.key.utf8), $0.value) }
    }
}
