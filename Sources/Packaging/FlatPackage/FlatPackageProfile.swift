internal import ArchiveFormats

/// Which of Apple's tools a flat package equals.
public enum FlatPackageProfile: String, Sendable, CaseIterable {
    /// Today's: the Distribution of macOS 11 and later, directory sizes of APFS, the payload deflated in pieces.
    case current
    /// Those of 2015 (Xcode 6): the older Distribution, directory sizes of HFS+, the payload deflated in one run exactly
    /// as zlib's level 6 does. Old pipelines compare bytes.
    case xcode6

    /// The form of the documents.
    var form: FlatPackageForm {
        switch self {
        case .current: .current
        case .xcode6: .xcode6
        }
    }

    /// The size that the file system of the day gave a folder: so many bytes for each entry in it, `.` and `..` counted.
    var bytesPerFolderEntry: UInt64 {
        switch self {
        case .current: 32
        case .xcode6: 34
        }
    }
}
