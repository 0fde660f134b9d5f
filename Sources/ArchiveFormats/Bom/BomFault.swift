/// What is wrong with a Bom; the text is a clause that says how.
package enum BomFault: Error, Sendable, Hashable {
    /// It ends too early.
    case truncated(String)
    /// It contradicts itself, or says something that no Bom may.
    case damaged(String)
    /// It is something else in the same frame, or of a form that is not read.
    case unsupported(String)

    /// The clause.
    package var reason: String {
        switch self {
        case .truncated(let reason), .damaged(let reason), .unsupported(let reason): reason
        }
    }
}
