internal import ArchiveFormats
internal import ContentModel

/// What one pass over the content makes: the forms that the packages asked for need it in.
struct PackingPlan: Sendable {
    /// How the payload of a flat package is handed over.
    enum PayloadForm: Sendable, Hashable {
        /// Deflated in pieces that join to one stream.
        case deflated
        /// As it is: whoever takes it deflates it in one run.
        case plain
    }

    /// The entries, and what they get.
    let package: PackagePlan
    /// How hard to compress.
    let level: CompressionLevel
    /// Whether a zip is made.
    let makesZip: Bool
    /// The plan of the flat package, where one is made.
    let flatPackage: FlatPackagePlan?
    /// Counts what is done, where somebody looks.
    var meter: WorkMeter?

    /// The form of the flat package's payload; `nil` where none is made.
    var payloadForm: PayloadForm? { flatPackage.map { $0.profile == .xcode6 ? .plain : .deflated } }

    /// Smaller files are read whole and compressed in runs, larger ones in parts. A part has the same deflate bytes in
    /// every package; small files are deflated each by itself for a zip and as one run for a payload, where a file
    /// finds matches in its neighbours.
    static let largeSize: Int64 = 128 * 1024
    /// The size of a part. It is what each thread holds; whether to search for matches is decided for each part anew, and
    /// larger ones come out larger where a file is not of one kind.
    static let partSize = 512 * 1024
    /// The most content that a run has.
    static let runSize = 256 * 1024
    /// The most entries that a run has, so that its headers are bounded too.
    static let runEntries = 128

    /// The place behind the last entry's, where a payload has its trailer. Place 0 is the content folder itself.
    var trailerPlace: Int { package.items.count + 1 }

    /// The entry at a place; `nil` for the content folder and the trailer.
    func item(at place: Int) -> PackagePlan.Item? {
        package.items.indices.contains(place - 1) ? package.items[place - 1] : nil
    }

    /// The bytes of the file at a place; 0 for what is no file.
    func fileSize(at place: Int) -> Int64 {
        guard let entry = item(at: place)?.entry, entry.type == .file else { return 0 }
        return entry.size
    }

    /// The bytes of the files that a piece of work holds.
    func contentSize(of work: PackingWork) -> Int64 {
        switch work {
        case .run(let places): places.reduce(0) { $0 + fileSize(at: $1) }
        case .part(let part): Int64(part.count)
        }
    }
}
