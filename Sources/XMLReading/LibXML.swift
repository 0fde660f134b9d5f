import CXML2

/// libxml2's own state.
enum LibXML {
    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    /// Makes libxml2 ready once, before threads use it side by side.
    static func prepare() { _ = isReady }
}
