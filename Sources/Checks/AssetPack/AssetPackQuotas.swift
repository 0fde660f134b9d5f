import AssetPacks
import ContentModel
public import Findings
import Packaging

/// What a run's asset packs come to together, held against what Apple gives an app.
///
/// An app's record has other packs too, which no run sees; so what is found is true of these alone, and finding nothing
/// says little.
public enum AssetPackQuotas {
    /// The sizes are in bytes, and the ID of each pack is that of the manifest, or the one planned.
    struct Total {
        /// The number of packs; those of one ID, letter case aside, are versions of one pack.
        var count = 0
        /// The sum over all packs of the largest version.
        var bytes: Int64 = 0
        /// Whether the size of some is that of files not packed yet.
        var isEstimate = false
    }

    /// The findings about the asset packs among the inputs, and those that are to be made of the others: each of its own
    /// kind, with no policy applied.
    /// - Parameters:
    ///   - limit: How many packs the app may have, where that is known; else what Apple's pages and readers of them say.
    ///   - location: What they are about, such as the folder that the packs go to.
    public static func findings(
        for inputs: [ExaminedInput], limit: Int? = nil, at location: Location
    ) -> [Finding] {
        let total = total(of: inputs)
        return [
            TooManyAssetPacks.finding(total, limit: limit, at: location),
            AssetPacksTooLarge.finding(total, at: location),
            ManyPacksForReview.finding(total, at: location),
        ].compactMap(\.self)
    }

    static func total(of inputs: [ExaminedInput]) -> Total {
        var total = Total()
        var sizes: [String: Int64] = [:]
        for input in inputs {
            guard let pack = pack(input) else { continue }
            if input.input.kind != .aar { total.isEstimate = true }
            guard let identifier = pack.identifier?.lowercased() else {
                total.count += 1
                total.bytes = sum(total.bytes, pack.bytes)
                continue
            }
            sizes[identifier] = max(sizes[identifier] ?? 0, pack.bytes)
        }
        total.count += sizes.count
        total.bytes = sizes.values.reduce(total.bytes, sum)
        return total
    }

    private static func pack(_ input: ExaminedInput) -> (identifier: String?, bytes: Int64)? {
        let context = input.context
        let files = context.tree?.totalFileSize ?? 0
        if let pack = context.assetPack { return (pack.manifest?.identifier, input.input.fileSize ?? files) }
        return context.plannedPack.map { ($0.identifier.text, files) }
    }

    /// Sizes are what archives claim.
    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(max(0, right))
        return isTooLarge ? .max : sum
    }
}
