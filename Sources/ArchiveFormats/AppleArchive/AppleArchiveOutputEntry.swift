/// What is written of an entry of an Apple Archive.
package struct AppleArchiveOutputEntry: Sendable, Hashable {
    /// What it is.
    package var kind: AppleArchiveEntry.Kind
    /// Its path, with "/" between names; empty for the root.
    package var path: [UInt8]
    /// What a link leads to.
    package var linkTarget: [UInt8]?
    /// The owner.
    package var userID: UInt64
    /// The group.
    package var groupID: UInt64
    /// The permissions.
    package var mode: UInt16
    /// BSD's file flags.
    package var flags: UInt64
    /// When it was made.
    package var creationTime: AppleArchiveTime
    /// When it was changed.
    package var modificationTime: AppleArchiveTime
    /// The size of the content that follows the header; `nil` where there is none, as for a folder.
    package var dataSize: UInt64?

    /// Takes all parts.
    package init(
        kind: AppleArchiveEntry.Kind, path: [UInt8], linkTarget: [UInt8]? = nil, userID: UInt64 = 0,
        groupID: UInt64 = 0, mode: UInt16, flags: UInt64 = 0, creationTime: AppleArchiveTime,
        modificationTime: AppleArchiveTime, dataSize: UInt64? = nil
    ) {
        self.kind = kind
        self.path = path
        self.linkTarget = linkTarget
        self.userID = userID
        self.groupID = groupID
        self.mode = mode
        self.flags = flags
        self.creationTime = creationTime
        self.modificationTime = modificationTime
        self.dataSize = dataSize
    }
}
