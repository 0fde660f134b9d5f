internal import CDeflate
internal import CZlib

/// What the compressed bytes were made by.
public enum CompressorVersion {
    /// The libraries that deflate and their versions ("libdeflate 1.14, zlib 1.2.13"): the bytes of any package are the
    /// same on every machine that has the same ones.
    ///
    /// libdeflate deflates at the smallest level, and large Boms; zlib what else there is in a flat package besides its
    /// payload, and in Xcode 6's form that too. All else our own encoder does, which is the same everywhere.
    ///
    /// zlib tells its version at run time; libdeflate does not, so its is the one that this was built with.
    public static var text: String {
        "libdeflate \(LIBDEFLATE_VERSION_STRING), zlib \(String(cString: zlibVersion()))"
    }
}
