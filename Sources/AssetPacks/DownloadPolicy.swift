/// A system that an asset pack is for, as manifests name it. There is none for iPadOS, which `iOS` covers, and none for
/// watchOS, which has no asset packs.
public enum AssetPackPlatform: String, Sendable, Hashable, CaseIterable {
    case iOS
    case macOS
    case tvOS
    case visionOS
}

/// When a pack that is not on demand is fetched: with the app's first installation, or with an update of it.
public enum InstallationEvent: String, Sendable, Hashable, CaseIterable {
    case firstInstallation
    case subsequentUpdate
}

/// When the system fetches an asset pack.
public enum DownloadPolicy: Sendable, Hashable {
    /// When the app asks for it.
    case onDemand
    /// From these events on, in the background; the app may start before it is there.
    case prefetch([InstallationEvent])
    /// With these events, as a part of the app's installation: the app does not start before it is there.
    case essential([InstallationEvent])

    /// The key in a manifest.
    public var key: String {
        switch self {
        case .onDemand: "onDemand"
        case .prefetch: "prefetch"
        case .essential: "essential"
        }
    }

    /// The keys of all policies, in the order in which a message lists them.
    public static let keys = ["essential", "prefetch", "onDemand"]

    /// The events that it names; `nil` for the policy that has none.
    public var events: [InstallationEvent]? {
        switch self {
        case .onDemand: nil
        case .prefetch(let events), .essential(let events): events
        }
    }
}
