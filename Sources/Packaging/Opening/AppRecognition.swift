internal import ContentModel

/// Tells a zip of an app from one of content, since people mistake the one for the other.
enum AppRecognition {
    /// What a zip with entries of these names is instead of content; `nil` where it is no app, or has content at its
    /// root all the same.
    ///
    /// An `.ipa` has the app in the folder `Payload`; an app for macOS keeps its property list in a folder `Contents` of
    /// its own.
    static func fault(names: some Sequence<[UInt8]>) -> InputFault? {
        var app: (name: ArraySlice<UInt8>, kind: String)?
        for name in names {
            let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            if parts[0].elementsEqual(ContentTree.contentInfoPath.bytes)
                || parts[0].elementsEqual(ContentTree.contentsPath.bytes)
            {
                return nil
            }
            guard app == nil, parts.count == 3, parts[2].elementsEqual("Info.plist".utf8) else { continue }
            if parts[0].elementsEqual("Payload".utf8), isApp(parts[1]) {
                app = (parts[1], "an app (.ipa)")
            } else if isApp(parts[0]), parts[1].elementsEqual("Contents".utf8) {
                app = (parts[0], "an app for macOS")
            }
        }
        return app.map { app in
            InputFault(
                .notAContentPackage,
                detail: "\(app.kind), '\(ContentPath.displayText(of: Array(app.name)))', "
                    + "not a package of In-App Purchase content")
        }
    }

    private static func isApp(_ name: ArraySlice<UInt8>) -> Bool {
        name.count > 4 && name.suffix(4).elementsEqual(".app".utf8)
    }
}
