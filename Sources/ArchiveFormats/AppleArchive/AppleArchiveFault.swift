/// What is wrong with an Apple Archive. Texts are clauses without a final period.
package enum AppleArchiveFault: Error, Sendable, Hashable {
    /// It is none: it starts otherwise.
    case notAnArchive
    /// It is an encrypted or signed one (`AEA1`), whose content only Apple's own tools and a key give away.
    case encrypted
    /// It has a form that is not read.
    case unsupported(String)
    /// It ends too early: it was cut short.
    case truncated(String)
    /// It contradicts itself.
    case damaged(String)
    /// It can't be read at all.
    case unreadable(SystemError)

    /// The fault as a clause, with the archive as its "it".
    package var reason: String {
        switch self {
        case .notAnArchive: "it is no Apple Archive"
        case .encrypted:
            "it is an encrypted or signed Apple Archive (AEA1), which is not read here; "
                + "Apple's aea decrypts it for whoever has the key"
        case .unsupported(let text), .truncated(let text), .damaged(let text): text
        case .unreadable(let error): "it can't be read: \(error.text)"
        }
    }

    init(_ fault: StreamFault) {
        self =
            switch fault.kind {
            case .truncated: .truncated(fault.reason)
            case .damaged: .damaged(fault.reason)
            case .unsupported: .unsupported(fault.reason)
            }
    }
}
