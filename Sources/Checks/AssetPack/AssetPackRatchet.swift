public import AssetPacks
public import Findings

/// Holds a pack that is to be made against an older version of it that is known.
public enum AssetPackRatchet {
    /// The input with what is found about its pack, where an older version has platforms that the new one drops.
    /// - Parameters:
    ///   - old: The manifest of the older version; of a pack with another ID nothing is found.
    ///   - name: Where that is, for people.
    public static func applied(
        to input: ExaminedInput, from old: AssetPackManifestReading, at name: String, policy: SeverityPolicy
    ) -> ExaminedInput {
        guard let pack = input.context.plannedPack,
            let found = PlatformDropped.finding(from: old, at: name, to: pack, of: input),
            policy.reports(found.code), let finding = policy.apply(to: found)
        else { return input }
        return input.adding(finding)
    }
}
