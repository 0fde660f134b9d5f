public import ContentModel
public import Packaging
import PropertyLists

extension StagedPack {
    /// What its `ContentInfo.plist` says; `nil` where it has none that can be read.
    public var contentInfo: ContentInfo? { contentInfoBytes.map { ContentInfo(PropertyListReader.read($0)) } }
}
