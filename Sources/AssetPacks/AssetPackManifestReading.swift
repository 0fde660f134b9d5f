internal import JSONReading

/// What a manifest says, whoever wrote it: all that can be understood, and every fault with its place.
///
/// Reading never fails. The keys are those of Xcode 26 and 27; Apple publishes no list of them but the template that its
/// tool prints. Memory stays below some 500 MB for a file of the largest size.
public struct AssetPackManifestReading: Sendable, Hashable {
    /// The largest file in bytes that should be given; it holds some 900,000 selectors.
    public static let sizeLimit = 64 << 20
    /// The most faults that are told.
    public static let faultLimit = 1000

    /// The ID as written, whether it is safe or not; `nil` where there is none.
    public let identifier: String?
    /// When the pack is fetched; `nil` where that can't be understood. Events that are unknown are not in it.
    public let downloadPolicy: DownloadPolicy?
    /// The selectors that can be understood; `nil` where there is no list of them.
    public let fileSelectors: [FileSelector]?
    /// The place of each of `fileSelectors`.
    public let selectorPlaces: [AssetPackPlace]
    /// The platforms as written, unknown ones among them; `nil` where there is no list of them.
    public let platforms: [String]?
    /// The language that the pack is for; `nil` where none is named.
    public let language: String?
    /// The folder that selectors start from, from the manifest's place; `nil` where none is named.
    public let sourceRoot: String?
    /// Whether there is `userInfo`, other than `null`.
    public let hasUserInfo: Bool
    /// The place of each of the manifest's own keys that is there; of the last where one stands twice.
    public let keyPlaces: [String: AssetPackPlace]
    /// What is wrong, in the order of the text, ``faultLimit`` at most.
    public let faults: [AssetPackManifestFault]
    /// The number of all faults.
    public let faultCount: Int

    /// The keys that every manifest has, in the order in which they are written.
    public static let requiredKeys = ["assetPackID", "downloadPolicy", "fileSelectors", "platforms"]
    /// The keys that are there on request.
    public static let optionalKeys = ["sourceRoot", "language", "userInfo"]

    /// Reads a file.
    public init(_ bytes: [UInt8]) {
        var parser = ManifestParser()
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hasMark = bytes.starts(with: mark)
        let text = hasMark ? Array(bytes.dropFirst(mark.count)) : bytes
        if hasMark { parser.note(.hasByteOrderMark, at: 0) }
        parser.read(text)
        var places = JSONPlaces(text)
        let findings = parser.faults.sorted { ($0.offset, $0.number) < ($1.offset, $1.number) }
        faults = findings.map { finding in
            let place = places.place(at: finding.offset)
            return AssetPackManifestFault(
                finding.kind, place: AssetPackPlace(line: place.line, column: place.column), keyPath: finding.keyPath)
        }
        faultCount = parser.faultCount
        selectorPlaces = parser.selectorOffsets.map { offset in
            let place = places.place(at: offset)
            return AssetPackPlace(line: place.line, column: place.column)
        }
        var keyPlaces: [String: AssetPackPlace] = [:]
        for (key, offset) in parser.keyOffsets.sorted(by: { $0.value < $1.value }) {
            let place = places.place(at: offset)
            keyPlaces[key] = AssetPackPlace(line: place.line, column: place.column)
        }
        self.keyPlaces = keyPlaces
        identifier = parser.identifier
        downloadPolicy = parser.downloadPolicy
        fileSelectors = parser.fileSelectors
        platforms = parser.platforms
        language = parser.language
        sourceRoot = parser.sourceRoot
        hasUserInfo = parser.hasUserInfo
    }
}
