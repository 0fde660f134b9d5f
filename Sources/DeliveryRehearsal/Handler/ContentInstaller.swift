internal import ContentModel
internal import Packaging

/// Puts content where the app reads it, whole or not at all, and knows which version is there.
///
/// The payload of `Contents` becomes `Library/Application Support/Downloads/<product ID>`. Content that is there is
/// exchanged with it in one step, and goes with the store's folder. So at every moment there is the old content or the new
/// one, never none and never a mixture, and no second copy takes space. The volume has to be able to exchange two names, as
/// APFS and the file systems of Linux are; elsewhere the older content stays.
public struct ContentInstaller {
    private let app: RehearsedApp

    /// Works in an app's container.
    public init(app: RehearsedApp) { self.app = app }

    /// Where the content of a product is read, whether or not there is any.
    public func folder(forProduct product: String) -> String {
        "\(app.applicationSupport)/Downloads/\(FolderName.name(forProduct: product))"
    }

    /// Takes over the content that the store has put into a folder. It may be stopped at any step, and asked again.
    /// - Throws: `AppInterruption`; then older content is as it was, or the new one is in its place already.
    public func install(from contentURL: String, product: String, version: String) throws(AppInterruption) {
        do throws(AppInterruption) { try take(contentURL, product, version) } catch {
            app.noteFailure(error, product: product)
            throw error
        }
    }

    private func take(_ contentURL: String, _ product: String, _ version: String) throws(AppInterruption) {
        let (new, place) = (contentURL + "/Contents", folder(forProduct: product))
        do throws(DiskError) { try DiskItem.makeFolders(app.applicationSupport + "/Downloads") } catch {
            throw AppInterruption(error)
        }
        try app.checkpoint("recording")
        try record(version, ofFolder: new, product)
        try app.excludeFromBackup(new, movingTo: place)
        try app.checkpoint("moving")
        do throws(DiskError) {
            if DiskItem.status(place) == nil {
                try DiskItem.rename(new, to: place)
            } else {
                try DiskItem.exchange(new, with: place)
            }
        } catch {
            throw AppInterruption(error)
        }
        try app.checkpoint("moved")
    }

    /// The version of the content that is in its place; `nil` where there is none, or nobody knows.
    public func installedVersion(ofProduct product: String) -> String? {
        guard let number = number(ofFolder: folder(forProduct: product)) else { return nil }
        return records(product).first { $0.number == number }?.version
    }

    /// Whether content of this version or a newer one is in its place.
    public func hasVersion(_ version: String, ofProduct product: String) -> Bool {
        guard let installed = installedVersion(ofProduct: product) else { return false }
        return VersionOrder.isAtLeast(installed, version)
    }

    // A version is put down before its content comes, with the number that the folder has on the volume and keeps when it
    // is moved. What was known of the folder in the place stays beside it, until another takes that place. So the record
    // is right before the move, after it, and when the app is stopped in between.

    private func record(_ version: String, ofFolder folder: String, _ product: String) throws(AppInterruption) {
        guard let number = number(ofFolder: folder) else { throw .failed("there is no Contents in the store's folder") }
        let standing = self.number(ofFolder: self.folder(forProduct: product))
        let records = [(number, version)] + records(product).filter { $0.number == standing && $0.number != number }
        let lines = records.map { "\($0.0) \(FolderName.escaped($0.1) { $0 > 0x20 && $0 < 0x7F && $0 != 0x25 })\n" }
        do throws(DiskError) { try DiskItem.makeFolders(app.applicationSupport + "/Download Versions") } catch {
            throw AppInterruption(error)
        }
        do throws(PackagingError) {
            try SmallOutputFile.write(Array(lines.joined().utf8), to: recordPath(product))
        } catch {
            throw .failed(error.reason)
        }
    }

    private func records(_ product: String) -> [(number: UInt64, version: String)] {
        let bytes = DiskItem.bytes(recordPath(product), limit: 1 << 20) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let number = UInt64(words[0]) else { return nil }
            return (number, String(words[1]))
        }
    }

    private func recordPath(_ product: String) -> String {
        "\(app.applicationSupport)/Download Versions/\(FolderName.name(forProduct: product))"
    }

    private func number(ofFolder path: String) -> UInt64? {
        guard let status = DiskItem.status(path), status.kind == .folder else { return nil }
        return status.identity.number
    }
}

/// Which of two versions is newer.
enum VersionOrder {
    /// Whether a version is another or newer; texts that are no versions are only ever the same.
    static func isAtLeast(_ version: String, _ other: String) -> Bool {
        guard let left = ContentVersion(version), let right = ContentVersion(other) else { return version == other }
        return left >= right
    }
}
