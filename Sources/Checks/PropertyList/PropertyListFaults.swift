import ContentModel
import Findings
import PropertyLists

extension CheckContext {
    /// The faults of one kind that the reader met in `ContentInfo.plist`.
    func contentInfoFaults(_ kind: PropertyListFault.Kind) -> [PropertyListFault] {
        contentInfo?.document.faults.filter { $0.kind == kind } ?? []
    }

    /// Where a fault of `ContentInfo.plist` is.
    func location(of fault: PropertyListFault) -> Location { contentInfoLocation(at: fault.position) }
}

/// Ways out that several checks of `ContentInfo.plist` share.
enum ContentInfoRemedy {
    /// For a file that can't be mended by hand.
    static let restore = Remedy("restore ContentInfo.plist from version control, or \(make)")

    /// The way to a fresh one; `iapkit init` refuses a folder that is not empty, as this one is.
    static let make = "make one elsewhere with 'iapkit init' and copy its ContentInfo.plist here"
}
