/// The folders of an app's container that a rehearsal writes to and removes from.
enum AppContainer {
    /// Each behind the one that it lies in.
    private static let folders = [
        "Library", "Library/Caches", "Library/Caches/StoreKit", "Library/Application Support",
        "Library/Application Support/Downloads", "Library/Application Support/Download Versions",
    ]

    /// Sees to it that a container leads nowhere else: what a link at one of these places leads to would be emptied.
    /// - Throws: `RehearsalError` where one of them is there, and is no folder.
    static func check(_ path: String) throws(RehearsalError) {
        for folder in folders {
            let place = "\(path)/\(folder)"
            switch DiskItem.status(place)?.kind {
            case nil, .folder: break
            case .link:
                throw RehearsalError(
                    place, "it is a symbolic link, and a rehearsal follows none out of the app's container")
            case .file, .other: throw RehearsalError(place, "it is no folder")
            }
        }
    }
}
