/// The kinds of package that can be written.
public enum PackageKind: String, Sendable, CaseIterable {
    /// A zip for one's own server.
    case zip
    /// Apple's flat package of hosted content, for an archive or an old pipeline.
    case pkg
    /// An asset pack for Apple-hosted Background Assets.
    case aar

    /// The suffix of a file of this kind, without the period.
    public var fileSuffix: String { rawValue }
}
